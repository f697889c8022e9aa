import { setTimeout as wait } from 'node:timers/promises';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Connection, Queryable } from '../../../database/connect.server.ts';
import { checkedLinks, type LinkOutcome, type StudioKind } from '../../../database/schema.ts';
import type { Answer, LinkAsker } from './ask-link.server.ts';

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
// What has failed once is asked for again on the next day, until it is well or broken.
const isDue = sql`(checked_at is null or checked_at < now() -
  case when failures > 0 and first_broken_at is null then interval '1 day' else interval '7 days' end)`;
/** Hosts that may fail to answer, one after the other, before we doubt our own connection. */
const mostSilentHosts = 5;
const controls = 3;

type Result = {
  asked: number;
  /** Of those asked for, how many count as broken now. */
  broken: number;
  /** Nothing outside could be reached: the run stopped, and nothing of it counts. */
  isCutOff: boolean;
};
type Failure = { url: string; host: string; answer: Answer };
/** `doubtful`: failures that wait until some host has answered; null from then on. */
type Run = Result & { doubtful: Failure[] | null };

/** Asks for each external link of live pieces at most once a week; one at a time for each host, with pauses. */
export async function checkLinks(check: LinkCheck): Promise<Result> {
  const { connection, signal, limit, origin } = check;
  await collectLinks(connection, origin, signal);
  const { rows } = await connection.db.execute<Link>(
    sql`select url, host from checked_links where ${isDue} order by checked_at nulls first, url limit ${limit}`,
  );
  const queues = [...Map.groupBy(rows, ({ host }) => host).values()];
  const run: Run = { asked: 0, broken: 0, isCutOff: false, doubtful: [] };
  const work = async () => {
    for (let queue = queues.pop(); queue && !run.isCutOff; queue = queues.pop()) await checkHost(check, queue, run);
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, work));
  if (run.doubtful !== null && run.doubtful.length > 0) await resolveDoubt(check, run);
  const { asked, broken: isBroken, isCutOff } = run;
  return { asked, broken: isBroken, isCutOff };
}

type Link = { url: string; host: string };

async function checkHost(check: LinkCheck, queue: Link[], run: Run): Promise<void> {
  const {
    connection: { db },
    asker,
    signal,
    pauseMs = 5_000,
  } = check;
  for (const [at, { url, host }] of queue.entries()) {
    if (signal.aborted || run.isCutOff) return;
    if (at > 0) await wait(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted || run.isCutOff || !(await claim(db, url))) continue;
    const answer = await asker.ask(url, signal);
    if (signal.aborted || run.isCutOff) return void (await giveBack(db, [url]));
    const failure = { url, host, answer };
    if (isAnswered(answer)) await believe(check, run);
    if (run.doubtful === null) await count(check, run, failure);
    else {
      run.doubtful.push(failure);
      if (new Set(run.doubtful.map((one) => one.host)).size >= mostSilentHosts) await resolveDoubt(check, run);
    }
  }
}

/** Whether a server has answered, whatever it said. */
const isAnswered = ({ outcome, status }: Answer) =>
  status !== null || outcome === 'redirects' || outcome === 'not_asked';

async function count({ connection: { db }, onAnswer }: LinkCheck, run: Run, { url, answer }: Failure): Promise<void> {
  run.asked += 1;
  if (await noteAnswer(db, url, answer)) run.broken += 1;
  onAnswer?.(url, answer);
}

/** We are connected, so what has failed until now counts. */
async function believe(check: LinkCheck, run: Run): Promise<void> {
  const failures = run.doubtful ?? [];
  run.doubtful = null;
  for (const failure of failures) await count(check, run, failure);
}

/** Where nobody has answered, hosts that answered last time tell a dead link from a cut line. */
async function resolveDoubt(check: LinkCheck, run: Run): Promise<void> {
  const {
    connection: { db },
    asker,
    signal,
  } = check;
  const { rows } = await db.execute<Link>(sql`
    select url, host from (select distinct on (host) url, host, last_ok_at from checked_links
      where outcome = 'ok' and host <> all(${sql.param((run.doubtful ?? []).map(({ host }) => host))}::text[])
      order by host, last_ok_at desc) known
    order by last_ok_at desc limit ${controls}`);
  for (const { url } of rows) if (isAnswered(await asker.ask(url, signal))) return believe(check, run);
  if (run.doubtful === null || run.isCutOff) return;
  run.isCutOff = !signal.aborted;
  await giveBack(
    db,
    run.doubtful.map(({ url }) => url),
  );
}

/** One statement, so that of two instances one asks. */
async function claim(db: Queryable, url: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`update checked_links set checked_at = now() where url = ${url} and ${isDue} returning url`,
  );
  return rows.length > 0;
}

const giveBack = (db: Queryable, urls: string[]) =>
  db.update(checkedLinks).set({ checkedAt: null }).where(inArray(checkedLinks.url, urls));

