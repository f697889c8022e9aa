import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CodePurpose } from '../../database/schema.ts';
import { AppError, invalidInput, tooMany } from '../../platform/errors.ts';
import { networkOf } from '../../platform/limits.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { insistOnEmailSignIn } from '../users/email-sign-in.ts';
import { hashCode, identifierKey } from './code-hash.server.ts';
import { codeMessage } from './code-message.server.ts';
import { channelOf, normaliseEmail, normalisePhone } from './identifiers.ts';

const codeSeconds = 300;
/** The first wait before another code may be asked for; each next one is twice as long. */
const firstWait = 30;
const longestWait = 3_600;

export type CodeRequest = {
  /** Normalised. */
  identifier: string;
  purpose: CodePurpose;
  /** The session that asks: the code is good within it alone. Not for a sign-in. */
  sessionId?: string;
  /** The asker's network address. */
  address: string;
  /** Names given at sign-up; they go with this code, and a later code without them forgets them. */
  draft?: { firstName: string; lastName: string; consentVersion: string } | null;
};

// Somebody who presses twice, or a flood for one number, costs one connection of this instance; the database decides between instances.
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Sends a code that replaces the one before. The same answer, work and time whether or not anybody has that number or address.
 * @throws AppError 400 for what is no Indian mobile number or address, 429 with Retry-After before the wait is over or over a limit
 */
export async function sendCode(
  services: PageServices,
  request: CodeRequest,
): Promise<{ expiresInSeconds: number; resendInSeconds: number }> {
  const { identifier } = request;
  const busy = underWay.get(services.connection) ?? new Map<string, Promise<unknown>>();
  underWay.set(services.connection, busy);
  const first = busy.get(identifier);
  if (first) {
    // Whoever is told that a code was sent a moment ago can enter it.
    await first.catch(() => undefined);
    throw tooMany(firstWait);
  }
  const sending = sendNow(services, request);
  busy.set(identifier, sending);
  try {
    return await sending;
  } finally {
    busy.delete(identifier);
  }
}

async function sendNow(
  services: PageServices,
  request: CodeRequest,
): Promise<{ expiresInSeconds: number; resendInSeconds: number }> {
  const {
    connection: { db },
    outbox,
    limits,
    config,
  } = services;
  const { identifier, purpose } = request;
  const channel = channelOf(identifier);
  if ((channel === 'sms' ? normalisePhone : normaliseEmail)(identifier) !== identifier)
    throw invalidInput([{ path: 'identifier', message: 'Must be an Indian mobile number or an e-mail address.' }]);
  if (purpose === 'signin' && channel === 'email') insistOnEmailSignIn(config, services.clock());
  if (!outbox.takes(channel))
    throw new AppError(
      503,
      'unavailable',
      channel === 'sms'
        ? 'Codes cannot be sent to mobile numbers here. Use your e-mail address.'
        : 'Codes cannot be sent by e-mail here. Use your mobile number.',
    );
  await insistOnWait(db, identifier);

  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const challengeId = randomUUID();
  const waits = await db.transaction(async (tx) => {
    const codeHash = hashCode(config, { challengeId, purpose, identifier, code });
    const sessionId = purpose === 'signin' ? null : (request.sessionId ?? null);
    const draft = request.draft ? JSON.stringify(request.draft) : null;
    // Of many at once one passes, and the others do not even wait for it; a code that was used ends the row of growing waits.
    const { rows } = await tx.execute<{ resend_in: number; expires_at: string }>(sql`
      insert into otp_codes as had (identifier, challenge_id, purpose, session_id, code_hash, draft, tries, sent_at, expires_at, used_at, send_count, next_send_at)
      select ${identifier}, ${challengeId}::uuid, ${purpose}, ${sessionId}::uuid, ${codeHash}, ${draft}::jsonb, 0, now(), now() + make_interval(secs => ${codeSeconds}), null, 1, now() + make_interval(secs => ${firstWait})
      where pg_try_advisory_xact_lock(hashtextextended(${identifier}, 1))
      on conflict (identifier) do update set challenge_id = excluded.challenge_id, purpose = excluded.purpose, session_id = excluded.session_id, code_hash = excluded.code_hash, draft = excluded.draft,
        tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = null,
        send_count = case when ${isNewSeries} then 1 else had.send_count + 1 end,
        next_send_at = now() + make_interval(secs => case when ${isNewSeries} then ${firstWait} else least(${longestWait}, ${firstWait} * 2 ^ least(had.send_count, 10)) end)
      where had.next_send_at <= now() or had.used_at is not null
      returning extract(epoch from next_send_at - now())::int as resend_in, expires_at`);
    const [sent] = rows;
    if (!sent) return null;
    const key = identifierKey(config, identifier);
    await limits.codesPerHour(key, tx);
    await limits.codesPerDay(key, tx);
    await limits.codesPerNetwork(networkOf(request.address), tx);
    if (channel === 'sms') {
      await limits.smsPerMinute('all', tx);
      await limits.smsPerDay('all', tx);
    }
    await outbox.send(tx, {
      ...codeMessage(config, channel, code),
      to: identifier,
      purpose,
      code,
      expiresAt: new Date(sent.expires_at),
    });
    return sent;
  });
  if (!waits) {
    await insistOnWait(db, identifier);
    throw tooMany(firstWait);
  }
  outbox.kick();
  return { expiresInSeconds: codeSeconds, resendInSeconds: waits.resend_in };
}

const isNewSeries = sql`(had.used_at is not null or had.sent_at < now() - interval '1 hour')`;

/** @throws AppError 429 with the seconds to wait */
async function insistOnWait(db: PageServices['connection']['db'], identifier: string): Promise<void> {
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select ceil(extract(epoch from next_send_at - now()))::int as seconds from otp_codes where identifier = ${identifier} and used_at is null and next_send_at > now()`,
  );
  if (rows[0]) throw tooMany(Math.max(1, rows[0].seconds));
}
