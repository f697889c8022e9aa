import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../app.server.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import { briefly, patiently, requestContext } from '../platform/http/request-context.server.ts';
import { startDatabaseProxy } from '../testing/database-proxy.ts';
import { openTestDatabase, postgresServer, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { connect, type Connection } from './connect.server.ts';
import { plainServices } from '../testing/plain-services.ts';
import { builtPages } from '../testing/build-test-app.ts';

// PGlite has a single connection and no such timeouts.
describe.skipIf(!postgresServer)('on PostgreSQL', () => {
  let database: TestDatabase;
  let connection: Connection;
  let app: App;
  beforeAll(async () => {
    database = await openTestDatabase('demo');
    connection = await connect({ databaseUrl: await urlOf(database), dataDir: database.dataDir });
    const config = readConfig({ DATA_DIR: database.dataDir });
    const services = plainServices(connection, config, { longestAnswer: 120_000 });
    app = await buildApp({
      services,
      overload: { enter: (_kind, _request, _response, start) => start() },
      ...builtPages,
    });
  });
  afterAll(async () => {
    await app?.close();
    await connection?.close();
    await database?.close();
  });

  const asRequest = <Result>(work: () => Promise<Result>) =>
    requestContext.run({ requestId: 'a-request-of-test', readsReplica: false }, work);
  const bounds = async ({ pool }: Connection) =>
    (
      await pool.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, current_setting('timezone') as zone, current_setting('application_name') as name`,
      )
    ).rows[0];

  it('requests have short timeouts; jobs and patient requests have long ones, and brief jobs short ones', async () => {
    const short = { statement: '2s', lock: '1s', zone: 'UTC', name: 'nagrik' };
    const long = { statement: '1h', lock: '5s', zone: 'UTC', name: 'nagrik jobs' };
    expect(await asRequest(() => bounds(connection))).toEqual(short);
    expect(await bounds(connection)).toEqual(long);
    expect(await asRequest(() => patiently(() => bounds(connection)))).toEqual(long);
    expect(await asRequest(() => briefly('a-job-of-test', () => bounds(connection)))).toEqual({
      statement: '10s',
      lock: '5s',
      zone: 'UTC',
      name: 'nagrik brief jobs',
    });
    const inTransaction = () =>
      connection.db.transaction(
        async (tx) =>
          (await tx.execute<{ name: string }>(`select current_setting('application_name') as name`)).rows[0]!.name,
      );
    expect([await asRequest(inTransaction), await inTransaction()]).toEqual(['nagrik', 'nagrik jobs']);
  });

  const expectBusy = async (path: string) => {
    const answer = await app.inject(path);
    expect(answer.statusCode, path).toBe(503);
    expect(answer.headers['retry-after'], path).toMatch(/^\d+$/);
    expect(answer.headers['content-type'], path).toContain(path.startsWith('/api/') ? 'application/json' : 'text/html');
  };

  it('waiting too long for a lock is answered 503', async () => {
    await database.connection.db.transaction(async (tx) => {
      await tx.execute('lock table tags in access exclusive mode');
      await Promise.all(['/api/tags', '/tag/aadhaar-MjAwMQ'].map(expectBusy));
    });
    expect((await app.inject('/api/tags')).statusCode).toBe(200);
  });

  it('a statement timeout is answered 503 too, and the database stops working on it', async () => {
    const { pool } = database.connection;
    await pool.query(
      'alter table tags rename to all_tags; create view tags as select * from all_tags where pg_sleep(60) is not null',
    );
    try {
      await Promise.all(['/api/tags', '/tag/aadhaar-MjAwMQ'].map(expectBusy));
      expect(
        (
          await pool.query(
            `select query from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
          )
        ).rows,
      ).toEqual([]);
    } finally {
      await pool.query('drop view tags; alter table all_tags rename to tags');
    }
    expect((await app.inject('/tag/aadhaar-MjAwMQ')).statusCode).toBe(200);
  });

  it('an instance with an exhausted pool is still ready, and says so at once', async () => {
    const taken = await asRequest(() => Promise.all(Array.from({ length: 10 }, () => connection.pool.connect())));
    try {
      const waiting = app.inject('/api/tags');
      await expect.poll(() => connection.pool.waitingCount).toBeGreaterThan(0);
      expect((await app.inject('/readyz')).statusCode).toBe(200);
      expect(connection.pool.waitingCount).toBeGreaterThan(0);
      expect((await waiting).statusCode).toBe(503);
    } finally {
      for (const client of taken) client.release();
    }
    expect((await app.inject('/api/tags')).statusCode).toBe(200);
  });

  it('a hanging server is given up after the client-side timeout, alone or in a transaction, and the connection is closed', async () => {
    const proxy = await startDatabaseProxy();
    const through = await connect({
      databaseUrl: proxy.through(await urlOf(database)),
      dataDir: database.dataDir,
      bounds: { answer: 200 },
    });
    try {
      await asRequest(() =>
        Promise.all([1, 2].map(() => through.db.transaction(async (tx) => void (await tx.execute('select 1'))))),
      );
      expect(through.pool.totalCount).toBe(2);
      proxy.hold();
      await expect(asRequest(() => through.pool.query('select 1'))).rejects.toThrow('Query read timeout');
      await expect(asRequest(() => through.db.transaction(async (tx) => tx.execute('select 1')))).rejects.toThrow(
        /Failed query/,
      );
      await expect.poll(() => through.pool.totalCount).toBe(0);
      proxy.release();
      expect((await asRequest(() => through.pool.query('select 2 as two'))).rows).toEqual([{ two: 2 }]);
    } finally {
      proxy.release();
      await through.close();
      await proxy.close();
    }
  });
});
