import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { outboxMessages } from '../../database/schema.ts';
import { letters } from '../../messages/letters.ts';
import { recipientHash } from '../../platform/outbox.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { inLanguage } from '../../platform/request-context.server.ts';
import { addressIn } from '../../platform/site-languages.ts';
import { helplinesFor } from '../helplines/helplines.ts';
import { findUser } from '../users/users.queries.server.ts';
import { reminderDay } from './due-day.ts';
import type { Day } from './indian-days.ts';
import { sayDay } from './say-day.ts';
import { type LetterLanguage, letterLanguages, type Procedure } from './procedure.ts';

const purpose = 'letter_reminder';
const mostWaiting = 20;

type Wanted = { procedure: Procedure; language: LetterLanguage; dueOn: Day; next: Procedure | null };

/** Nine in the morning in India. */
const reminderMoment = (dueOn: Day) => new Date(`${reminderDay(dueOn)}T09:00:00+05:30`);

/** Whether a reminder can be offered to this person: there is an e-mail address, and mails are delivered. */
export async function canRemind({ connection: { db }, outbox }: PageServices, userId: string): Promise<boolean> {
  return outbox.takes('email') && Boolean((await findUser(db, userId))?.email);
}

/**
 * Queues one mail that names the kind of letter and the day, nothing of its text. Asked for twice, it is sent once.
 * @returns `many` where too many wait already
 */
export async function remindOfLetter(
  { connection: { db }, config, outbox }: PageServices,
  userId: string,
  { procedure, language, dueOn, next }: Wanted,
): Promise<'queued' | 'many' | 'no-address'> {
  const reader = await findUser(db, userId);
  const to = reader?.email;
  if (!to) return 'no-address';
  const notBefore = reminderMoment(dueOn);
  const inChosen = letterLanguages.find((one) => one === reader?.lang) ?? language;
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select({ at: outboxMessages.nextTryAt })
      .from(outboxMessages)
      .where(
        and(
          eq(outboxMessages.recipientHash, recipientHash(config, to)),
          eq(outboxMessages.purpose, `${purpose}:${procedure.id}`),
          isNull(outboxMessages.deliveredAt),
          isNull(outboxMessages.failedAt),
          isNotNull(outboxMessages.sealed),
        ),
      );
    if (waiting.some(({ at }) => at.getTime() === notBefore.getTime())) return 'queued';
    if (waiting.length >= mostWaiting) return 'many';
    const address = `${config.publicOrigin}${addressIn(inChosen, `/letters/${(next ?? procedure).id}`)}`;
    await outbox.send(tx, {
      channel: 'email',
      to,
      purpose: `${purpose}:${procedure.id}`,
      notBefore,
      ...inLanguage(inChosen, () =>
        letters.mail(
          procedure.title[inChosen],
          sayDay(dueOn),
          next?.title[inChosen] ?? null,
          address,
          helplinesFor('legal-aid')[0]!.number,
        ),
      ),
    });
    return 'queued';
  });
}
