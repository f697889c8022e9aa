import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countReceipts } from '../../database/notifications.server.ts';
import { articles } from '../../database/schema.ts';
import { commands } from '../../commands/commands.server.ts';
import { commandContext } from '../../testing/command-context.ts';
import { buildTestApp, openSecondInstance, type SecondInstance } from '../../testing/build-test-app.ts';
import { colleague, dataOf } from '../../testing/studio.ts';
import { listenOn } from '../../testing/raw-request.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { articlePath } from '../wire/ids.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// PGlite is in-process, so several instances can only share PostgreSQL.
describe.runIf(postgresServer !== undefined)('two instances over one PostgreSQL', () => {
  const first = openTestApp({ content: 'demo' });
  let second: SecondInstance & { origin: string };
  let path: string;

  beforeAll(async () => {
    const instance = await openSecondInstance(first.services);
    second = { ...instance, origin: `http://127.0.0.1:${await listenOn(instance.app)}` };
    const [article] = await second.connection.db
      .select({ title: articles.title })
      .from(articles)
      .where(eq(articles.id, 1001));
    path = articlePath(article!.title, 1001);
  });
  afterAll(() => second.close());

  const read = async () => (await fetch(second.origin + path)).status;
  const run = (name: string, ...args: string[]) => commands[name]!.run(args, commandContext(first.services));
  async function becomes(status: number): Promise<void> {
    await expect.poll(read, { timeout: 20_000, interval: 20 }).toBe(status);
  }

  it('a piece hidden on one instance is gone from the other, and comes back', async () => {
    expect(await read()).toBe(200);
    expect(second.app.pageCache.stats().entries).toBe(1);
    await run('unpublish', 'article:1001');
    await becomes(404);
    await run('publish', 'article:1001');
    await becomes(200);
  });

  it('a takedown is answered once no instance shows the piece any more', async () => {
    for (let round = 0; round < 3; round += 1) {
      await becomes(200);
      await run('unpublish', 'article:1001');
      expect(await read()).toBe(404);
      await run('publish', 'article:1001');
      expect(await read()).toBe(200);
    }
  });

  it('a notification with receipts has been handled by every instance, and waits a second for one that is stuck', async () => {
    const heard: string[] = [];
    await second.connection.listen(
      'a_channel',
      (payload) => heard.push(payload),
      () => {},
    );
    for (let round = 1; round <= 20; round += 1) {
      await first.services.connection.notifyUntilHeard('a_channel', `word ${round}`);
      expect(heard).toHaveLength(round);
    }
    expect(heard.at(-1)).toBe('word 20');
    const stuck = new pg.Client({
      connectionString: second.connection.pool.options.connectionString,
      application_name: 'nagrik listener a_channel',
    });
    await stuck.connect();
    const startedAt = performance.now();
    await first.services.connection.notifyUntilHeard('a_channel', 'the last word');
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(heard.at(-1)).toBe('the last word');
    // Once a minute, not once for each act.
    const again = performance.now();
    for (let round = 1; round <= 5; round += 1)
      await first.services.connection.notifyUntilHeard('a_channel', `a later word ${round}`);
    expect(performance.now() - again).toBeLessThan(4_000);
    expect(heard.at(-1)).toBe('a later word 5');
    const { rows } = await first.db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'nagrik receipts'`);
    expect(rows.length).toBe(1);
    await stuck.end();
  });

  it('a notification with receipts has been handled once what its listeners began is done', async () => {
    const done: string[] = [];
    const listener = (at: string) => async (payload: string) => {
      await wait(100);
      done.push(`${at} ${payload}`);
    };
    await first.services.connection.listen('slow_work', listener('here'), () => {});
    await second.connection.listen('slow_work', listener('there'), () => {});
    await first.services.connection.notifyUntilHeard('slow_work', 'word');
    expect(new Set(done)).toEqual(new Set(['here word', 'there word']));
  });

  /** A listener that answers `delay` milliseconds after it was told. */
  async function slowListener(channel: string, delay: number) {
    const { connectionString } = second.connection.pool.options;
    const client = new pg.Client({ connectionString, application_name: `nagrik listener ${channel}` });
    await client.connect();
    await client.query(`listen ${channel}`);
    const pending = new Set<Promise<unknown>>();
    const answered = () => Promise.allSettled(pending);
    // A connection that is closed before its query was answered fails that query.
    const listener = { delay, handled: 0, answered, end: () => answered().then(() => client.end()) };
    client.on('notification', ({ payload = '' }) => {
      const [, receipt] = /^\?(heard_\w+) /.exec(payload) ?? [];
      const answer = wait(listener.delay).then(() => {
        listener.handled += 1;
        return client.query(`select pg_notify($1, '')`, [receipt]);
      });
      pending.add(answer);
      void answer.catch(() => {}).finally(() => pending.delete(answer));
    });
    return listener;
  }

  it('a listener that was slow once is waited for again as soon as it answers', async () => {
    const slow = await slowListener('slow_channel', 1_500);
    await first.services.connection.notifyUntilHeard('slow_channel', 'one');
    expect(slow.handled).toBe(0);
    await expect.poll(() => slow.handled, { timeout: 20_000 }).toBe(1);
    await slow.answered();
    slow.delay = 100;
    await first.services.connection.notifyUntilHeard('slow_channel', 'two');
    expect(slow.handled).toBe(2);
    await slow.end();
  });

  it('a listener is waited for although a notification failed or was late to be sent', async () => {
    const listener = await slowListener('late_channel', 100);
    const receipts = countReceipts(second.connection.pool.options.connectionString!);
    const tell = async (prefix: string) =>
      void (await second.connection.db.execute(sql`select pg_notify('late_channel', ${`${prefix}word`})`));
    const failed = receipts.untilHeard('late_channel', () => Promise.reject(new Error('no connection')));
    await expect(failed).rejects.toThrow('no connection');
    await receipts.untilHeard('late_channel', tell);
    expect(listener.handled).toBe(1);
    await receipts.untilHeard('late_channel', (prefix) => wait(1_100).then(() => tell(prefix)));
    expect(listener.handled).toBe(2);
    await receipts.stop();
    await listener.end();
  });

  async function threeApproved() {
    const [writer, editor] = [await colleague(first, 'writer'), await colleague(first, 'editor')];
    const pieces: { kind: string; id: number; revision: number }[] = [];
    for (const title of ['First of three', 'Second of three', 'Third of three']) {
      const fields = { title, summary: 'To your door.', categories: ['documents'], body: 'It takes ten days.' };
      const { id } = dataOf<{ id: number }>(await writer.post('/articles', fields));
      dataOf(await writer.post(`/articles/${id}/submit`, { revision: 1 }));
      dataOf(await editor.post(`/articles/${id}/approve`, { revision: 1 }));
      pieces.push({ kind: 'articles', id, revision: 1 });
    }
    return { editor, pieces };
  }
  async function listenToPages() {
    const ear = new pg.Client({ connectionString: second.connection.pool.options.connectionString });
    await ear.connect();
    const messages: string[] = [];
    ear.on('notification', ({ payload = '' }) => void messages.push(payload));
    await ear.query('listen pages_changed');
    return { ear, messages };
  }

  it('several pieces published together are told each with its commit, and waited for once', async () => {
    const { editor, pieces } = await threeApproved();
    const { ear, messages } = await listenToPages();
    const told = dataOf<{ outcome: string }[]>(await editor.post('/publish-together', { pieces }));
    expect(told.map(({ outcome }) => outcome)).toEqual(['live', 'live', 'live']);
    // What was sent before this answer has come before it.
    await ear.query('select 1');
    expect(messages).toHaveLength(pieces.length + 1);
    expect(messages.filter((message) => message.startsWith('?'))).toHaveLength(1);
    await ear.end();
  });

  it('what a process has published before it dies is told', async () => {
    const { editor, pieces } = await threeApproved();
    const { ear, messages } = await listenToPages();
    const { connection } = first.services;
    const transaction = connection.db.transaction.bind(connection.db);
    let acts = 0;
    // A dead process sends nothing more, and begins nothing more.
    const mocks = [
      vi.spyOn(connection, 'notify').mockResolvedValue(),
      vi.spyOn(connection, 'notifyUntilHeard').mockResolvedValue(),
      vi.spyOn(connection.db, 'transaction').mockImplementation(async (...args) => {
        acts += 1;
        if (acts > 2) throw new Error('The process is dead.');
        return transaction(...args);
      }),
    ];
    try {
      expect((await editor.post('/publish-together', { pieces })).statusCode).toBe(500);
      await ear.query('select 1');
      const told = messages.join(' ').split(' ');
      expect(pieces.map(({ id }) => told.includes(`article:${id}`))).toEqual([true, true, false]);
    } finally {
      for (const mock of mocks) mock.mockRestore();
      await ear.end();
    }
  });

  it('invalidations missed while LISTEN was disconnected are made up for after reconnecting', async () => {
    expect(await read()).toBe(200);
    const { rows } = await first.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'nagrik listener pages_changed'`,
    );
    expect(rows.length).toBe(2);
    // No instance receives this invalidation: the LISTEN connections have just been cut.
    await run('unpublish', 'article:1001');
    await becomes(404);

    await run('publish', 'article:1001');
    await becomes(200);
  });
});

describe.skipIf(postgresServer !== undefined)('on PGlite', () => {
  it('has one process, which hears of its own changes', async () => {
    const site = await buildTestApp();
    const heard: string[] = [];
    await site.services.connection.listen(
      'a_channel',
      (payload) => wait(10).then(() => heard.push(payload)),
      () => {},
    );
    await site.services.connection.notify('a_channel', 'news');
    await site.close();
    expect(heard).toEqual(['news']);
  });
});
