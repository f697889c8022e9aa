import { and, eq, isNull, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Queryable } from '../../database/connect.server.ts';
import { secondFactors, secondFactorSessions } from '../../database/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { Config } from '../../platform/config.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { sealBytes, unsealBytes } from '../../platform/seal.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { conflict } from './act-on-piece.server.ts';
import { noteAct } from './pieces.queries.server.ts';

const period = 30;
const key = ({ authSecret }: Pick<Config, 'authSecret'>) => ({ authSecret, use: 'second factors' as const });

/** `missing`: not enrolled; `needed`: enrolled, but this session has not verified a code yet. */
export type FactorState = 'missing' | 'needed' | 'given';

export async function factorOf(
  db: Queryable,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<FactorState> {
  const [row] = await db
    .select({ confirmedAt: secondFactors.confirmedAt, givenAt: secondFactorSessions.at })
    .from(secondFactors)
    .leftJoin(secondFactorSessions, eq(secondFactorSessions.sessionId, sessionId))
    .where(eq(secondFactors.userId, userId));
  if (!row?.confirmedAt) return 'missing';
  return row.givenAt === null ? 'needed' : 'given';
}

const totpOf = (secret: Secret, config: Pick<Config, 'organization'>) =>
  new TOTP({ issuer: config.organization.name, label: 'studio', algorithm: 'SHA1', digits: 6, period, secret });

/**
 * A new secret for an authenticator app; it counts once a code has confirmed it.
 * @throws AppError 409 where one is confirmed: only the operator resets it
 */
export async function beginFactor(
  { connection: { db }, config }: PageServices,
  { userId }: Viewer,
): Promise<{ secret: string; url: string }> {
  const secret = new Secret({ size: 20 });
  const sealed = sealBytes(key(config), userId, secret.bytes);
  const written = await db
    .insert(secondFactors)
    .values({ userId, secret: sealed })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: sealed, lastStep: 0 },
      setWhere: sql`${secondFactors.confirmedAt} is null`,
    })
    .returning({ userId: secondFactors.userId });
  if (written.length === 0) throw conflict('You have a second factor. If the phone is lost, the operator resets it.');
  return { secret: secret.base32, url: totpOf(secret, config).toString() };
}

/** The secret that the person is adding: nothing has confirmed it yet. Null where one is confirmed, or none begun. */
export async function factorBeingAdded(
  { connection: { db }, config }: PageServices,
  { userId }: Viewer,
): Promise<{ secret: string; url: string } | null> {
  const [row] = await db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
  const bytes = row && unsealBytes(key(config), userId, row.secret);
  if (!bytes) return null;
  const secret = secretFrom(bytes);
  return { secret: secret.base32, url: totpOf(secret, config).toString() };
}

/**
 * Verifies a TOTP code for this session; the first one completes the enrolment. A code cannot be replayed.
 * @throws AppError 400 code_invalid
 */
export async function giveFactorCode(
  services: PageServices,
  { userId, sessionId }: Viewer,
  code: string,
): Promise<void> {
  const { connection, config, limits, clock } = services;
  await limits.factorCodes(userId);
  await connection.db.transaction(async (tx) => {
    const [row] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update');
    const bytes = row && unsealBytes(key(config), userId, row.secret);
    const step = bytes ? stepOf(totpOf(secretFrom(bytes), config), code, clock()) : null;
    if (!row || step === null || step <= row.lastStep)
      throw new AppError(400, 'code_invalid', 'That code is not right, or was used before. Wait for the next one.');
    await tx
      .update(secondFactors)
      .set({ lastStep: step, confirmedAt: sql`coalesce(${secondFactors.confirmedAt}, now())` })
      .where(eq(secondFactors.userId, userId));
    await tx.insert(secondFactorSessions).values({ sessionId }).onConflictDoNothing();
    if (row.confirmedAt === null) await noteAct(tx, { id: userId }, 'add_second_factor');
  });
}

const secretFrom = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer });

function stepOf(totp: TOTP, code: string, now: Date): number | null {
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / period) + delta;
}

/** For the operator: the person adds a new one at the next visit. @returns whether there was one */
export async function resetFactor(db: Queryable, userId: string): Promise<boolean> {
  const gone = await db.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  await db.execute(
    sql`delete from second_factor_sessions where session_id in (select id from sessions where user_id = ${userId})`,
  );
  return gone.length > 0;
}
