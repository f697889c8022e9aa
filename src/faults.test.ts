// @runs slow
import { join as joinPath } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { killApp, storedQuestions } from '../bench/faults/app-killed.ts';
import { makeCluster } from '../bench/faults/cluster.ts';
import { killDatabase } from '../bench/faults/database-killed.ts';
import { type ApiDocument, type FuzzRequest, requestsOf } from '../bench/faults/fuzz-requests.ts';
import { rawRequests } from '../bench/faults/raw-requests.ts';
import { call, makeMembers, ownFolder, secret, startSite } from '../bench/faults/site.ts';
import { shareAmong } from '../bench/faults/shared-counts.ts';
import { buildTestApp } from './testing/build-test-app.ts';
import { join } from './testing/join.ts';
import { prepareSite, type ProcessSite } from './testing/process-site.ts';
import { listenOn, sendRaw } from './testing/raw-request.ts';
import { postgresServer } from './testing/test-database.ts';

// Short versions of the scenarios in bench/faults, without timings.
let site: ProcessSite | undefined;
afterEach(async () => {
  await site?.close();
});

describe('what people were told is stored', () => {
  it('stays stored, once, when the process is killed while they write', async () => {
    const prepared = await prepareSite(40, { AUTH_SECRET: secret });
    site = prepared;
    const result = await killApp(prepared.env, prepared.members, { cycles: 1, writers: 6 });
    expect(result).toMatchObject({ lost: 0, duplicates: 0, failures: 0 });
    expect(result.acknowledged).toBeGreaterThan(5);
  }, 400_000);

  it.runIf(postgresServer !== undefined)(
    'stays stored, once, when the database is killed, and the process goes on',
    async () => {
      const cluster = await makeCluster();
      expect(cluster, 'PostgreSQL is not installed').not.toBeNull();
      const settings = { DATA_DIR: joinPath(ownFolder(), 'data'), DATABASE_URL: cluster!.url };
      const members = await makeMembers(settings, 40);
      const running = await startSite(settings);
      const result = await killDatabase(cluster!, running, members, { cycles: 1, writers: 6 });
      await running.end('SIGTERM');
      expect(result.compare(await storedQuestions(settings))).toEqual({ lost: 0, duplicates: 0 });
      expect(result).toMatchObject({ unexpected: 0, isAlive: true });
    },
    400_000,
  );
});

it.runIf(postgresServer !== undefined)(
  'two processes over one PostgreSQL count as one',
  async () => {
    const prepared = await prepareSite(30, { AUTH_SECRET: secret });
    site = prepared;
    const running = [await startSite(prepared.env), await startSite(prepared.env)];
    const client = new pg.Client({ connectionString: prepared.env.DATABASE_URL });
    await client.connect();
    const goals = await shareAmong(
      running.map(
        ({ origin }) =>
          (path, options) =>
            call(origin, path, options),
      ),
      prepared.members,
      async (sql) => (await client.query<{ count: number }>(sql)).rows[0]!.count,
    );
    await client.end();
    await Promise.all(running.map((one) => one.end('SIGTERM')));
    expect(goals.filter(({ isMet, goal }) => !isMet && !goal.endsWith(' ms'))).toEqual([]);
  },
  400_000,
);

// One request after another, so one database is enough.
describe.skipIf(postgresServer !== undefined)('whatever is sent', () => {
  it('to the API is answered, and never with a 5xx', async () => {
    const test = await buildTestApp({ content: 'demo' });
    const tokens = [];
    for (let person = 0; person < 3; person += 1)
      tokens.push(
        (await join(test.services, person === 0 ? { role: 'moderator' } : {})).headers.authorization.slice(7),
      );
    const document = (await test.app.inject('/api/openapi.json')).json<ApiDocument>();
    const statusOf = async ({ method, url, headers, payload }: FuzzRequest) =>
      (await test.send(method as 'GET', url, payload, headers)).statusCode;
    try {
      await fc.assert(
        fc.asyncProperty(requestsOf(document, tokens), async (request) => (await statusOf(request)) < 500),
        { numRuns: 2_000, endOnFailure: true, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: false },
      );
    } finally {
      await test.close();
    }
  }, 400_000);

  it('as raw bytes is answered or cut off, and the site stays up', async () => {
    const test = await buildTestApp({ content: 'demo' });
    const port = await listenOn(test.app);
    const statuses = await Promise.all(
      rawRequests.map(async (bytes) => [(await sendRaw(port, bytes, 8_000)).status, bytes.slice(0, 100)] as const),
    );
    expect(statuses.filter(([status]) => status >= 500 && status !== 505)).toEqual([]);
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
    await test.close();
  }, 60_000);
});
