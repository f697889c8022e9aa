import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Connection, Queryable } from '../../../database/connect.server.ts';
import { checkedLinks, type LinkOutcome, type StudioKind } from '../../../database/schema.ts';
import type { Answer, LinkAsker } from './ask-link.server.ts';
import { collectLinks } from './collect-links.server.ts';

export type LinkCheck = {
  connection: Connection;
  asker: LinkAsker;
  /** Our own address: links to it are not asked for. */
  origin: string;
  signal: AbortSignal;
  /** At most so many links in this run. */
  limit: number;
  /** Between two requests to one host. */
  pauseMs?: number;
  onAnswer?: (url: string, answer: Answer) => void;
};

const hostsAtOnce = 4;
// 'refused' and 'not_asked' say nothing about what a reader gets: what was known stays.
const broken: readonly LinkOutcome[] = ['gone', 'server_error', 'unreachable', 'too_slow', 'redirects', 'not_public'];
const isDue = sql`(checked_at is null or checked_at < now() - interval '7 days')`;

/** Asks for each external link of live pieces at most once a week; one at a time for each host, with pauses. */
export async function checkLinks(check: LinkCheck): Promise<{ asked: number; broken: number }> {
  const { connection, signal, limit, origin } = check;
  await collectLinks(connection, origin, signal);
  const { rows } = await connection.db.execute<{ url: string; host: string }>(
    sql`select url, host from checked_links where ${isDue} order by checked_at nulls first, url limit ${limit}`,
  );
  const queues = [...Map.groupBy(rows, ({ host }) => host).values()];
  const done = { asked: 0, broken: 0 };
  const work = async () => {
    for (let queue = queues.pop(); queue; queue = queues.pop()) await checkHost(check, queue, done);
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, work));
  return done;
}

async function checkHost(
  { connection: { db }, asker, signal, pauseMs = 5_000, onAnswer }: LinkCheck,
  queue: { url: string }[],
  done: { asked: number; broken: number },
): Promise<void> {
  for (const [at, { url }] of queue.entries()) {
    if (signal.aborted) return;
    if (at > 0) await wait(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted || !(await claim(db, url))) continue;
    const answer = await asker.ask(url, signal);
    if (signal.aborted) return void (await giveBack(db, url));
    await noteAnswer(db, url, answer);
    done.asked += 1;
    if (broken.includes(answer.outcome)) done.broken += 1;
    onAnswer?.(url, answer);
  }
}

/** One statement, so that of two instances one asks. */
async function claim(db: Queryable, url: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`update checked_links set checked_at = now() where url = ${url} and ${isDue} returning url`,
  );
  return rows.length > 0;
}

const giveBack = (db: Queryable, url: string) =>
  db.update(checkedLinks).set({ checkedAt: null }).where(eq(checkedLinks.url, url));

async function noteAnswer(db: Queryable, url: string, { outcome, status }: Answer): Promise<void> {
  await db
    .update(checkedLinks)
    .set({
      outcome,
      status,
      ...(outcome === 'ok' ? { lastOkAt: sql`now()`, firstBrokenAt: null } : {}),
      ...(broken.includes(outcome) ? { firstBrokenAt: sql`coalesce(${checkedLinks.firstBrokenAt}, now())` } : {}),
    })
    .where(eq(checkedLinks.url, url));
}

export type BrokenLink = {
  url: string;
  outcome: LinkOutcome;
  status: number | null;
  firstBrokenAt: string;
  lastOkAt: string | null;
  pieces: { kind: StudioKind; id: number; title: string }[];
};

/** Broken links with the live pieces that use them, the longest broken first. */
export async function listBrokenLinks(db: Queryable, limit = 100): Promise<BrokenLink[]> {
  const { rows } = await db.execute<
    Omit<BrokenLink, 'firstBrokenAt' | 'lastOkAt'> & { brokenAt: Date; okAt: Date | null }
  >(sql`
    select l.url, l.outcome, l.status, l.first_broken_at as "brokenAt", l.last_ok_at as "okAt",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'id', u.piece_id,
          'title', coalesce(p.title, u.kind || ' ' || u.piece_id)) order by u.kind, u.piece_id), '[]')
        from (select * from link_uses x where x.url = l.url order by kind, piece_id limit 10) u
        left join studio_pieces p on p.kind = u.kind and p.id = u.piece_id) as pieces
    from checked_links l where l.first_broken_at is not null
      and exists (select 1 from link_uses u where u.url = l.url)
    order by l.first_broken_at, l.url limit ${limit}`);
  return rows.map(({ brokenAt, okAt, ...row }) => ({
    ...row,
    firstBrokenAt: new Date(brokenAt).toISOString(),
    lastOkAt: okAt === null ? null : new Date(okAt).toISOString(),
  }));
}
