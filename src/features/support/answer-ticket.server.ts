import type { Connection, Transaction } from '../../database/connect.server.ts';
import { errands } from '../../messages/errands.ts';
import { complaintsDesk } from '../../messages/complaints-desk.ts';
import type { Outbox } from '../../platform/outbox.server.ts';
import { inLanguage } from '../../platform/request-context.server.ts';
import { defaultLanguage, siteLanguages } from '../../platform/site-languages.ts';
import { formatDate, languageOfText } from '../../ui/format.ts';
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
 * Stores an answer and queues its mail in one transaction.
 * @returns null where there is no such ticket; `isMailed: false` for a ticket without an address
 */
export async function answerTicket(
  { db }: Connection,
  outbox: Outbox,
  id: number,
  { text, close, guard }: Pick<TicketAct, 'text' | 'close'> & { guard?: (ticket: Ticket) => void },
): Promise<{ ticket: Ticket; isMailed: boolean } | null> {
  return db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (!ticket) return null;
    guard?.(ticket);
    return { ticket, isMailed: await answerLocked(tx, outbox, ticket, { text, close, by: null }) };
  });
}

/** @param ticket locked by this transaction @returns whether a mail goes out */
export async function answerLocked(
  tx: Transaction,
  outbox: Outbox,
  ticket: Ticket,
  { text, close, closeReason = null, by }: TicketAct,
): Promise<boolean> {
  const isMailed = text !== null && ticket.email !== null;
  const isInterim = !close && ticket.kind === 'grievance';
  if (text !== null) await insertAnswer(tx, ticket.id, { body: text, isInterim, by });
  if (isMailed)
    await outbox.send(tx, {
      channel: 'email',
      to: ticket.email!,
      purpose: 'answer',
      ...inLanguage((await languageOfUser(tx, ticket.userId)) ?? languageOfAnswer(text), () => ({
        subject: errands.contact.answerSubject(ticket.id, ticket.subject),
        text: errands.contact.answer(ticket.name, isInterim ? withDay(text, ticket.decideBy) : text, ticket.id),
      })),
    });
  if (close) await closeTicket(tx, ticket.id, closeReason);
  return isMailed;
}

/** Of the words around an answer to somebody who chose none: the answer's own, whatever page it was written on. */
const languageOfAnswer = (text: string) =>
  siteLanguages().find((language) => language === languageOfText(text)) ?? defaultLanguage();

const withDay = (text: string, decideBy: Date | null) =>
  decideBy === null ? text : `${text}\n\n${complaintsDesk.mail.interim(formatDate(decideBy))}`;
