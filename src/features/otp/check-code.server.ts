import { timingSafeEqual } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { CodePurpose } from '../../database/schema.ts';
import { AppError, tooMany } from '../../platform/wire/errors.ts';
import { day } from '../../platform/guard/limits.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Browser } from './browser.server.ts';
import { hashCode, identifierKey, waitKey } from './code-hash.server.ts';
import { normaliseCode } from './identifiers.ts';
import { problems } from '../../messages/problems.ts';

const triesPerCode = 5;
const wrongTriesPerDay = 20;

/** One error for a wrong, expired, used, unknown or locked code: it must not reveal which. */
const codeInvalid = () => new AppError(400, 'code_invalid', () => problems.badCode);

export type CodeDraft = { firstName: string; lastName: string; consentVersion: string };
/** Selects the code: one for signing in belongs to a browser, any other to the session `sessionId`. */
type CodeQuestion = {
  identifier: string;
  purposes: CodePurpose[];
  browser: Pick<Browser, 'id' | 'isBare' | 'own'>;
  sessionId?: string | undefined;
};
type Tried = {
  /** Null in the row that only carries the daily count. */
  challenge_id: string | null;
  purpose: CodePurpose;
  browser: string;
  is_bare: boolean;
  code_hash: string;
  draft: CodeDraft | null;
  wrong: number;
  seconds: number;
};

function isGood({ identifier, purposes, browser, sessionId }: CodeQuestion): SQL {
  const allowed = sql.join(
    purposes.map((purpose) => sql`${purpose}`),
    sql`, `,
  );
  const isOfBrowser = browser.isBare ? sql`is_bare` : sql`browser = ${browser.id}`;
  return sql`identifier = ${identifier} and tries < ${triesPerCode} and used_at is null and expires_at > now() and purpose in (${allowed})
    and case purpose when 'signin' then ${isOfBrowser} else session_id = ${sessionId ?? null}::uuid end`;
}

/** Whether this browser still has a valid code to enter. */
export async function hasGoodCode({ connection: { db } }: PageServices, question: CodeQuestion): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from code_challenges where ${isGood(question)} limit 1`);
  return rows.length === 1;
}

const now = sql.raw(`(extract(epoch from now()) * 1000)::bigint`);

/**
 * Consumes a code: of concurrent calls with the right one, exactly one succeeds. @throws AppError 400 code_invalid;
 * 429 after 20 wrong attempts in 24 hours, counted for each known browser and for all unknown ones together
 */
export async function checkCode(
  { connection: { db }, config }: PageServices,
  { code, ...question }: CodeQuestion & { code: string },
): Promise<{ purpose: CodePurpose; draft: CodeDraft | null }> {
  const { identifier, browser } = question;
  const typed = normaliseCode(code);
  if (typed === null || question.purposes.length === 0) throw codeInvalid();
  const own = browser.own(identifier);
  const key = own === null ? `wrong-codes:${identifierKey(config, identifier)}` : `wrong-codes-known:${own}`;

  // The attempt is counted before the comparison, in one statement, so that concurrent guesses cannot pass the limit.
  const { rows } = await db.execute<Tried>(sql`
    with over as materialized (
      select points, expire from rate_limits where key = ${key} and expire > ${now} and points >= ${wrongTriesPerDay}
    ), tried as (
      update code_challenges set tries = tries + 1
      where ${isGood(question)} and not exists (select from over)
      returning challenge_id, purpose, browser, is_bare, code_hash, draft
    ), counted as (
      insert into rate_limits as had (key, points, expire) select ${key}, 1, ${now} + ${day * 1_000} from (select from tried limit 1) as once
      on conflict (key) do update set points = case when had.expire <= ${now} then 1 else had.points + 1 end, expire = case when had.expire <= ${now} then excluded.expire else had.expire end
      returning points, expire
    )
    select challenge_id, purpose, browser, is_bare, code_hash, draft, points as wrong, greatest(1, ceil((expire - ${now}) / 1000.0))::int as seconds from tried, counted
    union all
    select null, null, null, null, null, null, points + 1, greatest(1, ceil((expire - ${now}) / 1000.0))::int from over`);
  const [first] = rows;
  if (!first) throw codeInvalid();
  if (first.wrong > wrongTriesPerDay) throw tooMany(first.seconds);

  // When an identifier is linked, the session's own code and one for signing in are both valid candidates.
  const right = rows.find((tried) => {
    const expected = Buffer.from(tried.code_hash);
    const { challenge_id: challengeId, purpose } = tried;
    const given = Buffer.from(hashCode(config, { challengeId: challengeId!, purpose, identifier, code: typed }));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  if (!right) throw codeInvalid();

  // A correct attempt is refunded from the daily count and ends the wait before the next code.
  const slots = [right.browser, ...(right.is_bare ? ['bare'] : []), ...(own === null ? [] : [own])];
  const waits = slots.map((slot) => waitKey(config, identifier, slot));
  const { rows: used } = await db.execute(sql`
    with used as (
      update code_challenges set used_at = now() where challenge_id = ${right.challenge_id} and used_at is null and expires_at > now() returning identifier
    ), refunded as (
      update rate_limits set points = points - 1 where key = ${key} and points > 0
    ), waited as (
      delete from rate_limits where key = any(${sql.param(waits)}::text[]) and exists (select from used)
    )
    select 1 from used`);
  if (used.length !== 1) throw codeInvalid();
  return { purpose: right.purpose, draft: right.draft };
}
