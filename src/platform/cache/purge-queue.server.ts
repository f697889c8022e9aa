import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cachePurges } from '../../database/schema.ts';

/** What lists the newest pieces of the whole site. */
export const onEveryChange = ['/', '/feed.xml', '/feed.atom', '/sitemap.xml'] as const;
/** Past this age no cache serves the page any more, not even while the site is down (`stale-if-error`). */
export const purgeMaxAge = sql`interval '1 day'`;
/** The site's own instances drop the page first: a cache that asks again must not get the old one. */
const afterOwnCaches = sql`interval '3 seconds'`;

/**
 * Queues addresses for the caches in front, in the transaction of the change. Rows are only added, so that
 * transactions never wait for each other here.
 * @param paths without the prefix of a language
 * @param isUrgent for what is taken from readers: told before corrections, however many of those wait
 */
export async function queuePurges(
  tx: Queryable,
  paths: Iterable<string>,
  { isUrgent = false }: { isUrgent?: boolean | undefined } = {},
): Promise<void> {
  const unique = [...new Set(paths)];
  if (unique.length === 0) return;
  await tx.execute(sql`insert into ${cachePurges} (path, is_urgent, due_at)
    select path, ${isUrgent}, now() + ${afterOwnCaches} from unnest(${sql.param(unique)}::text[]) as path`);
}

/** Deletes what was never told: no purge address is set, or it failed for a day. */
export async function sweepPurges(db: Queryable): Promise<void> {
  await db.execute(sql`delete from ${cachePurges} where queued_at < now() - ${purgeMaxAge}`);
}
