import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { boundedMap } from '../process/bounded-map.ts';
import { tooMany } from '../wire/errors.ts';
import type { Limit } from './limits.server.ts';

/**
 * One spending of a rate limit. `tight`: always counted, enforced only while a budget of the request is over half
 * spent. `known`: from a browser that has signed in before; of a budget over half spent, two a day still pass.
 */
export type Share = { limit: Limit; key: string; kind?: 'tight' | 'known' };
/** Exponential wait between sends of a series: 30, 60, 120 … seconds; a series ends after an hour without a send. */
export type Wait = { wait: string };

const now = sql.raw(`(extract(epoch from now()) * 1000)::bigint`);
/** Milliseconds to wait after the nth send of a series. */
const waitAfter = (points: string) => sql.raw(`least(3600000, 30000 * 2 ^ (least(${points}, 12) - 1))::bigint`);
export const firstWait = 30;
/** Known browsers may exceed a budget by half. */
const reserve = 1.5;

// Milliseconds for which a refusal is cached: short, because another instance may have lifted it.
const believedFor = 5_000;

type Row = {
  key: string;
  kind: 'count' | 'wait' | 'tight' | 'known' | 'budget' | 'tally';
  most: number;
  base: number;
  seconds: number;
  share?: Share;
};
type Answer = { key: string; seconds: number | null; points: number | null };

const spenders = new WeakMap<object, Spender>();
/** The spender of this instance and connection. */
export function spenderOf(connection: object): Spender {
  const known = spenders.get(connection);
  if (known) return known;
  const made = createSpender();
  spenders.set(connection, made);
  return made;
}

/** Spends several limits at once; caches refusals, so that a flood over a limit is refused without the database. */
export function createSpender() {
  const refusals = boundedMap<string, { until: number; believedUntil: number }>(20_000);
  const nameOf = ({ kind, most, key }: Row) => `${kind} ${most} ${key}`;

  function insistOnRemembered(rows: Row[]): void {
    const time = Date.now();
    for (const row of rows) {
      const refusal = refusals.get(nameOf(row));
      if (refusal === undefined || refusal.believedUntil <= time) continue;
      row.share?.limit.rule?.refused?.();
      throw tooMany(Math.max(1, Math.ceil((refusal.until - time) / 1_000)));
    }
  }

  function refuse(rows: Row[], refused: { key: string; seconds: number }[]): never {
    const time = Date.now();
    for (const { key, seconds } of refused) {
      const row = rows.find((one) => one.key === key)!;
      row.share?.limit.rule?.refused?.();
      if (row.kind === 'budget') row.share?.limit.rule?.tell?.('used');
      // A wait ends when its code is used, maybe on another instance, so it is not cached: checking it is one index
      // lookup.
      if (row.kind !== 'wait')
        refusals.set(nameOf(row), {
          until: time + seconds * 1_000,
          believedUntil: time + Math.min(believedFor, seconds * 1_000),
        });
    }
    throw tooMany(Math.max(1, ...refused.map(({ seconds }) => seconds)));
  }

  return {
    /**
     * Spends all shares in one statement, or none of them.
     * @returns the number of sends in the series (the longest, where there are several waits)
     * @throws AppError 429 with the longest Retry-After
     */
    async spend(db: Queryable, shares: (Share | Wait)[]): Promise<{ sends: number }> {
      const rows = rowsOf(shares);
      insistOnRemembered(rows);
      // In-memory limits that tests and benchmarks substitute for the shared ones.
      for (const share of shares) if ('limit' in share && !share.limit.rule) await share.limit(share.key);
      if (rows.length === 0) return { sends: 1 };
      const answers = new Map((await spendRows(db, rows)).map((answer) => [answer.key, answer]));
      const refused = [...answers.values()].flatMap(({ key, seconds }) => (seconds === null ? [] : [{ key, seconds }]));
      if (refused.length > 0) refuse(rows, refused);
      const lost = rows.filter(({ key }) => answers.get(key)?.points === null);
      if (lost.length > 0) {
        // A concurrent caller took the last unit between check and write: refund what this statement has spent.
        const spent = rows.filter((row) => !lost.includes(row));
        await refundRows(db, spent);
        refuse(rows, await secondsOf(db, lost));
      }
      alertBudgets(rows, answers);
      const series = rows.filter(({ kind }) => kind === 'wait').map(({ key }) => answers.get(key)?.points ?? 1);
      return { sends: Math.max(1, ...series) };
    },
    /** Refunds what was spent on an action that was not carried out. */
    refund: async (db: Queryable, shares: (Share | Wait)[]) => refundRows(db, rowsOf(shares)),
  };
}

export type Spender = ReturnType<typeof createSpender>;

