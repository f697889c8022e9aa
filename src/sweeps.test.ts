import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startBackgroundWork } from './background-work.server.ts';
import { sweepAll } from './sweeps.server.ts';
import { buildTestApp, type TestApp } from './testing/build-test-app.ts';

let test: TestApp;
afterEach(() => test.close());

const db = () => test.services.connection.db;
const countKeys = async () => (await db().execute(sql`select 1 from idempotency_keys`)).rows.length;
const addOldKey = () =>
  db().execute(sql`
    insert into idempotency_keys (caller, call, key, body_hash, created_at)
    values ('user:none', 'POST /v1/questions', 'an-old-key', 'none', now() - interval '2 days')`);

describe('rows past their time', () => {
  it('are deleted when the site starts', async () => {
    test = await buildTestApp();
    await addOldKey();
    const stop = await startBackgroundWork(test.services, pino({ level: 'silent' }));
    await expect.poll(countKeys).toBe(0);
    await stop();
  });

  it('are deleted though another table cannot be swept, which the log names', async () => {
    test = await buildTestApp();
    await addOldKey();
    await db().execute(sql`alter table otp_codes rename to renamed`);
    const lines: object[] = [];
    await sweepAll(test.services, { error: (line: object) => void lines.push(line) }, new AbortController().signal);
    expect(await countKeys()).toBe(0);
    expect(lines).toEqual([expect.objectContaining({ sweep: 'codes' })]);
  });
});
