// @runs on both databases
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { articles, pieceViews, trackEvents } from '../../database/schema.ts';
import { connect } from '../../database/connect.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, crossSiteScripts, jsonSuite, naughtyStrings, spread, sqlInjections } from '../../testing/corpora.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { reportDay, saveEvents, sweepEvents, type VisitEvent } from './tracking.queries.server.ts';
import { cleanEvent } from './clean-event.ts';

const test = openTestApp({ content: 'demo' });
let visits = 0;
let marks = 0;
let visit: string;

beforeEach(() => {
  visit = `visit-${(visits += 1)}`;
});

const track = (body: unknown, headers: Record<string, string> = {}) =>
  test.send('POST', '/api/track', typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body), {
    'content-type': 'text/plain;charset=UTF-8',
    cookie: `jrk_session_id=${visit}; jrk_source=newsletter`,
    ...headers,
  });

const viewsOf = async (id: number) =>
  (await test.db.select({ views: articles.viewCount }).from(articles).where(eq(articles.id, id)))[0]!.views;

const kept = async (name: string) => await test.db.select().from(trackEvents).where(eq(trackEvents.name, name));
const view = { name: 'view', path: '/article/x-MTAwMQ' };
/** Events are written in order: once this one is, all before it are, and what was left out stays so. */
async function allWritten(): Promise<void> {
  const name = `mark-${visit}-${(marks += 1)}`;
  expect((await track({ name, path: '/' })).statusCode).toBe(204);
  await expect.poll(async () => (await kept(name)).length).toBe(1);
}

