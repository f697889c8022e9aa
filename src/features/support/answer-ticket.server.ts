import type { Transaction } from '../../database/connect.server.ts';
import { errands } from '../../messages/errands.ts';
import { complaintsDesk } from '../../messages/complaints-desk.ts';
import { tooMany } from '../../platform/wire/errors.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { addressIn, defaultLanguage, siteLanguages } from '../../platform/settings/site-languages.ts';
import { formatDate, languageOfText } from '../../ui/format.ts';
import { answerSmsText, languageOfAnswerSms } from '../notifications/send-answer-sms.server.ts';
import { type Mailing, sendLimited } from '../otp/send-limited.server.ts';
import { languageOfUser } from '../users/users.queries.server.ts';
import { closeTicket, insertAnswer, lockTicket, type Ticket } from './support.queries.server.ts';

export type TicketAct = {
  text: string | null;
  close: boolean;
  closeReason?: string | null;
  /** Null: the operator. */
  by: string | null;
};

/**
 * Stores an answer and queues its mail in one transaction; to a ticket with a number only, an SMS that says where it is.
 * @returns null where there is no such ticket; `isMailed: false` for a ticket without an address
 */
export async function answerTicket(
  services: Mailing,
  id: number,
  { text, close, guard }: Pick<TicketAct, 'text' | 'close'> & { guard?: (ticket: Ticket) => void },
): Promise<{ ticket: Ticket; isMailed: boolean } | null> {
  return services.connection.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (!ticket) return null;
    guard?.(ticket);
    return { ticket, isMailed: await answerLocked(tx, services, ticket, { text, close, by: null }) };
  });
}

/**
 * @param ticket locked by this transaction
 * @returns whether a mail goes out
 * @throws AppError 429 over the day's limits: no answer is stored that its reader does not get
 */
export async function answerLocked(
  tx: Transaction,
  services: Mailing,
  ticket: Ticket,
  { text, close, closeReason = null, by }: TicketAct,
): Promise<boolean> {
  const isMailed = text !== null && ticket.email !== null;
  const isInterim = !close && ticket.kind === 'grievance';
  if (text !== null) await insertAnswer(tx, ticket.id, { body: text, isInterim, by });
  if (isMailed) {
    const message: Message = {
      channel: 'email',
      to: ticket.email!,
      purpose: 'answer',
      ...inLanguage((await languageOfUser(tx, ticket.userId)) ?? languageOfAnswer(text), () => ({
        subject: errands.contact.answerSubject(ticket.id, ticket.subject),
        text: errands.contact.answer(ticket.name, isInterim ? withDay(text, ticket.decideBy) : text, ticket.id),
      })),
    };
    if (by === null) await services.outbox.send(tx, message);
    else if (!(await sendLimited(services, tx, message, { by: 'staff', userId: by }))) throw tooMany(3_600);
  } else if (text !== null) await tellByPhone(tx, services, ticket, text, by);
  if (close) await closeTicket(tx, ticket.id, closeReason);
  return isMailed;
}

/** Within the day's limits of the number, of staff and of all SMS; over them the answer stands on the account's page. */
async function tellByPhone(
  tx: Transaction,
  services: Mailing,
  { phone, userId }: Ticket,
  text: string,
  by: string | null,
): Promise<void> {
  const { config, limits } = services;
  const language = languageOfAnswerSms(services, (await languageOfUser(tx, userId)) ?? languageOfAnswer(text));
  if (phone === null || language === null) return;
  const link = config.publicOrigin + addressIn(language, '/profile/complaints');
  const message: Message = {
    channel: 'sms',
    to: phone,
    purpose: 'answer',
    language,
    subject: '',
    link,
    text: inLanguage(language, () => answerSmsText(language, link)),
  };
  await sendLimited(services, tx, message, by === null ? { by: 'site' } : { by: 'staff', userId: by }, [
    { limit: limits.smsPerDay, key: 'all' },
  ]);
}

/** Of the words around an answer to somebody who chose none: the answer's own, whatever page it was written on. */
const languageOfAnswer = (text: string) =>
  siteLanguages().find((language) => language === languageOfText(text)) ?? defaultLanguage();

const withDay = (text: string, decideBy: Date | null) =>
  decideBy === null ? text : `${text}\n\n${complaintsDesk.mail.interim(formatDate(decideBy))}`;