/**
 * A link is broken after three failures in a row on at least two days in India: servers rest, and lines break.
 * @returns whether it counts as broken now
 */
async function noteAnswer(db: Queryable, url: string, { outcome, status }: Answer): Promise<boolean> {
  const isFailure = broken.includes(outcome);
  const day = (moment: SQL) => sql`(${moment} at time zone 'Asia/Kolkata')::date`;
  const isBroken = sql`(failures >= 2 and ${day(sql`first_failed_at`)} < ${day(sql`now()`)})`;
  const [row] = await db
    .update(checkedLinks)
    .set({
      outcome,
      status,
      ...(isFailure
        ? {
            failures: sql`failures + 1`,
            firstFailedAt: sql`coalesce(first_failed_at, now())`,
            firstBrokenAt: sql`coalesce(first_broken_at, case when ${isBroken} then first_failed_at end)`,
          }
        : { failures: 0, firstFailedAt: null }),
      ...(outcome === 'ok' ? { lastOkAt: sql`now()`, firstBrokenAt: null } : {}),
    })
    .where(eq(checkedLinks.url, url))
    .returning({ since: checkedLinks.firstBrokenAt });
  return isFailure && row !== undefined && row.since !== null;
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

type Row = { id: number; html: string; more: string | null };
const batchSize = 500;
const longest = 2_000;
const mostPerPiece = 200;

// What readers see of each kind: HTML, and JSON with addresses in it.
const sources: { kind: StudioKind; rows: (after: number) => ReturnType<typeof sql> }[] = [
  {
    kind: 'articles',
    rows: (after) => sql`select a.id, a.body_html as html,
        jsonb_build_array(a.sources, s.official_url, s.details -> 'apply')::text as more
      from articles a left join schemes s on s.article_id = a.id
      where a.status = 'published' and a.published_at <= now() and a.id > ${after} order by a.id limit ${batchSize}`,
  },
  {
    kind: 'videos',
    rows: (after) => sql`select id, body_html as html, null as more from videos
      where status = 'published' and published_at <= now() and id > ${after} order by id limit ${batchSize}`,
  },
  {
    kind: 'webstories',
    rows: (after) => sql`select id, '' as html, pages::text as more from webstories
      where status = 'published' and published_at <= now() and id > ${after} order by id limit ${batchSize}`,
  },
  {
    kind: 'pages',
    rows: (after) => sql`select p.id, t.body_html as html, null as more
      from studio_pieces p join text_pages t on t.key = p.key
      where p.kind = 'pages' and p.live is not null and p.id > ${after} order by p.id limit ${batchSize}`,
  },
  {
    kind: 'ctas',
    rows: (after) => sql`select id, '' as html, definition::text as more from ctas
      where is_active and id > ${after} order by id limit ${batchSize}`,
  },
];

/** External addresses of a piece, without fragments; our own, and what is no address, are left out. */
export function linksIn({ html, more }: Pick<Row, 'html' | 'more'>, origin: string): string[] {
  const own = new URL(origin).host;
  const written = [
    ...[...html.matchAll(/\shref="(https?:[^"]+)"/gi)].map(([, address]) => address!.replaceAll('&amp;', '&')),
    ...(more === null ? [] : textsIn(JSON.parse(more))),
  ];
  const found = new Set<string>();
  for (const address of written) {
    const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
    if (!url || url.host === own || url.username || url.password) continue;
    url.hash = '';
    if (url.href.length <= longest) found.add(url.href);
  }
  return [...found].slice(0, mostPerPiece);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Notes which live piece uses which external link; links that no live piece uses go, with their history. */
async function collectLinks({ db }: Connection, origin: string, signal: AbortSignal): Promise<void> {
  for (const { kind, rows } of sources) {
    let after = 0;
    for (;;) {
      signal.throwIfAborted();
      const { rows: pieces } = await db.execute<Row>(rows(after));
      const last = pieces.at(-1)?.id ?? 2_147_483_647;
      const uses = pieces.flatMap((piece) => linksIn(piece, origin).map((url) => ({ id: piece.id, url })));
      await db.transaction(async (tx) => {
        await tx.execute(
          sql`delete from link_uses where kind = ${kind} and piece_id > ${after} and piece_id <= ${last}`,
        );
        if (uses.length === 0) return;
        const [ids, urls] = [uses.map(({ id }) => id), uses.map(({ url }) => url)];
        await tx.execute(sql`insert into link_uses (kind, piece_id, url)
          select ${kind}, * from unnest(${sql.param(ids)}::int[], ${sql.param(urls)}::text[]) on conflict do nothing`);
        await tx.execute(sql`insert into checked_links (url, host)
          select * from unnest(${sql.param(urls)}::text[], ${sql.param(urls.map((url) => new URL(url).host))}::text[])
          on conflict do nothing`);
      });
      if (pieces.length < batchSize) break;
      after = last;
    }
  }
  await db.execute(sql`delete from checked_links l where not exists (select 1 from link_uses u where u.url = l.url)`);
}
