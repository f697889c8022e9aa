import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import pg from 'pg';
import { cookiesOf } from '../src/testing/sign-in.ts';
import { createTraffic, type Reader, type Visit } from './mixed-traffic.ts';
import { keepAliveAgent, pace, send } from './open-loop.ts';

// The load generator, in a process of its own so that its CPU time is not counted as the site's.

export type Setup = { origins: string[]; databaseUrl: string; cookies: string[]; run: string };
export type Order = { seconds: number } & (
  | { /** Closed loop: each visitor sends the next request after the response. */ connections: number }
  | { /** Open loop: requests per second, independent of responses. */ rate: number }
);
export type Times = { count: number; p50: number; p99: number; most: number };
export type Result = {
  seconds: number;
  all: Times;
  readers: Record<string, Times>;
  kinds: Record<string, Times>;
  statuses: Record<string, number>;
  errors: number;
  examples: string[];
};

const good = new Set([200, 201, 204, 304]);
const addresses = 20_000;

/** @returns the pages reachable by links, as a visitor would find them */
async function crawl(origin: string): Promise<string[]> {
  const found = new Set<string>();
  for (let left = ['/', '/videos'], round = 0; round < 2; round += 1) {
    const pages = await Promise.all(left.map(async (path) => (await fetch(origin + path)).text()));
    left = [
      ...new Set(
        pages.flatMap((page) =>
          [...page.matchAll(/href="(\/(?:article|category|tag|video)\/[^"?#]+)"/g)].map(([, path]) => path!),
        ),
      ),
    ].filter((path) => !found.has(path));
    for (const path of left) found.add(path);
  }
  // A link to a translation's former address costs its reader a redirect, and is followed to a page that is here anyway.
  const paths = [...found];
  const statuses = await Promise.all(
    paths.map(async (path) => (await fetch(origin + path, { method: 'HEAD', redirect: 'manual' })).status),
  );
  return paths.filter((_, index) => statuses[index] === 200);
}

/** Titles in the order of their ids, which are contiguous after the fill; later questions are left out. */
async function readSite(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const titles: string[] = [];
  for (let isMore = true; isMore;) {
    const { rows } = await client.query<{ id: number; title: string }>(
      'select id, title from questions where id > $1 order by id limit 50000',
      [titles.length],
    );
    const before = titles.length;
    for (const { id, title } of rows) if (id === titles.length + 1) titles.push(title);
    isMore = titles.length - before === 50_000;
  }
  const {
    rows: [counts],
  } = await client.query<{ comments: number; categories: number[] }>(
    'select (select max(id) from comments) as comments, (select array_agg(distinct category) from questions, unnest(category_ids) as category where id <= 1000) as categories',
  );
  await client.end();
  return { titles, ...counts! };
}

class Tally {
  private readonly histograms = new Map<string, RecordableHistogram>();
  readonly statuses: Record<string, number> = {};
  readonly examples: string[] = [];
  errors = 0;

  note({ reader, kind, method = 'GET', path }: Visit, status: number, afterMs: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (good.has(status)) {
      for (const name of ['all', `reader ${reader}`, `kind ${kind}`])
        this.histogramOf(name).record(Math.max(1, Math.round(afterMs * 1_000)));
      return;
    }
    this.errors += 1;
    if (this.examples.length < 10) this.examples.push(`${status} ${method} ${path}`);
  }

  private histogramOf(name: string): RecordableHistogram {
    const known = this.histograms.get(name);
    if (known) return known;
    const fresh = createHistogram();
    this.histograms.set(name, fresh);
    return fresh;
  }

  result(seconds: number): Result {
    const times = (histogram: RecordableHistogram): Times => ({
      count: histogram.count,
      p50: histogram.percentile(50) / 1_000,
      p99: histogram.percentile(99) / 1_000,
      most: histogram.max / 1_000,
    });
    const named = (start: string) =>
      Object.fromEntries(
        [...this.histograms].flatMap(([name, histogram]) =>
          name.startsWith(start) ? [[name.slice(start.length), times(histogram)]] : [],
        ),
      );
    return {
      seconds,
      all: times(this.histogramOf('all')),
      readers: named('reader ') as Record<Reader, Times>,
      kinds: named('kind '),
      statuses: this.statuses,
      errors: this.errors,
      examples: this.examples,
    };
  }
}

async function begin({ origins, databaseUrl, cookies, run }: Setup): Promise<(order: Order) => Promise<Result>> {
  const site = await readSite(databaseUrl);
  const nextVisit = createTraffic({ ...site, pages: await crawl(origins[0]!), members: cookies.length, run });
  const agent = keepAliveAgent();
  let turn = 0;

  async function visit(tally: Tally, dueAt?: number): Promise<void> {
    const asked = nextVisit();
    // Round robin over all instances. Each visitor has an address of their own, so the site's rate limits stay in
    // force.
    const origin = origins[turn++ % origins.length]!;
    const address = turn % addresses;
    const jar: Record<string, string> = asked.member === undefined ? {} : { cookie: cookies[asked.member]! };
    const headers = {
      ...asked.headers,
      ...jar,
      'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    };
    const answer = await send(origin, agent, { ...asked, headers }, dueAt ?? performance.now());
    if (asked.member !== undefined && answer.cookies.length > 0)
      cookies[asked.member] = cookiesOf(answer.cookies, cookies[asked.member]);
    tally.note(asked, answer.status, answer.afterMs);
  }

  return async (order) => {
    const tally = new Tally();
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1_000;
    if ('rate' in order) {
      const underWay = new Set<Promise<void>>();
      await pace(order.rate, order.seconds, (_index, dueAt) => {
        const one = visit(tally, dueAt).finally(() => underWay.delete(one));
        underWay.add(one);
      });
      await Promise.all(underWay);
    } else {
      await Promise.all(
        Array.from({ length: order.connections }, async () => {
          while (elapsed() < order.seconds) await visit(tally);
        }),
      );
    }
    return tally.result(elapsed());
  };
}

let running: Promise<(order: Order) => Promise<Result>> | undefined;
process.on('disconnect', () => process.exit(0));
process.on('message', (message: { setup: Setup } | { order: Order }) => {
  const work =
    'setup' in message
      ? (running = begin(message.setup)).then(() => ({ isReady: true }))
      : running!.then((run) => run(message.order)).then((result) => ({ result }));
  work.then(
    (answer) => process.send!(answer),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