function rowsOf(shares: (Share | Wait)[]): Row[] {
  const isKnown = shares.some((share) => 'kind' in share && share.kind === 'known');
  const rows = shares.flatMap((share): Row[] => {
    if ('wait' in share) return [{ key: share.wait, kind: 'wait', most: 0, base: 0, seconds: 3_600 }];
    const { rule } = share.limit;
    if (!rule) return [];
    const key = `${rule.name}:${share.key}`;
    const row = { key, most: rule.points, base: rule.points, seconds: rule.seconds, share };
    if (!rule.tell) return [{ ...row, kind: share.kind ?? 'count' }];
    const most = isKnown ? Math.ceil(rule.points * reserve) : rule.points;
    const tally: Row = { key: `${rule.name}-last-hour:${share.key}`, kind: 'tally', most: 0, base: 0, seconds: 3_600 };
    return [{ ...row, kind: 'budget', most }, ...(rule.seconds > 3_600 ? [tally] : [])];
  });
  return rows.sort((a, b) => (a.key < b.key ? -1 : 1));
}

const sent = (rows: Row[]) =>
  sql`json_to_recordset(${JSON.stringify(rows.map(({ key, kind, most, base, seconds }) => ({ key, kind, most, base, seconds })))}) as w(key text, kind text, most int, base int, seconds int)`;

/** For each row: seconds to wait where it refuses, else null; and its count, where it was spent. */
async function spendRows(db: Queryable, rows: Row[]): Promise<Answer[]> {
  // Checks first, so that a refusal writes nothing; the write checks again, because of concurrent writers.
  const { rows: answers } = await db.execute<Answer>(sql`
    with wanted as materialized (select w.*, r.points, r.expire, coalesce(r.expire > ${now}, false) as is_live from ${sent(rows)} left join rate_limits r on r.key = w.key),
    state as materialized (
      select coalesce(bool_or(points * 2 > base), false) as is_tight from wanted where kind = 'budget' and is_live
    ), refused as materialized (
      select key, greatest(1, ceil((case kind when 'wait' then expire - 3600000 + ${waitAfter('points')} else expire end - ${now}) / 1000.0))::int as seconds from wanted, state
      where is_live and case kind when 'tally' then false when 'wait' then ${now} < expire - 3600000 + ${waitAfter('points')}
        when 'tight' then is_tight and points >= most when 'known' then points >= most or (is_tight and points >= 2) else points >= most end
    ), passed as (
      insert into rate_limits as had (key, points, expire)
      select key, 1, ${now} + seconds * 1000 from wanted where not exists (select from refused) order by key
      on conflict (key) do update set points = case when had.expire <= ${now} then 1 else had.points + 1 end,
        expire = case when had.expire <= ${now} or (select kind from wanted w where w.key = had.key) = 'wait' then excluded.expire else had.expire end
      where had.expire <= ${now} or (select case w.kind when 'tally' then true when 'wait' then ${now} >= had.expire - 3600000 + ${waitAfter('had.points')}
        when 'tight' then not is_tight or had.points < w.most when 'known' then had.points < w.most and (not is_tight or had.points < 2) else had.points < w.most end from wanted w, state where w.key = had.key)
      returning key, points
    )
    select wanted.key, refused.seconds, passed.points from wanted left join refused on refused.key = wanted.key left join passed on passed.key = wanted.key`);
  return answers;
}

async function refundRows(db: Queryable, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    with held as (select key from rate_limits where key = any(${sql.param(rows.map(({ key }) => key))}::text[]) order by key for update)
    update rate_limits r set points = r.points - 1, expire = case when r.points <= 1 then 0 else r.expire end from held where r.key = held.key and r.points > 0`);
}

async function secondsOf(db: Queryable, rows: Row[]): Promise<{ key: string; seconds: number }[]> {
  const { rows: found } = await db.execute<{ key: string; seconds: number }>(sql`
    select w.key, greatest(1, ceil((case kind when 'wait' then expire - 3600000 + ${waitAfter('points')} else expire end - ${now}) / 1000.0))::int as seconds
    from ${sent(rows)} join rate_limits r on r.key = w.key`);
  return rows.map(({ key }) => found.find((one) => one.key === key) ?? { key, seconds: 1 });
}

function alertBudgets(rows: Row[], answers: Map<string, Answer>): void {
  for (const { kind, key, base, share } of rows) {
    const rule = share?.limit.rule;
    if (kind !== 'budget' || !rule?.tell) continue;
    const inAnHour = answers.get(`${rule.name}-last-hour:${share!.key}`)?.points ?? 0;
    if (inAnHour * 2 >= base) rule.tell('half');
    if ((answers.get(key)?.points ?? 0) >= base) rule.tell('used');
  }
}
