import { eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { notificationMails, notifications, type Way } from '../../database/schema.ts';
import { unauthenticated } from '../../platform/wire/errors.ts';
import { isPiece } from '../follows/follows.contract.ts';
import { lockUser } from '../users/users.queries.server.ts';
import { nextDigest } from './digest-time.ts';
import { type ChangeTelling, type Telling, ways } from './telling.contract.ts';

type Row = typeof notificationMails.$inferSelect;
const ordered = (list: Way[]): Way[] => ways.filter((way) => list.includes(way));

export const defaultTelling: Telling = {
  answers: ['push'],
  follows: ['push'],
  changes: ['push'],
  digest: 'none',
  routed: true,
  quietFrom: null,
  quietUntil: null,
};

export const tellingOf = ({
  isOn,
  answers,
  follows,
  changes,
  digest,
  routed,
  quietFrom,
  quietUntil,
}: Row): Telling => ({
  answers: ordered(isOn ? [...answers, 'mail'] : answers),
  follows: ordered(follows),
  changes: ordered(changes),
  digest,
  routed,
  quietFrom,
  quietUntil,
});

export async function readTelling(db: Queryable, userId: string): Promise<Telling> {
  const [row] = await db.select().from(notificationMails).where(eq(notificationMails.userId, userId));
  return row ? tellingOf(row) : defaultTelling;
}

/** The kind and act that a row stands for; those that the version before does not know are in its reason. */
export const asMeant = (row: typeof notifications.$inferSelect) => ({
  ...row,
  kind: row.reason === null || row.reason === 'HOLD' ? row.kind : row.reason,
  act: row.reason === 'HOLD' ? row.reason : row.act,
});

/** The setting that decides by which ways somebody is notified of this. */
export const listOf = ({ kind, followedType }: Pick<ReturnType<typeof asMeant>, 'kind' | 'followedType'>) =>
  kind === 'ROUTED' ? 'follows' : kind !== 'FOLLOWED' ? 'answers' : isPiece(followedType) ? 'changes' : 'follows';

/** A condition on a row of `notifications`: the person wants a mail about it. What is routed is in the digest alone. */
export const isMailWanted = sql`exists (select from ${notificationMails} settings where settings.user_id = ${notifications.userId}
  and ${notifications.reason} is distinct from 'ROUTED' and case when ${notifications.kind} <> 'FOLLOWED' or ${notifications.reason} = 'HOUR' then settings.is_on
    when ${notifications.followedType} in ('ARTICLE', 'VIDEO') then 'mail' = any(settings.changes) else 'mail' = any(settings.follows) end)`;

const gainsMail = (before: Telling, next: Telling) =>
  (['answers', 'follows', 'changes'] as const).some(
    (kind) => next[kind].includes('mail') && !before[kind].includes('mail'),
  );

/** Takes effect with the next notification. Mails only what arrives once mail was wanted. */
export async function changeTelling(
  db: Database,
  userId: string,
  change: ChangeTelling | ((before: Telling) => ChangeTelling),
  now: Date,
): Promise<Telling> {
  return db.transaction(async (tx) => {
    // Two changes at once must both stand.
    if (!(await lockUser(tx, userId))) throw unauthenticated();
    const before = await readTelling(tx, userId);
    const next: Telling = { ...before, ...(typeof change === 'function' ? change(before) : change) };
    const set = {
      ...next,
      isOn: next.answers.includes('mail'),
      answers: next.answers.filter((way) => way !== 'mail'),
      ...(gainsMail(before, next) ? { toldUntil: sql`now()` } : {}),
      ...(next.digest !== 'none' && next.digest !== before.digest
        ? { digestDueAt: nextDigest(next.digest, now), ...(before.digest === 'none' ? { digestUntil: now } : {}) }
        : {}),
    };
    await tx
      .insert(notificationMails)
      .values({ userId, ...set })
      .onConflictDoUpdate({ target: notificationMails.userId, set });
    return next;
  });
}

/** One tap in a mail: no digest any more, or no mail of any kind that can be chosen. */
export async function stopMails(db: Database, userId: string, of: 'all' | 'digest' = 'all'): Promise<void> {
  const others = {
    isOn: false,
    follows: sql`array_remove(follows, 'mail')`,
    changes: sql`array_remove(changes, 'mail')`,
  };
  await db.transaction(async (tx) => {
    // A change that was read before must not bring the mails back.
    await lockUser(tx, userId);
    await tx
      .update(notificationMails)
      .set({ digest: 'none', ...(of === 'all' ? others : {}) })
      .where(eq(notificationMails.userId, userId));
  });
}

export async function exportTellingOf(db: Queryable, userId: string) {
  const [row] = await db.select().from(notificationMails).where(eq(notificationMails.userId, userId));
  return row ? { ...tellingOf(row), sentAt: row.sentAt } : null;
}

/** Merge of two accounts: the remaining account's own settings win, else the other's are taken over. */
export async function moveTelling(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.execute(
    sql`insert into ${notificationMails} (user_id, is_on, answers, follows, changes, digest, digest_due_at, digest_until, routed, quiet_from, quiet_until, told_until, sent_at, try_again_at)
      select ${to}, is_on, answers, follows, changes, digest, digest_due_at, digest_until, routed, quiet_from, quiet_until, told_until, sent_at, try_again_at
      from ${notificationMails} where user_id = ${from} on conflict do nothing`,
  );
}
