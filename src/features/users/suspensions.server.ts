import { and, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { suspensions, users } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { keyedHash } from '../../platform/guard/derived-key.server.ts';
import { foldMailbox } from '../otp/identifiers.ts';
import { identifiersOf, type UserRow } from './users.queries.server.ts';

type Secret = Pick<Config, 'authSecret'>;
type Suspendable = Pick<UserRow, 'id' | 'phone' | 'email' | 'suspendedUntil'>;

/**
 * Keyed hashes of an identifier, for records that outlive the account: as it was typed, and as the mailbox that it
 * leads to, so that a `+tag` makes nobody another person.
 */
export const personHashes = (config: Secret, identifier: string): string[] =>
  [...new Set([identifier, foldMailbox(identifier)])].map((one) =>
    keyedHash(config.authSecret, 'what outlives an account', one),
  );
const hashesOf = (config: Secret, identifiers: string[]): string[] => [
  ...new Set(identifiers.flatMap((identifier) => personHashes(config, identifier))),
];

/**
 * Suspends an account for `days`, and its identifiers, so that a new account of theirs is suspended too; the longer
 * suspension wins. Call it in the transaction of the moderation action.
 */
export async function suspendUser(tx: Queryable, config: Secret, userId: string, days: number): Promise<void> {
  const [user] = await tx
    .update(users)
    .set({ suspendedUntil: sql`greatest(${users.suspendedUntil}, now() + make_interval(days => ${days}))` })
    .where(eq(users.id, userId))
    .returning();
  if (user) await recordSuspension(tx, config, user);
}

/**
 * Ends a suspension early, for the account and its identifiers. A mailbox that other accounts share stays suspended as
 * long as one of them: what was recorded for longer than this account is another one's, even a deleted one's.
 */
export async function endSuspension(tx: Queryable, config: Secret, user: Suspendable): Promise<void> {
  await tx.update(users).set({ suspendedUntil: null }).where(eq(users.id, user.id));
  const identifiers = identifiersOf(user);
  if (identifiers.length === 0) return;
  // Locked before the other accounts are read, so that one that is being suspended right now is seen.
  await tx
    .select()
    .from(suspensions)
    .where(inArray(suspensions.identifierHash, hashesOf(config, identifiers)))
    .orderBy(suspensions.identifierHash)
    .for('update');
  const mailboxes = identifiers.map(foldMailbox);
  const stored = hashesOf(config, mailboxes);
  const own = hashesOf(config, identifiers).filter((one) => !stored.includes(one));
  if (own.length > 0) await tx.delete(suspensions).where(inArray(suspensions.identifierHash, own));
  await tx
    .delete(suspensions)
    .where(
      and(
        inArray(suspensions.identifierHash, stored),
        sql`${suspensions.suspendedUntil} <= ${user.suspendedUntil?.toISOString() ?? 'infinity'}::timestamptz`,
      ),
    );
  const others = await tx
    .select({ email: users.email, suspendedUntil: users.suspendedUntil })
    .from(users)
    .where(and(gt(users.suspendedUntil, sql`now()`), isNotNull(users.email), ne(users.id, user.id)));
  for (const { email, suspendedUntil } of others) {
    const mailbox = foldMailbox(email!);
    if (mailboxes.includes(mailbox)) await recordSuspension(tx, config, { ...user, suspendedUntil }, [mailbox]);
  }
}

/** Stores the current suspension under each identifier, so that it survives deletion of the account; the longer wins. */
export async function recordSuspension(
  tx: Queryable,
  config: Secret,
  user: Suspendable,
  identifiers = identifiersOf(user),
): Promise<void> {
  if (user.suspendedUntil === null || identifiers.length === 0) return;
  const until = user.suspendedUntil;
  await tx
    .insert(suspensions)
    .values(
      hashesOf(config, identifiers)
        .sort()
        .map((identifierHash) => ({ identifierHash, suspendedUntil: until })),
    )
    .onConflictDoUpdate({
      target: suspensions.identifierHash,
      set: { suspendedUntil: sql`greatest(${suspensions.suspendedUntil}, excluded.suspended_until)` },
    });
}

/**
 * Applies suspensions recorded for the identifiers to the account, and the account's own to all its identifiers. An
 * account that is suspended by this loses its name, as one that signs up has none: it was not chosen by a suspended
 * person, and would be given to what they wrote when the accounts are joined.
 * @param user after sign-up, linking or merging
 * @param gained the identifiers that are new to it: a suspension of the others was applied, or lifted, before
 * @param former what it had until now
 * @returns the updated account
 */
export async function applySuspension<Row extends Suspendable>(
  tx: Queryable,
  config: Secret,
  user: Row,
  { gained = identifiersOf(user), former = [] }: { gained?: string[]; former?: string[] } = {},
): Promise<Row> {
  const { rows } = await tx.execute<{ until: string | null }>(sql`
    select max(suspended_until) as until from suspensions
    where identifier_hash = any(${sql.param(hashesOf(config, gained))}::text[]) and suspended_until > now()`);
  const stored = rows[0]?.until ? new Date(rows[0].until) : null;
  const own = user.suspendedUntil;
  const suspendedUntil = stored !== null && (own === null || own < stored) ? stored : own;
  const isNew = suspendedUntil !== own && (own === null || own < new Date());
  const changes = { suspendedUntil, ...(isNew && { firstName: '', lastName: '' }) };
  if (suspendedUntil !== own) await tx.update(users).set(changes).where(eq(users.id, user.id));
  const row = { ...user, ...changes };
  if (suspendedUntil !== null && suspendedUntil > new Date())
    await recordSuspension(tx, config, row, [...new Set([...identifiersOf(user), ...gained, ...former])]);
  return row;
}

export async function sweepSuspensions(db: Queryable): Promise<void> {
  await db.delete(suspensions).where(sql`${suspensions.suspendedUntil} < now()`);
  await db.execute(sql`delete from former_limits where expire < (extract(epoch from now()) * 1000)::bigint`);
}
