// @runs on both databases
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cachePurges } from '../../../database/schema.ts';
import { createMetrics } from '../../../platform/observe/metrics.server.ts';
import { queuePurges, sweepPurges } from '../../../platform/cache/purge-queue.server.ts';
import { keepPurging, purgeDue } from '../../../platform/cache/purge-worker.server.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { join } from '../../../testing/join.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { addressesOfMedia } from './queue-purge.server.ts';

type Call = { path: string; authorization: string | undefined; files: string[] };

let cdn: Server;
let calls: Call[] = [];
let status = 200;
let test: TestApp;
let admin: Colleague;
beforeAll(async () => {
  cdn = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const { files } = JSON.parse(body || '{"files":[]}') as { files: string[] };
      calls.push({ path: request.url!, authorization: request.headers.authorization, files });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  test = await buildTestApp({
    env: { PURGE_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`, PURGE_SECRET: 'for the caches' },
  });
  admin = await colleague(test, 'admin');
});
afterAll(async () => {
  await test.close();
  cdn.close();
});
beforeEach(async () => {
  await test.db.delete(cachePurges);
  calls = [];
  status = 200;
});

const origin = 'http://localhost:3000';
const lines: [object, string][] = [];
const log = { info: () => {}, error: (fields: object, text: string) => void lines.push([fields, text]) };
const needs = () => ({ connection: test.services.connection, config: test.services.config, log });
const becomeDue = () => test.db.execute(sql`update cache_purges set due_at = now()`);
async function told(): Promise<string[]> {
  await becomeDue();
  await purgeDue(needs());
  return calls.flatMap(({ files }) => files);
}
type Piece = { id: number; path: string };
async function live(title: string, fields: object = {}): Promise<Piece> {
  const { id } = dataOf<{ id: number }>(await admin.post('/articles', { title, body: 'Text.', ...fields }));
  return { id, path: await publish(id, 1) };
}
async function publish(id: number, revision: number): Promise<string> {
  dataOf(await admin.post(`/articles/${id}/publish`, { revision, emergencyReason: 'A test' }));
  return (await test.app.inject({ url: `/api/article/${id}` })).json<{ data: { canonicalUrl: string } }>().data
    .canonicalUrl;
}

describe('caches in front are told of', () => {
  it('a publication: the page in each language, its picture, its lists, and what lists the newest', async () => {
    dataOf(await admin.post('/categories', { name: 'Rations' }));
    const { rows } = await test.db.execute<{ id: number }>(sql`select id from studio_pieces where kind = 'categories'`);
    dataOf(await admin.post(`/categories/${rows[0]!.id}/publish`, { revision: 1, emergencyReason: 'A test' }));
    await test.db.delete(cachePurges);
    const { id, path } = await live('Ration cards', { categories: ['rations'] });
    const files = await told();
    for (const one of [
      path,
      `/hi${path}`,
      `/og/article-${id}.jpg`,
      '/',
      '/hi',
      '/feed.xml',
      '/hi/feed.xml',
      '/sitemap.xml',
    ])
      expect(files).toContain(origin + one);
    expect(files.filter((file) => /\/category\/rations-/.test(file))).toHaveLength(2);
    expect(files).not.toContain(`${origin}/hi/og/article-${id}.jpg`);
    expect(new Set(files).size).toBe(files.length);
    expect(calls[0]).toMatchObject({ path: '/purge', authorization: 'Bearer for the caches' });
    expect(Math.max(...calls.map((call) => call.files.length))).toBeLessThanOrEqual(30);
    expect(await test.db.$count(cachePurges)).toBe(0);
  });

  it('a correction: the old address too, where the title has changed', async () => {
    const { id, path } = await live('The old title');
    await told();
    calls = [];
    const { revision } = dataOf<{ revision: number }>(
      await admin.put(`/articles/${id}`, { baseRevision: 1, title: 'The new title' }),
    );
    expect(await told()).toEqual([]);
    const now = await publish(id, revision);
    expect(now).not.toBe(path);
    const files = await told();
    expect(files).toContain(origin + path);
    expect(files).toContain(origin + now);
  });

  it('a takedown, whether it is for now or for good; nothing of it stays in the queue', async () => {
    const [hidden, gone] = [await live('Hidden for now'), await live('Gone for good')];
    await told();
    calls = [];
    dataOf(await admin.post(`/articles/${hidden.id}/unpublish`, { reason: 'Wrong' }));
    dataOf(await admin.post(`/articles/${gone.id}/remove`, { reason: 'A court said so' }));
    const files = await told();
    for (const { path } of [hidden, gone]) expect(files).toContain(origin + path);
    expect(await test.db.$count(cachePurges)).toBe(0);
  });

  it('a picture that was erased, in each size, once for all languages', async () => {
    await queuePurges(test.db, addressesOfMedia('/media/articles/well.webp'));
    const files = await told();
    expect(files).toContain(`${origin}/media/articles/well.webp`);
    for (const format of ['avif', 'webp']) expect(files).toContain(`${origin}/img/640/articles/well.webp.${format}`);
    expect(files).toHaveLength(13);
    expect(addressesOfMedia('/media/videos/well.mp4')).toEqual(['/media/videos/well.mp4']);
  });

  it('a hidden question', async () => {
    const [author, moderator] = [await join(test.services), await join(test.services, { role: 'moderator' })];
    const call = async (path: string, headers: Record<string, string>, payload: object) =>
      (await test.send('POST', `/api${path}`, payload, headers)).json().data;
    const title = 'A question that somebody will hide';
    const { id } = await call('/communities/question/create', author.headers, { title });
    await call('/moderation/act', moderator.headers, {
      entityType: 'QUESTION',
      entityId: id,
      act: 'HIDE',
      reason: 'Spam',
    });
    const files = await told();
    expect(files.some((file) => file.startsWith(`${origin}/community/question/a-question-that-`))).toBe(true);
    expect(files).toContain(`${origin}/community`);
  });
});

it('tells what is taken from readers first, however much waits', async () => {
  const [kept, hidden, gone] = [await live('Stays and waits'), await live('Is taken away'), await live('Is removed')];
  await test.db.delete(cachePurges);
  await test.db.execute(
    sql`insert into cache_purges (path, due_at) select '/article/imported-' || n, now() from generate_series(1, 1000) n`,
  );
  dataOf(await admin.put(`/articles/${kept.id}`, { baseRevision: 1, body: 'Another text.' }));
  await publish(kept.id, 2);
  dataOf(await admin.post(`/articles/${hidden.id}/unpublish`, { reason: 'Wrong' }));
  dataOf(await admin.post(`/articles/${gone.id}/remove`, { reason: 'An order' }));
  const files = await told();
  const first = files.findIndex((file) => file.includes('/article/imported-'));
  expect(first).toBeGreaterThan(0);
  for (const { path } of [hidden, gone]) {
    expect(files.indexOf(origin + path)).toBeGreaterThanOrEqual(0);
    expect(files.indexOf(origin + path)).toBeLessThan(first);
  }
  expect(files).not.toContain(origin + kept.path);
  expect(files.length).toBeLessThanOrEqual(150 * 3);
});

describe('where the purge address fails', () => {
  it.each([500, 302])(
    'with %i, the piece is live all the same, the log says so, and it is tried again',
    async (code) => {
      status = code;
      lines.length = 0;
      const metrics = createMetrics();
      const { path } = await live(`In spite of ${code}`);
      await becomeDue();
      expect(await purgeDue({ ...needs(), count: metrics.countPurges })).toBe(0);
      expect((await test.app.inject({ url: path })).statusCode).toBe(200);
      expect(lines).toMatchObject([
        [{ tries: 1, nextTrySeconds: 5 }, 'caches in front were not told of changed pages'],
      ]);
      expect(JSON.stringify(lines)).toContain(`answered ${code}`);
      expect(calls.map((call) => call.path)).toEqual(['/purge']);
      // Not before its time.
      await becomeDue();
      await purgeDue({ ...needs(), timings: { delaysMs: [5_000, 3_600_000] } });
      expect(await purgeDue(needs())).toBe(0);
      expect(calls).toHaveLength(2);
      status = 200;
      await becomeDue();
      const stop = keepPurging({ ...needs(), count: metrics.countPurges, timings: { pollMs: 20 } });
      await expect.poll(() => test.db.$count(cachePurges)).toBe(0);
      await stop();
      const figures = await metrics.registry.metrics();
      expect(figures).toMatch(/nagrik_cache_purges_total\{result="failed"\} [1-9]/);
      expect(figures).toMatch(/nagrik_cache_purges_total\{result="done"\} [1-9]/);
    },
  );

  it('for a day, it gives up loudly', async () => {
    await live('A lost one');
    lines.length = 0;
    await test.db.execute(sql`update cache_purges set queued_at = now() - interval '25 hours'`);
    expect(await told()).toEqual([]);
    expect(lines).toMatchObject([[{ paths: expect.any(Number) }, expect.stringContaining('given up')]]);
    await live('Nobody is asked');
    await test.db.execute(sql`update cache_purges set queued_at = now() - interval '25 hours'`);
    await sweepPurges(test.db);
    expect(await test.db.$count(cachePurges)).toBe(0);
  });
});
