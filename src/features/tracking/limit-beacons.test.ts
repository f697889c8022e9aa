import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { articles, trackEvents } from '../../database/schema.ts';
import { connect } from '../../database/connect.server.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { createShares } from './beacon-shares.ts';
import { saveEvents, type VisitEvent } from './tracking.queries.server.ts';
import { cleanEvent } from './clean-event.ts';

const test = openTestApp({ content: 'demo' });

const viewsOf = async (id: number) =>
  (await test.db.select({ views: articles.viewCount }).from(articles).where(eq(articles.id, id)))[0]!.views;

const kept = async (name: string) => await test.db.select().from(trackEvents).where(eq(trackEvents.name, name));

describe('one network', () => {
  const from = (remoteAddress: string, body: unknown, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/track',
      remoteAddress,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
  const rows = async (name: string) => (await kept(name)).length;
  let marks = 0;
  /** Events are written in order: once this one is, all before it are, and what was left out stays so. */
  async function allWritten(): Promise<void> {
    const name = `mark-${(marks += 1)}`;
    expect((await from('192.0.2.200', { name, path: '/' })).statusCode).toBe(204);
    await expect.poll(() => rows(name)).toBe(1);
  }

  it('adds at most 20 views to a piece within a day, whatever visits it makes up; others are counted on', async () => {
    const before = await viewsOf(1006);
    const piece = { name: 'view', path: '/article/x-MTAwNg' };
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        from(`2001:db8:7:7::${at.toString(16)}`, piece, { cookie: `jrk_session_id=bought-${at}` }),
      ),
    );
    await allWritten();
    expect(await viewsOf(1006)).toBe(before + 20);
    await from('2001:db8:7:7::ffff', piece, { cookie: 'jrk_session_id=bought-later' });
    await allWritten();
    expect(await viewsOf(1006)).toBe(before + 20);
    await from('2001:db8:7:8::1', piece, { cookie: 'jrk_session_id=reader' });
    await from('203.0.113.80', piece, { cookie: 'jrk_session_id=reader-too' });
    await allWritten();
    expect(await viewsOf(1006)).toBe(before + 22);
  });

  it('counts a view below the prefix of a language like any other', async () => {
    const before = await viewsOf(1007);
    await from('203.0.113.99', { name: 'view', path: '/hi/article/x-MTAwNw' }, { cookie: 'jrk_session_id=hindi' });
    await allWritten();
    expect(await viewsOf(1007)).toBe(before + 1);
  });

  it('adds at most 2,000 rows within a day, whatever it names; it is answered 204 all the same, and others go on', async () => {
    const list = Array.from({ length: 500 }, (_, at) => ({ name: 'flood', path: `/made-up-${at}` }));
    for (let times = 0; times < 8; times += 1) expect((await from('198.51.100.9', list)).statusCode).toBe(204);
    expect((await from('198.51.100.9', [{ name: 1 }])).statusCode).toBe(400);
    expect((await from('198.51.100.10', { name: 'flood', path: '/' })).statusCode).toBe(204);
    await allWritten();
    expect(await rows('flood')).toBe(2_001);
  });

  it('shares one quota between instances, also after a restart', async () => {
    const event = (at: number): VisitEvent => ({
      ...cleanEvent({ name: 'twice', path: `/made-up-${at}` }, new Date()),
      visit: 'v',
      source: 'direct',
      networks: { own: 'one-network', by48: null },
    });
    const other = postgresServer
      ? await connect({
          databaseUrl: (test.services.connection.pool.options as { connectionString: string }).connectionString,
          dataDir: '',
        })
      : test.services.connection;
    const batch = Array.from({ length: 600 }, (_, at) => event(at));
    await Promise.all(Array.from({ length: 5 }, (_, at) => saveEvents(at % 2 ? other.db : test.db, batch)));
    if (other !== test.services.connection) await other.close();
    expect(await rows('twice')).toBe(2_000);
  });

  it('of a /48 has 20,000 rows', () => {
    const shares = createShares();
    let taken = 0;
    for (let at = 0; at < 100; at += 1) taken += shares.take({ own: `net-${at}`, by48: 'wide' }, 1_000);
    expect(taken).toBe(20_000);
    expect(shares.take({ own: 'elsewhere', by48: 'another' }, 3)).toBe(3);
  });

  it('cannot make a long list of wrong events cost more than one', async () => {
    const answer = await from(
      '198.51.100.11',
      Array.from({ length: 9_000 }, () => 1),
    );
    expect(answer.json()).toMatchObject({ status: 400, code: 'validation_failed' });
    const wrong = await from(
      '198.51.100.11',
      Array.from({ length: 900 }, () => ({ name: 1, path: 'x y' })),
    );
    expect(wrong.json<{ details: { path: string }[] }>().details.map(({ path }) => path)).toEqual(['0.name', '0.path']);
  });
});

describe('stopping', () => {
  it('keeps nothing back when the server is stopped', async () => {
    const own = await buildTestApp();
    expect((await own.send('POST', '/api/track', { name: 'last', path: '/' })).statusCode).toBe(204);
    await own.app.close();
    expect(await own.db.select().from(trackEvents).where(eq(trackEvents.name, 'last'))).toHaveLength(1);
    await own.close();
  });
});
