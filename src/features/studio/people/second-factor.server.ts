import { and, arrayContains, eq, isNull, or, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import { secondFactors, secondFactorSessions, users } from '../../../database/schema.ts';
import { accountNotices } from '../../../messages/account.ts';
import { problems } from '../../../messages/problems.ts';
import { AppError } from '../../../platform/wire/errors.ts';
import type { Config } from '../../../platform/settings/config.server.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { inLanguage } from '../../../platform/http/request-context.server.ts';
import { sealBytes, unsealBytes } from '../../../platform/guard/seal.server.ts';
import { defaultLanguage } from '../../../platform/settings/site-languages.ts';
import type { Viewer } from '../../../platform/wire/viewer.ts';
import { sendLimited } from '../../otp/send-limited.server.ts';
import { deleteSession } from '../../sessions/sessions.queries.server.ts';
import { displayNameOf } from '../../users/users.queries.server.ts';
import { conflict } from '../pieces/act-on-piece.server.ts';
import { noteAct } from '../pieces/pieces.queries.server.ts';
import { siteName } from '../../../messages/site-name.ts';
import { problem } from '../../../platform/wire/problem.ts';

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

const totpOf = (secret: Secret) =>
  new TOTP({ issuer: siteName(), label: 'studio', algorithm: 'SHA1', digits: 6, period, secret });

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
      set: { secret: sealed, lastStep: 0, failures: 0 },
      setWhere: sql`${secondFactors.confirmedAt} is null`,
    })
    .returning({ userId: secondFactors.userId });
  if (written.length === 0) throw conflict(problem('studio.hasFactor'));
  return { secret: secret.base32, url: totpOf(secret).toString() };
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
  return { secret: secret.base32, url: totpOf(secret).toString() };
}

/** After so many wrong codes in a row the session that gives them ends, and people are told. */
const mostFailures = 30;

/**
 * Verifies a TOTP code for this session; the first one completes the enrolment. A code cannot be replayed.
 * @throws AppError 400 code_invalid, 401 where the session has ended by wrong codes, 429
 */
export async function giveFactorCode(services: PageServices, viewer: Viewer, code: string): Promise<void> {
  const { connection, limits, outbox } = services;
  await limits.factorCodes(viewer.userId);
  const outcome = await connection.db.transaction((tx) => judgeCode(services, tx, viewer, code));
  if (outcome === 'right') return;
  if (outcome === 'wrong') throw new AppError(400, 'code_invalid', problem('studio.badCode'));
  outbox.kick();
  throw new AppError(401, 'unauthenticated', () => problems.manyWrongCodes);
}

async function judgeCode(
  services: PageServices,
  tx: Transaction,
  { userId, sessionId }: Viewer,
  code: string,
): Promise<'right' | 'wrong' | 'ended'> {
  const { config, clock } = services;
  const own = eq(secondFactors.userId, userId);
  const [row] = await tx.select().from(secondFactors).where(own).for('update');
  const bytes = row && unsealBytes(key(config), userId, row.secret);
  const step = bytes ? stepOf(totpOf(secretFrom(bytes)), code, clock()) : null;
  if (row && step !== null && step > row.lastStep) {
    await tx
      .update(secondFactors)
      .set({ lastStep: step, failures: 0, confirmedAt: sql`coalesce(${secondFactors.confirmedAt}, now())` })
      .where(own);
    await tx.insert(secondFactorSessions).values({ sessionId }).onConflictDoNothing();
    if (row.confirmedAt === null) await noteAct(tx, { id: userId }, 'add_second_factor');
    return 'right';
  }
  // No guess: somebody who adds the factor and mistypes, or who sends a right code twice.
  if (!row?.confirmedAt || step !== null) return 'wrong';
  const failures = row.failures + 1;
  await tx.update(secondFactors).set({ failures }).where(own);
  await noteAct(tx, { id: userId }, 'wrong_factor_code');
  if (failures % mostFailures !== 0) return 'wrong';
  await deleteSession(tx, sessionId, userId);
  await notifyGuessed(services, tx, userId);
  return 'ended';
}

/** To the person, every admin and the owner, as far as they have an e-mail address. */
async function notifyGuessed(services: PageServices, tx: Transaction, userId: string): Promise<void> {
  const { supportEmail } = services.config.organization;
  if (!services.outbox.takes('email')) return;
  const people = await tx
    .select()
    .from(users)
    .where(or(eq(users.id, userId), arrayContains(users.roles, ['admin'])))
    .orderBy(users.id);
  const person = people.find(({ id }) => id === userId);
  if (!person) return;
  const recipients = new Map(people.flatMap(({ email, lang }) => (email === null ? [] : [[email, lang] as const])));
  if (!recipients.has(supportEmail)) recipients.set(supportEmail, null);
  for (const [to, lang] of recipients) {
    const words = inLanguage(lang ?? defaultLanguage(), () =>
      accountNotices.factorGuessed(displayNameOf(person), mostFailures, supportEmail),
    );
    await sendLimited(services, tx, { channel: 'email', to, purpose: 'factor_guessed', ...words }, { by: 'site' });
  }
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
