import { timingSafeEqual } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { CodePurpose } from '../../database/schema.ts';
import { AppError, tooMany } from '../../platform/errors.ts';
import { day } from '../../platform/limits.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { hashCode, identifierKey } from './code-hash.server.ts';
import { normaliseCode } from './identifiers.ts';

const triesPerCode = 5;
const wrongTriesPerDay = 20;

/** One answer for a wrong, expired, used, unknown and locked code: it must not say which. */
export const codeInvalid = () =>
  new AppError(400, 'code_invalid', 'That code is not right, or no longer good. Check it, or ask for a new one.');

export type CodeDraft = { firstName: string; lastName: string; consentVersion: string };
/** Which code is meant: `sessionId` is the session that asked for it, where it was not for a sign-in. */
type CodeQuestion = { identifier: string; purposes: CodePurpose[]; sessionId?: string | undefined };
type Tried = {
  challenge_id: string;
  purpose: CodePurpose;
  code_hash: string;
  draft: CodeDraft | null;
  wrong: number;
  seconds: number;
};

function isGood({ identifier, purposes, sessionId }: CodeQuestion): SQL {
  const allowed = sql.join(
    purposes.map((purpose) => sql`${purpose}`),
    sql`, `,
  );
  return sql`identifier = ${identifier} and tries < ${triesPerCode} and used_at is null and expires_at > now() and purpose in (${allowed}) and (purpose = 'signin' or session_id = ${sessionId ?? null}::uuid)`;
}

/** Whether a code that was sent can still be entered. */
export async function hasGoodCode({ connection: { db } }: PageServices, question: CodeQuestion): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from otp_codes where ${isGood(question)}`);
  return rowCount === 1;
}

/**
 * Uses up the code of a number or address: of many at once with the right one, exactly one call returns.
 * @returns what it was good for, and the names given with it at sign-up
 * @throws AppError 400 code_invalid; 429 after 20 wrong tries for that number or address within 24 hours
 */
export async function checkCode(
  { connection: { db }, config }: PageServices,
  { code, ...question }: CodeQuestion & { code: string },
): Promise<{ purpose: CodePurpose; draft: CodeDraft | null }> {
  const { identifier } = question;
  const typed = normaliseCode(code);
  if (typed === null || question.purposes.length === 0) throw codeInvalid();
  const key = `wrong-codes:${identifierKey(config, identifier)}`;
  const now = sql`(extract(epoch from now()) * 1000)::bigint`;

  // A try counts before it is looked at, for the code and for the day, in one statement.
  const { rows } = await db.execute<Tried>(sql`
    with tried as (
      update otp_codes set tries = tries + 1
      where ${isGood(question)}
      returning challenge_id, purpose, code_hash, draft
    ), counted as (
      insert into rate_limits as had (key, points, expire) select ${key}, 1, ${now} + ${day * 1_000} from tried
      on conflict (key) do update set points = case when had.expire <= ${now} then 1 else had.points + 1 end, expire = case when had.expire <= ${now} then excluded.expire else had.expire end
      returning points, expire
    )
    select challenge_id, purpose, code_hash, draft, points as wrong, greatest(1, ceil((expire - ${now}) / 1000.0))::int as seconds from tried, counted`);
  const [tried] = rows;
  if (!tried) throw codeInvalid();
  if (tried.wrong > wrongTriesPerDay) throw tooMany(tried.seconds);

  const expected = Buffer.from(tried.code_hash);
  const given = Buffer.from(
    hashCode(config, { challengeId: tried.challenge_id, purpose: tried.purpose, identifier, code: typed }),
  );
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw codeInvalid();

  // A right try is no wrong one: it is taken back from the day's count.
  const { rowCount } = await db.execute(sql`
    with used as (
      update otp_codes set used_at = now() where identifier = ${identifier} and challenge_id = ${tried.challenge_id} and used_at is null and expires_at > now() returning identifier
    ), refunded as (
      update rate_limits set points = points - 1 where key = ${key} and points > 0
    )
    select from used`);
  if (rowCount !== 1) throw codeInvalid();
  return { purpose: tried.purpose, draft: tried.draft };
}
