import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cachePurges } from '../../database/schema.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { queuePurges, sweepPurges } from './purge-queue.server.ts';
import { addressesOf, keepPurging, purgeDue } from './purge-worker.server.ts';
import { siteLanguages } from '../settings/site-languages.ts';

type Call = {
  method: string | undefined;
  type: string | undefined;
  authorization: string | undefined;
  files: string[];
};

const origin = 'https://nagrik.example';
let cdn: Server;
let database: TestDatabase;
let calls: Call[] = [];
let status = 200;
/** What the next answers wait for. */
let gate: Promise<void> | undefined;
let lines: [object, string][] = [];
let counted: [string, number][] = [];
const db = () => database.connection.db;
beforeAll(async () => {
  cdn = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', async () => {
      const { files } = JSON.parse(body) as { files: string[] };
      const { authorization, 'content-type': type } = request.headers;
      calls.push({ method: request.method, type, authorization, files });
      await gate;
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  database = await openTestDatabase('empty');
});
afterAll(async () => {
  cdn.closeAllConnections();
  cdn.close();
  await database.close();
});
beforeEach(async () => {
  await db().delete(cachePurges);
  [calls, lines, counted, status, gate] = [[], [], [], 200, undefined];
});

const needs = (more: Partial<Parameters<typeof purgeDue>[0]> = {}) => ({
  connection: database.connection,
  config: {
    publicOrigin: origin,
    purge: { url: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/`, secret: 'for the caches' },
  },
  log: { info: () => {}, error: (fields: object, text: string) => void lines.push([fields, text]) },
  count: (result: string, addresses: number) => void counted.push([result, addresses]),
  ...more,
});
let dueSince = 0;
async function becomeDue(): Promise<void> {
  dueSince = performance.now();
  await db().execute(sql`update cache_purges set due_at = now()`);
}
/** `seconds` until the next try as they were set, which was after the row became due. */
async function rest() {
  const { rows } = await db().execute<{ path: string; tries: number; left: number }>(
    sql`select path, tries, extract(epoch from due_at - now())::float as left from cache_purges order by id`,
  );
  const elapsed = (performance.now() - dueSince) / 1_000;
  const wasSet = (left: number) => [5, 30, 120, 300, 600].findLast((delay) => left <= delay && delay <= left + elapsed);
  return rows.map(({ left, ...row }) => ({ ...row, seconds: wasSet(left) ?? Math.round(left) }));
}
const queueDue = async (...paths: string[]) => {
  await queuePurges(db(), paths);
  await becomeDue();
};

describe('an address', () => {
  it('of a page or a feed stands in each language, that of a file once', () => {
    expect(siteLanguages().length).toBeGreaterThan(1);
    for (const path of ['/', '/article/rations-1', '/feed.xml', '/feed.atom', '/check', '/scams.json', '/scams.xml'])
      expect(addressesOf(origin, path).length, path).toBe(siteLanguages().length);
    expect(addressesOf(origin, '/feed.atom')).toContain(`${origin}/hi/feed.atom`);
    for (const path of ['/media/a.jpg', '/img/640/a.webp', '/og/article-1.jpg', '/sitemaps/1.xml'])
      expect(addressesOf(origin, path)).toEqual([origin + path]);
  });

  it('is queued once, told three seconds later, and then forgotten', async () => {
    await queuePurges(db(), []);
    await queuePurges(db(), ['/og/a.jpg', '/og/b.jpg', '/og/a.jpg']);
    const { rows } = await db().execute(
      sql`select path, tries, extract(epoch from due_at - queued_at)::int as seconds from cache_purges order by id`,
    );
    expect(rows).toEqual([
      { path: '/og/a.jpg', tries: 0, seconds: 3 },
      { path: '/og/b.jpg', tries: 0, seconds: 3 },
    ]);
    await db().execute(sql`update cache_purges set due_at = now() + interval '1 minute'`);
    expect(await purgeDue(needs())).toBe(0);
    expect([calls, counted]).toEqual([[], []]);
    await becomeDue();
    expect(await purgeDue(needs())).toBe(2);
    expect(calls).toEqual([
      {
        method: 'POST',
        type: 'application/json',
        authorization: 'Bearer for the caches',
        files: [`${origin}/og/a.jpg`, `${origin}/og/b.jpg`],
      },
    ]);
    expect([await rest(), counted, lines]).toEqual([[], [['done', 2]], []]);
  });

  it('is told without a secret where there is none', async () => {
    await queueDue('/og/a.jpg');
    const { config } = needs();
    await purgeDue(needs({ config: { ...config, purge: { ...config.purge!, secret: undefined } } }));
    expect(calls.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  it('is one of thirty in a call, and of 150 queued ones taken at once, the urgent ones among them', async () => {
    const urgent = Array.from({ length: 20 }, (_, at) => `/og/urgent-${at}.jpg`);
    await queuePurges(db(), urgent, { isUrgent: true });
    await queueDue(...Array.from({ length: 140 }, (_, at) => `/og/${at}.jpg`));
    expect(await purgeDue(needs())).toBe(150);
    expect(calls.map(({ files }) => files.length)).toEqual([30, 30, 30, 30, 30]);
    expect(calls[0]!.files.slice(0, 20)).toEqual(urgent.map((path) => origin + path));
    expect(await rest()).toHaveLength(10);
    expect(await purgeDue(needs())).toBe(10);
    expect(new Set(calls.flatMap(({ files }) => files)).size).toBe(160);
  });

  it('is taken by one instance at a time', async () => {
    const answer = Promise.withResolvers<void>();
    gate = answer.promise;
    await queueDue('/og/a.jpg');
    const first = purgeDue(needs());
    await expect.poll(() => calls.length).toBe(1);
    expect(await rest()).toEqual([{ path: '/og/a.jpg', tries: 1, seconds: 300 }]);
    expect(await purgeDue(needs())).toBe(0);
    answer.resolve();
    expect(await first).toBe(1);
    expect(calls).toHaveLength(1);
  });
});

describe('what fails', () => {
  it('is tried again after 5 s, 30 s, 2 and 10 minutes, and then every ten', async () => {
    status = 503;
    await queueDue('/og/a.jpg');
    const delays: number[] = [];
    for (let tries = 1; tries <= 6; tries += 1) {
      await becomeDue();
      expect(await purgeDue(needs())).toBe(0);
      delays.push((await rest())[0]!.seconds);
      expect(lines.at(-1)).toMatchObject([
        { addresses: 1, tries, nextTrySeconds: delays.at(-1) },
        'caches in front were not told of changed pages',
      ]);
    }
    expect(delays).toEqual([5, 30, 120, 600, 600, 600]);
    expect(counted).toEqual(Array.from({ length: 6 }, () => ['failed', 1]));
  });

  it('also where the purge address does not answer in time', async () => {
    gate = new Promise(() => {});
    await queueDue('/og/a.jpg');
    expect(await purgeDue(needs({ timings: { timeoutMs: 50 } }))).toBe(0);
    expect(await rest()).toMatchObject([{ tries: 1, seconds: 5 }]);
    expect(counted).toEqual([['failed', 1]]);
  });

  it('for a day is given up, and nothing that is younger', async () => {
    await queuePurges(db(), ['/og/old.jpg', '/og/older.jpg']);
    await db().execute(sql`update cache_purges set queued_at = now() - interval '25 hours'`);
    await queuePurges(db(), ['/og/young.jpg']);
    await db().execute(
      sql`update cache_purges set queued_at = now() - interval '23 hours' where path = '/og/young.jpg'`,
    );
    expect(await purgeDue(needs())).toBe(0);
    expect(lines).toEqual([[{ paths: 2 }, 'caches in front were not told of changed pages for a day: given up']]);
    expect(counted).toEqual([['given_up', 2]]);
    await queuePurges(db(), ['/og/gone.jpg']);
    await db().execute(
      sql`update cache_purges set queued_at = now() - interval '25 hours' where path = '/og/gone.jpg'`,
    );
    await sweepPurges(db());
    expect((await rest()).map(({ path }) => path)).toEqual(['/og/young.jpg']);
  });
});

describe('the worker', () => {
  it('tells all that is due, more than one batch of it, until it is stopped', async () => {
    await queueDue(...Array.from({ length: 151 }, (_, at) => `/og/${at}.jpg`));
    const stop = keepPurging(needs({ timings: { pollMs: 300 } }));
    // Counted after they are deleted.
    await expect
      .poll(() => counted, { timeout: 20_000 })
      .toEqual([
        ['done', 150],
        ['done', 1],
      ]);
    expect(await db().$count(cachePurges)).toBe(0);
    await queueDue('/og/again.jpg');
    await expect.poll(() => db().$count(cachePurges), { timeout: 20_000 }).toBe(0);
    await stop();
    await queueDue('/og/late.jpg');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await db().$count(cachePurges)).toBe(1);
  });

  it('ends what it is telling when it is stopped; that is no failure, and is told again', async () => {
    gate = new Promise(() => {});
    await queueDue('/og/a.jpg');
    const stop = keepPurging(needs({ timings: { pollMs: 20 } }));
    await expect.poll(() => calls.length).toBe(1);
    await stop();
    expect(await rest()).toMatchObject([{ path: '/og/a.jpg', tries: 1, seconds: 5 }]);
    expect([lines, counted]).toEqual([[], []]);
  });

  it('says in the log that the database is away, and goes on', async () => {
    const away = { ...database.connection, db: { execute: () => Promise.reject(new Error('away')) } as never };
    const stop = keepPurging(needs({ connection: away, timings: { pollMs: 20 } }));
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    await stop();
    expect(lines[0]).toMatchObject([{ err: expect.anything() }, 'background work failed']);
  });
});
