import { hash } from 'node:crypto';
import { type AnyColumn, and, desc, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { secondFactors, secondFactorSessions, sessionProofs, sessions, users } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { inBatches, perOwner } from '../../platform/process/in-batches.ts';
import { guardedRoles } from '../../platform/wire/viewer.ts';
import type { UserRow } from '../users/users.queries.server.ts';

export type SessionRow = typeof sessions.$inferSelect;
/** `factor`: the second factor in this session; null for people whose roles need none. */
export type LivingSession = {
  session: SessionRow;
  user: UserRow;
  isDueToSlide: boolean;
  factor: 'missing' | 'needed' | 'given' | null;
};

export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url');

// The database's clock only, since the clocks of instances may differ.
const isAlive = sql`${sessions.expiresAt} > now() and ${sessions.endsAt} > now()`;
const slidTo = sql`least(${sessions.endsAt}, now() + interval '30 days')`;
const isDue = sql<boolean>`${sessions.expiresAt} < ${slidTo} - interval '5 minutes'`;

// Looked up for guarded roles only: everybody else pays nothing for it.
export const factor = sql<
  LivingSession['factor']
>`case when ${users.roles} && ${sql.raw(`'{${guardedRoles.join(',')}}'::text[]`)} then
  case when not exists (select from ${secondFactors} where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null) then 'missing'
    when exists (select from ${secondFactorSessions} where ${secondFactorSessions.sessionId} = ${sessions.id}) then 'given' else 'needed' end end`;

/** Whether the person may do nothing by a role until this session has given the second factor. */
export const isLacking = ({ needsSecondFactor }: Pick<Config, 'needsSecondFactor'>, state: LivingSession['factor']) =>
  state === 'needed' || (state === 'missing' && needsSecondFactor);

type Lookup = (key: string) => Promise<LivingSession | null>;

// Runs on every authenticated request: one prepared statement, with concurrent lookups batched into one query.
// A batch starts after its last caller joined, so a session revoked before a call is never seen as alive.
function lookup(db: Database, name: string, column: AnyColumn, keyOf: (session: SessionRow) => string): Lookup {
  const query = db
    .select({ session: sessions, user: users, isDueToSlide: isDue, factor })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(sql`${column} = any(${sql.placeholder('keys')})`, isAlive))
    .prepare(name);
  const line = inBatches<string, LivingSession | null>(
    { most: 500, patience: 1_000, failsAsOne: true },
    async (_line, keys) => {
      const found = new Map(
        (await query.execute({ keys: [...new Set(keys)] })).map((living) => [keyOf(living.session), living]),
      );
      return keys.map((key) => found.get(key) ?? null);
    },
  );
  return (key) => line('', key);
}

const lookupsOf = perOwner((db: Database) => ({
  byId: lookup(db, 'sessions_by_id', sessions.id, ({ id }) => id),
  bySecret: lookup(db, 'sessions_by_secret', sessions.tokenHash, ({ tokenHash }) => tokenHash),
}));

/** @param id a lower-case UUID */
export const findSession = (db: Database, id: string): Promise<LivingSession | null> => lookupsOf(db).byId(id);
export const findSessionBySecret = (db: Database, secret: string): Promise<LivingSession | null> =>
  lookupsOf(db).bySecret(hashSecret(secret));

/** Sliding expiry: 30 days from now, capped at the session's absolute end. */
export async function slideSession(db: Queryable, id: string): Promise<Date | null> {
  const [row] = await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, expiresAt: slidTo })
    .where(and(eq(sessions.id, id), isAlive))
    .returning({ expiresAt: sessions.expiresAt });
  return row?.expiresAt ?? null;
}

export async function insertSession(
  tx: Queryable,
  row: Pick<SessionRow, 'id' | 'userId' | 'tokenHash' | 'isNewUser' | 'device'>,
): Promise<SessionRow> {
  const [session] = await tx
    .insert(sessions)
    .values({ ...row, expiresAt: sql`now() + interval '30 days'`, endsAt: sql`now() + interval '90 days'` })
    .returning();
  return session!;
}

/** Records a fresh proof of an identifier; sensitive actions require one (step-up authentication). */
export async function noteProof(db: Queryable, sessionId: string, identifier: string): Promise<void> {
  await db
    .insert(sessionProofs)
    .values({ sessionId, identifier })
    .onConflictDoUpdate({ target: [sessionProofs.sessionId, sessionProofs.identifier], set: { provenAt: sql`now()` } });
}

export async function hasFreshProof(
  db: Queryable,
  sessionId: string,
  identifier: string,
  minutes = 10,
): Promise<boolean> {
  const [row] = await db
    .select({ at: sessionProofs.provenAt })
    .from(sessionProofs)
    .where(
      and(
        eq(sessionProofs.sessionId, sessionId),
        eq(sessionProofs.identifier, identifier),
        sql`${sessionProofs.provenAt} > now() - make_interval(mins => ${minutes})`,
      ),
    );
  return row !== undefined;
}

export async function listSessions(db: Queryable, userId: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isAlive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(100);
}

/** @returns false where there is no such session, or it is not this user's */
export async function deleteSession(db: Queryable, id: string, userId?: string): Promise<boolean> {
  return (
    (
      await db
        .delete(sessions)
        .where(and(eq(sessions.id, id), userId === undefined ? undefined : eq(sessions.userId, userId)))
        .returning({ id: sessions.id })
    ).length > 0
  );
}

export async function deleteSessionBySecret(db: Queryable, secret: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashSecret(secret)));
}

/** @returns how many ended */
export async function deleteOtherSessions(
  db: Queryable,
  userId: string,
  keepSessionId: string | null,
): Promise<number> {
  return (
    await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), keepSessionId === null ? undefined : ne(sessions.id, keepSessionId)))
      .returning({ id: sessions.id })
  ).length;
}

export async function sweepSessions(db: Queryable): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.expiresAt, sql`now()`), lt(sessions.endsAt, sql`now()`)));
}