describe('a beacon', () => {
  it('is 204 for one event or a list, as JSON or as text, and is written within the bound', async () => {
    for (const [body, type] of [
      [{ name: 'one', path: '/a' }, 'text/plain;charset=UTF-8'],
      [
        [
          { name: 'one', path: '/b', at: new Date().toISOString(), props: { n: 1, s: 'x', b: true, z: null } },
          { name: 'one', path: '/c', at: Date.now() },
        ],
        'application/json',
      ],
    ] as const) {
      const answer = await track(body, { 'content-type': type });
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([204, '', 'no-store']);
    }
    await allWritten();
    const rows = await kept('one');
    expect(rows.map(({ path }) => path).sort()).toEqual(['/a', '/b', '/c']);
    expect(rows.every(({ source, visit }) => source === 'newsletter' && visit.length === 22)).toBe(true);
    expect(rows.find(({ path }) => path === '/b')!.props).toEqual({ n: 1, s: 'x', b: true, z: null });
  });

  it('takes props of up to 2 KB, however they are shared out', async () => {
    const withProp = (length: number) => track({ name: 'long', path: '/', props: { a: 'x'.repeat(length) } });
    const around = JSON.stringify({ a: '' }).length;
    expect((await withProp(2_048 - around)).statusCode).toBe(204);
    expect((await withProp(2_049 - around)).statusCode).toBe(400);
  });

  it.each([
    ['no name', { path: '/a' }],
    ['no path', { name: 'x' }],
    ['a path that is none', { name: 'x', path: 'a b' }],
    ['a script for a path', { name: 'x', path: 'javascript:alert(1)' }],
    ['a name with a line break', { name: 'x\n{"level":60}', path: '/' }],
    ['props in props', { name: 'x', path: '/', props: { a: { b: 1 } } }],
    ['too many props', { name: 'x', path: '/', props: { a: 'x'.repeat(999), b: 'x'.repeat(999), c: 'x'.repeat(99) } }],
    ['a time that is none', { name: 'x', path: '/', at: 'soon' }],
    ['a NUL', { name: 'x', path: '/\u0000' }],
    ['a lone surrogate', '{"name":"x","path":"/","props":{"a":"\\ud800"}}'],
    ['a number', '1'],
    ['null', 'null'],
    ['nothing', '[]'],
    [
      'a broken list',
      [
        { name: 'x', path: '/' },
        { name: 1, path: '/' },
      ],
    ],
    ['a mobile number by its name', { name: 'x', path: '/', props: { phoneNo: '1' } }],
    ['a person by name', { name: 'x', path: '/', props: { user_id: '1' } }],
  ])('is 400 with %s', async (_what, body) => {
    expect((await track(body)).json()).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('is 400 for what is no JSON, for __proto__ and for a field nobody knows, which is named', async () => {
    for (const body of [
      '{',
      '',
      '{"name":"x","path":"/","props":{"__proto__":{"a":1}}}',
      '{"__proto__":{},"name":"x","path":"/"}',
      '{"name":"x","path":"/","props":{"constructor":{"prototype":{}}}}',
    ])
      expect((await track(body)).statusCode).toBe(400);
    expect((await track({ name: 'x', path: '/', userId: 'u' })).json()).toMatchObject({
      code: 'unknown_field',
      details: [{ path: 'userId' }],
    });
    expect(
      (
        await track([
          { name: 'x', path: '/' },
          { name: 'x', path: '/', level: 60 },
        ])
      ).json(),
    ).toMatchObject({ code: 'unknown_field', details: [{ path: '1.level' }] });
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it('is 413 over 64 KB, 415 for a form, 403 from another site, and nothing else than a POST', async () => {
    expect((await track(`[${'{"name":"x","path":"/"},'.repeat(3_000)}{"name":"x","path":"/"}]`)).json()).toMatchObject({
      status: 413,
      code: 'too_large',
    });
    expect((await track('name=x', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415);
    expect((await track(view, { origin: 'https://evil.example' })).json().code).toBe('foreign_origin');
    expect((await track(view, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const read = await test.send('GET', '/api/track');
    expect([read.statusCode, read.headers.allow]).toEqual([405, 'POST']);
    const elsewhere = await test.send('POST', '/api/search/articles', '{}', { 'content-type': 'text/plain' });
    expect(elsewhere.statusCode).toBe(415);
  });

  it('with Do Not Track is answered and discarded', async () => {
    const before = await viewsOf(1003);
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }] as Record<string, string>[])
      expect((await track({ name: 'unseen', path: '/article/x-MTAwMw' }, headers)).statusCode).toBe(204);
    await allWritten();
    expect(await kept('unseen')).toEqual([]);
    expect(await viewsOf(1003)).toBe(before);
  });

  it.runIf(corpora)('keeps to 204 and 400 whatever is sent', async () => {
    for (const { bytes } of spread(jsonSuite(), 120)) expect([204, 400]).toContain((await track(bytes)).statusCode);
    let acknowledged = 0;
    for (const text of [
      ...spread(naughtyStrings(), 120),
      ...spread(sqlInjections(), 60),
      ...spread(crossSiteScripts(), 60),
    ]) {
      const encoded = encodeURIComponent(text.toWellFormed());
      for (const path of [
        `/search?q=${encoded}`,
        `/article/${encoded}-MTAwMQ`,
        `/community/question/${encoded}-MTI`,
        `/${encoded}`,
      ]) {
        const { statusCode } = await track(
          { name: 'naughty', path, props: { text } },
          { cookie: `jrk_source=${encoded}` },
        );
        expect([204, 400]).toContain(statusCode);
        if (statusCode === 204) acknowledged += 1;
      }
    }
    expect(acknowledged).toBeGreaterThan(500);
    await expect.poll(async () => (await kept('naughty')).length, { timeout: 20_000 }).toBe(acknowledged);
  });
});

describe('views', () => {
  it('are counted once for a visit and a piece, however often it is reloaded, and again after 30 minutes', async () => {
    const before = await viewsOf(1001);
    await Promise.all(Array.from({ length: 20 }, () => track(view)));
    await allWritten();
    expect(await viewsOf(1001)).toBe(before + 1);
    await track([
      view,
      { ...view, path: '/article/another-slug-MTAwMQ' },
      { ...view, path: 'http://localhost/article/x-MTAwMQ?utm_source=y#z' },
    ]);
    await allWritten();
    expect(await viewsOf(1001)).toBe(before + 1);
    await test.db.update(pieceViews).set({ countedAt: new Date(Date.now() - 31 * 60_000) });
    await track(view);
    await allWritten();
    expect(await viewsOf(1001)).toBe(before + 2);
  });

  it('are counted for each visit, and for pieces that readers can see only', async () => {
    const before = await viewsOf(1002);
    for (const visit of ['p', 'q', 'r'])
      await track({ ...view, path: '/article/x-MTAwMg' }, { cookie: `jrk_session_id=${visit}` });
    await track({ name: 'view', path: '/article/x-OTk5OTk5' });
    await allWritten();
    expect(await viewsOf(1002)).toBe(before + 3);
    await test.db.update(articles).set({ status: 'draft' }).where(eq(articles.id, 1002));
    await track({ ...view, path: '/article/x-MTAwMg' }, { cookie: 'jrk_session_id=s' });
    await allWritten();
    expect(await viewsOf(1002)).toBe(before + 3);
  });

  it('stay exact where two instances count the same visits and pieces at once', async () => {
    const before = [await viewsOf(1004), await viewsOf(1005)];
    const event = (visit: string, id: string): VisitEvent => ({
      ...cleanEvent({ name: 'view', path: `/article/x-${id}` }, new Date()),
      visit,
      source: 'direct',
    });
    const visits = Array.from({ length: 40 }, (_, at) => `both-${at}`);
    const other = postgresServer
      ? await connect({
          databaseUrl: (test.services.connection.pool.options as { connectionString: string }).connectionString,
          dataDir: '',
        })
      : test.services.connection;
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        saveEvents(
          at % 2 ? other.db : test.db,
          (at % 3 ? visits : visits.toReversed()).flatMap((visit) => [
            event(visit, at % 2 ? 'MTAwNA' : 'MTAwNQ'),
            event(visit, at % 2 ? 'MTAwNQ' : 'MTAwNA'),
          ]),
        ),
      ),
    );
    if (other !== test.services.connection) await other.close();
    expect([await viewsOf(1004), await viewsOf(1005)]).toEqual(before.map((views) => views + 40));
  });
});

describe('the report', () => {
  it('counts readers, sources, pages and searches of one day in India', async () => {
    const of = (visit: string, path: string, at: string, source = 'direct'): VisitEvent => ({
      ...cleanEvent({ name: 'view', path }, new Date(at)),
      visit,
      source,
    });
    await saveEvents(test.db, [
      of('a', '/', '2031-03-09T18:30:00Z'),
      of('a', '/article/x-MTAwMQ', '2031-03-10T18:29:59Z'),
      of('b', '/', '2031-03-10T10:00:00Z', 'wa.me'),
      of('b', '/search?q=zzqq', '2031-03-10T10:00:00Z', 'wa.me'),
      { ...of('a', '/article/x-MTAwMQ', '2031-03-10T10:00:00Z'), name: 'act.print' },
      of('c', '/', '2031-03-09T18:29:59Z'),
      of('d', '/', '2031-03-10T18:30:00Z'),
    ]);
    expect(await reportDay(test.db, '2031-03-10', 10)).toEqual({
      readers: 2,
      views: 4,
      sources: [
        { source: 'direct', readers: 1 },
        { source: 'wa.me', readers: 1 },
      ],
      pages: [
        { path: '/', views: 2, readers: 2 },
        { path: '/article/x-MTAwMQ', views: 1, readers: 1 },
      ],
      searches: [{ text: 'zzqq', readers: 1 }],
      acts: [{ name: 'print', times: 1 }],
    });
  });

  it('forgets events after 90 days', async () => {
    await saveEvents(test.db, [
      { name: 'old', path: '/', at: new Date(Date.now() - 91 * 86_400_000), props: null, visit: 'v', source: 'direct' },
    ]);
    await sweepEvents(test.db);
    expect(await kept('old')).toEqual([]);
  });
});
