// @runs on both databases
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OwnPostgres, programsFolder, startOwnPostgres } from '../../scripts/own-postgres.ts';
import { startDatabaseProxy } from '../testing/database-proxy.ts';
import { startOwnReplica } from '../testing/own-replica.ts';
import { type App, buildApp } from '../app.server.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import { invalidatePages } from '../platform/cache/page-cache.server.ts';
import { requestContext } from '../platform/http/request-context.server.ts';
import { postgresServer } from '../testing/test-database.ts';
import { connect, type Connection } from './connect.server.ts';
import { applyMigrations } from './migrate.server.ts';
import { refuseDatabase } from './refuse-database.server.ts';
import { createMetrics } from '../platform/observe/metrics.server.ts';
import { runProcess, serverEntry } from '../testing/run-process.ts';
import { plainServices } from '../testing/plain-services.ts';
import { builtPages } from '../testing/build-test-app.ts';
import { newFolder } from '../testing/new-folder.ts';

const isInstalled = programsFolder() !== null;
if (!isInstalled) console.warn('SKIPPED: reads from a replica. PostgreSQL is not installed.');
const patient = { timeout: 60_000, interval: 20 };

// It starts its own clusters, so one run, on PostgreSQL, is enough.
describe.runIf(isInstalled && postgresServer !== undefined)('with a streaming replica', () => {
  const dataDir = newFolder();
  let primary: OwnPostgres;
  let replica: { url: string; stop(): void };
  let onReplica: pg.Client;
  let connection: Connection;
  let app: App;
  const metrics = createMetrics();

  beforeAll(async () => {
    primary = (await startOwnPostgres())!;
    replica = await startOwnReplica(primary.url);
    onReplica = new pg.Client({ connectionString: `${replica.url}/postgres` });
    onReplica.on('error', () => {});
    await onReplica.connect();
    const config = readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: `${primary.url}/postgres`,
      DATABASE_REPLICA_URL: `${replica.url}/postgres`,
    });
    connection = await connect(config);
    await applyMigrations(connection);
    const services = plainServices(connection, config);
    app = await buildApp({
      services,
      metrics,
      ...builtPages,
    });
  }, 180_000);
  afterAll(async () => {
    await app?.close();
    await connection?.close();
    await onReplica?.end().catch(() => {});
    replica?.stop();
    primary?.stop();
  });

  const reading = <Result>(work: () => Promise<Result>, readsReplica = true) =>
    requestContext.run({ requestId: 'a-request-of-test', readsReplica }, work);
  const isFromReplica = async (readsReplica = true) =>
    (await reading(() => connection.pool.query<{ is: boolean }>('select pg_is_in_recovery() as is'), readsReplica))
      .rows[0]!.is;
  const lag = async () =>
    /^nagrik_replica_lag_seconds (\S+)$[^]*^nagrik_replica_used (\d)$/m
      .exec(await metrics.registry.metrics())!
      .slice(1);
  const tags = async (headers = {}) =>
    (await app.inject({ url: '/api/tags', headers })).json<{ data: { name: string }[] }>().data.map(({ name }) => name);
  const addTag = (name: string) =>
    connection.pool.query('insert into tags (name, display_name, article_count) values ($1, $1, 1)', [name]);

  it('is refused as the database itself, in a sentence', async () => {
    await expect(refuseDatabase(`${replica.url}/postgres`)).rejects.toThrow(/DATABASE_URL: this is a standby/);
    const start = runProcess([serverEntry], {
      DATA_DIR: join(dataDir, 'of-standby'),
      DATABASE_URL: `${replica.url}/postgres`,
      PUBLIC_ORIGIN: 'http://localhost',
      PORT: '0',
    });
    expect((await start.ends()).status).toBe(1);
    expect(start.output()).toMatch(/^DATABASE_URL: this is a standby, .*DATABASE_REPLICA_URL\.\n$/m);
    expect(start.output()).not.toMatch(/\n\s+at /);
  });

  it('viewer-independent reads go there, alone and in transactions; everything else stays on the primary', async () => {
    await expect.poll(() => isFromReplica(), patient).toBe(true);
    expect(await isFromReplica(false)).toBe(false);
    expect((await connection.pool.query('select pg_is_in_recovery() as is')).rows[0].is).toBe(false);
    const inTransaction = await reading(() =>
      connection.db.transaction((tx) => tx.execute('select pg_is_in_recovery() as is')),
    );
    expect(inTransaction.rows[0]!.is).toBe(true);
  });

  it('an unexpected write is retried on the primary', async () => {
    await expect.poll(() => isFromReplica(), patient).toBe(true);
    await reading(() => addTag('written while reading'));
    expect((await connection.pool.query("select from tags where name = 'written while reading'")).rowCount).toBe(1);
  });

  it('invalid data does not mark it as failed', async () => {
    await expect.poll(() => isFromReplica(), patient).toBe(true);
    await expect(reading(() => connection.pool.query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
    expect(await isFromReplica()).toBe(true);
  });

  it('nor does a statement timeout, which is not retried on the primary', async () => {
    await expect.poll(() => isFromReplica(), patient).toBe(true);
    const queries = vi.spyOn(pg.Pool.prototype, 'query');
    try {
      await expect(reading(() => connection.pool.query('select pg_sleep(60)'))).rejects.toMatchObject({
        code: '57014',
      });
      expect(queries.mock.calls.filter(([query]) => String(query).includes('pg_sleep'))).toHaveLength(1);
    } finally {
      queries.mockRestore();
    }
    expect(await isFromReplica()).toBe(true);
  });

  it(
    'signed-in users read their own writes; after a notified change everybody reads it, however far the replica lags',
    { timeout: 120_000 },
    async () => {
      await expect.poll(() => isFromReplica(), patient).toBe(true);
      await onReplica.query('select pg_wal_replay_pause()');
      await addTag('news');
      expect(await tags()).not.toContain('news');
      for (const headers of [
        { authorization: 'Bearer x' },
        { cookie: 'access_token=x' },
        { cookie: 'nagrik.session-token=x' },
      ])
        expect(await tags(headers)).toContain('news');

      await invalidatePages(connection, ['tag:1']);
      await expect.poll(() => isFromReplica(), patient).toBe(false);
      expect(await tags()).toContain('news');
      await onReplica.query('select pg_wal_replay_resume()');
      await expect.poll(() => isFromReplica(), patient).toBe(true);
      expect(await tags()).toContain('news');
    },
  );

  it('one that falls behind is left alone, until it has caught up', { timeout: 120_000 }, async () => {
    await expect.poll(() => isFromReplica(), patient).toBe(true);
    await onReplica.query('select pg_wal_replay_pause()');
    await addTag('behind');
    await expect.poll(() => isFromReplica(), patient).toBe(false);
    await onReplica.query('select pg_wal_replay_resume()');
    await expect.poll(() => isFromReplica(), patient).toBe(true);
  });

  it('one that hangs blocks neither a transaction nor its connection', { timeout: 120_000 }, async () => {
    const proxy = await startDatabaseProxy(replica.url);
    const through = await connect({
      databaseUrl: `${primary.url}/postgres`,
      replicaUrl: proxy.through(`${replica.url}/postgres`),
      dataDir,
    });
    const begin = () =>
      reading(() =>
        through.db.transaction(
          async (tx) => (await tx.execute<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]!.is,
        ),
      );
    await expect.poll(begin, patient).toBe(true);
    proxy.hold();
    await expect(begin()).rejects.toThrow('begin');
    proxy.release();
    // Hangs if a connection was not released.
    await through.close();
    await proxy.close();
  });

  it('when it goes away, reads fall back to the primary', { timeout: 120_000 }, async () => {
    await expect.poll(() => isFromReplica(), patient).toBe(true);
    expect(await lag()).toEqual([expect.stringMatching(/^[0-4](?:\.\d+)?$/), '1']);
    replica.stop();
    for (let count = 0; count < 5; count += 1) expect(await isFromReplica()).toBe(false);
    expect(await lag()).toEqual(['+Inf', '0']);
    expect((await app.inject('/api/tags')).statusCode).toBe(200);
  });
});
