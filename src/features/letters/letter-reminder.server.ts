import { and, eq, isNull, like } from 'drizzle-orm';
import { outboxMessages } from '../../database/schema.ts';
import { letters } from '../../messages/letters.ts';
import { recipientHash } from '../../platform/delivery/outbox.server.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { helplinesFor } from '../helplines/helplines.ts';
import { sendLimited } from '../otp/send-limited.server.ts';
import { findUser, lockUser } from '../users/users.queries.server.ts';
import { formatDay, reminderDay } from './due-day.ts';
import type { Day } from './indian-days.ts';
import { type LetterLanguage, letterLanguages, type Procedure } from './procedure.ts';

const purpose = 'letter_reminder';
const mostWaiting = 20;

/** Why no mail will come, or that one will. */
export type Reminded = 'queued' | 'many' | 'past' | 'no-address';
type Wanted = { procedure: Procedure; language: LetterLanguage; dueOn: Day; next: Procedure | null };

/** Nine in the morning in India. */
const reminderMoment = (dueOn: Day) => new Date(`${reminderDay(dueOn)}T09:00:00+05:30`);

/** Whether a reminder can be offered to this person: there is an e-mail address, and mails are delivered. */
export async function canRemind({ connection: { db }, outbox }: PageServices, userId: string): Promise<boolean> {
  return outbox.takes('email') && Boolean((await findUser(db, userId))?.email);
}

/**
 * Queues one mail that names the kind of letter and the day, nothing of its text. Asked for twice, it is sent once.
 * @param address the network address of whoever asks
 * @returns `past` where its moment is over, `many` where too many wait already or were asked for today
 */
export async function remindOfLetter(
  services: PageServices,
  { userId, address: network }: { userId: string; address: string },
  { procedure, language, dueOn, next }: Wanted,
): Promise<Reminded> {
  const { connection, config, clock } = services;
  const notBefore = reminderMoment(dueOn);
  if (notBefore <= clock()) return 'past';
  return connection.db.transaction(async (tx) => {
    // Two equal requests at once must see each other's message.
    const reader = await lockUser(tx, userId);
    const to = reader?.email;
    if (!to) return 'no-address';
    const inChosen = letterLanguages.find((one) => one === reader.lang) ?? language;
    const found = await tx
      .select({ purpose: outboxMessages.purpose })
      .from(outboxMessages)
      .where(
        and(
          eq(outboxMessages.recipientHash, recipientHash(config, to)),
          like(outboxMessages.purpose, `${purpose}:%`),
          isNull(outboxMessages.failedAt),
        ),
      );
    const own = `${purpose}:${procedure.id}:${dueOn}`;
    if (found.some((one) => one.purpose === own)) return 'queued';
    const isWaiting = (one: { purpose: string }) => reminderMoment(one.purpose.slice(-dueOn.length) as Day) > clock();
    if (found.filter(isWaiting).length >= mostWaiting) return 'many';
    const address = `${config.publicOrigin}${addressIn(inChosen, `/letters/${(next ?? procedure).id}`)}`;
    const message: Message = {
      channel: 'email',
      to,
      purpose: own,
      notBefore,
      ...inLanguage(inChosen, () =>
        letters.mail(
          procedure.title[inChosen],
          formatDay(dueOn),
          next?.title[inChosen] ?? null,
          address,
          helplinesFor('legal-aid')[0]!.number,
        ),
      ),
    };
    const isQueued = await sendLimited(services, tx, message, { by: 'reader', userId, address: network });
    return isQueued ? 'queued' : 'many';
  });
}
