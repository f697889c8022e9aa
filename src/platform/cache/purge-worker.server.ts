import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/connect.server.ts';
import type { Config } from '../settings/config.server.ts';
import { describeError } from '../observe/describe-error.server.ts';
import type { OutboxLog } from '../delivery/outbox-worker.server.ts';
import { purgeMaxAge } from './purge-queue.server.ts';
import { repeat } from '../process/repeat.server.ts';
import { addressIn, siteLanguages } from '../settings/site-languages.ts';

export type PurgeResult = 'done' | 'failed' | 'given_up';
export type PurgeTimings = { pollMs: number; timeoutMs: number; delaysMs: number[] };
type Needs = {
  connection: Connection;
  config: Pick<Config, 'purge' | 'publicOrigin'>;
  log: OutboxLog;
  /** Counts addresses. */
  count?: ((result: PurgeResult, addresses: number) => void) | undefined;
  timings?: Partial<PurgeTimings>;
  /** Ends what is being told; it is told again. */
  signal?: AbortSignal;
};

const defaultPurgeTimings: PurgeTimings = {
  pollMs: 2_000,
  timeoutMs: 10_000,
  delaysMs: [5_000, 30_000, 120_000, 600_000],
};
/** No CDN takes fewer addresses in one call. */
const perCall = 30;
const rowsAtOnce = 150;
/** If this instance dies, another one takes the rows again: a purge may come twice. */
const lease = sql`interval '5 minutes'`;

// One file for all languages; every page stands below each language's prefix.
const isShared = (path: string) => /^\/(?:media|img|og|sitemaps)\/|^\/[\w-]+\.(?:json|xml|txt)$/.test(path);
const inEachLanguage = ['/feed.xml', '/scams.json', '/scams.xml'];
const hasLanguages = (path: string) => inEachLanguage.includes(path) || !isShared(path);

/** Every address at which a cache in front may hold this path. */
export const addressesOf = (origin: string, path: string): string[] =>
  (hasLanguages(path) ? [...new Set(siteLanguages().map((language) => addressIn(language, path)))] : [path]).map(
    (address) => origin + address,
  );

type Row = { id: number; path: string; tries: number; isUrgent: boolean };

/** Tells the caches in front which addresses have changed. @returns how many addresses were told */
export async function purgeDue({ connection: { db }, config, log, count, timings, signal }: Needs): Promise<number> {
  const { timeoutMs, delaysMs } = { ...defaultPurgeTimings, ...timings };
  const { rows: late } = await db.execute<{ path: string }>(
    sql`delete from cache_purges where queued_at < now() - ${purgeMaxAge} returning path`,
  );
  if (late.length > 0) {
    count?.('given_up', late.length);
    log.error({ paths: late.length }, 'caches in front were not told of changed pages for a day: given up');
  }
  // MATERIALIZED: a plain subquery may be evaluated once for each row.
  const { rows } = await db.execute<Row>(sql`
    with urgent as materialized (
      select id from cache_purges where is_urgent and due_at <= now() order by id limit ${rowsAtOnce} for update skip locked),
    others as materialized (
      select id from cache_purges where not is_urgent and due_at <= now() order by id
      limit ${rowsAtOnce} - (select count(*) from urgent) for update skip locked)
    update cache_purges set tries = tries + 1, due_at = now() + ${lease}
    where id in (select id from urgent union all select id from others)
    returning id, path, tries, is_urgent as "isUrgent"`);
  if (rows.length === 0) return 0;
  rows.sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent) || Number(one.id) - Number(other.id));
  const addresses = [...new Set(rows.flatMap(({ path }) => addressesOf(config.publicOrigin, path)))];
  const ids = sql.param(rows.map(({ id }) => Number(id)));
  try {
    for (let at = 0; at < addresses.length; at += perCall)
      await sendPurge(
        config.purge!,
        addresses.slice(at, at + perCall),
        [AbortSignal.timeout(timeoutMs), signal ?? []].flat(),
      );
  } catch (error) {
    const tries = Math.max(...rows.map((row) => row.tries));
    const delay = delaysMs[Math.min(tries, delaysMs.length) - 1]!;
    await db.execute(
      sql`update cache_purges set due_at = now() + make_interval(secs => ${delay / 1_000}) where id = any(${ids}::bigint[])`,
    );
    if (signal?.aborted) return 0;
    count?.('failed', addresses.length);
    log.error(
      { err: describeError(error), addresses: addresses.length, tries, nextTrySeconds: delay / 1_000 },
      'caches in front were not told of changed pages',
    );
    return 0;
  }
  await db.execute(sql`delete from cache_purges where id = any(${ids}::bigint[])`);
  count?.('done', addresses.length);
  return addresses.length;
}

class PurgeRefused extends Error {}

// The operator's own address, so it may be a private one. No redirect: the secret goes nowhere else.
async function sendPurge(
  { url, secret }: NonNullable<Config['purge']>,
  files: string[],
  signals: AbortSignal[],
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any(signals),
    headers: { 'content-type': 'application/json', ...(secret ? { authorization: `Bearer ${secret}` } : {}) },
    body: JSON.stringify({ files }),
  });
  await response.body?.cancel();
  if (!response.ok) throw new PurgeRefused(`The purge address answered ${response.status}.`);
}

/** @returns stops it, as `repeat` says */
export function keepPurging(needs: Needs): () => Promise<void> {
  const { pollMs } = { ...defaultPurgeTimings, ...needs.timings };
  return repeat({ name: 'purge', everyMs: pollMs, log: needs.log }, async (signal) => {
    while (!signal.aborted && (await purgeDue({ ...needs, signal })) > 0);
  });
}
