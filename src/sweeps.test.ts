// @runs slow
import { globSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startBackgroundWork } from './background-work.server.ts';
import { moderationActs } from './database/schema.ts';
import { sweepAll } from './sweeps.server.ts';
import { buildTestApp, type TestApp } from './testing/build-test-app.ts';
import { join } from './testing/join.ts';

let test: TestApp;

const countKeys = async () => (await test.db.execute(sql`select 1 from idempotency_keys`)).rows.length;
const addOldKey = () =>
  test.db.execute(sql`
    insert into idempotency_keys (caller, call, key, body_hash, created_at)
    values ('user:none', 'POST /v1/questions', 'an-old-key', 'none', now() - interval '2 days')`);

describe('rows past their time', () => {
  afterEach(() => test.close());

  it('are deleted when the site starts', async () => {
    test = await buildTestApp();
    await addOldKey();
    const stop = await startBackgroundWork(test.services, pino({ level: 'silent' }));
    await expect.poll(countKeys).toBe(0);
    await stop();
  });

  it('are deleted where nobody moderates, too: acts on people whose accounts are gone', async () => {
    test = await buildTestApp();
    const person = await join(test.services);
    const act = { act: 'HIDE' as const, entityType: 'QUESTION' as const, entityId: 1, reason: 'none' };
    const [old, gone] = [sql`now() - interval '181 days'`, '01890000-0000-7000-8000-000000000000'];
    await test.db.insert(moderationActs).values([
      { ...act, authorId: gone, createdAt: old },
      { ...act, authorId: person.id, createdAt: old },
      { ...act, authorId: gone },
    ]);
    const error = (line: object) => expect.unreachable(JSON.stringify(line));
    await sweepAll(test.services, { error }, new AbortController().signal);
    const kept = await test.db.select().from(moderationActs).orderBy(moderationActs.id);
    expect(kept.map(({ authorId }) => authorId)).toEqual([person.id, gone]);
  });

  it('are deleted though another table cannot be swept, which the log names', async () => {
    test = await buildTestApp();
    await addOldKey();
    await test.db.execute(sql`alter table otp_codes rename to renamed`);
    const lines: object[] = [];
    await sweepAll(test.services, { error: (line: object) => void lines.push(line) }, new AbortController().signal);
    expect(await countKeys()).toBe(0);
    expect(lines).toEqual([expect.objectContaining({ sweep: 'codes' })]);
  });
});

it('the space of deleted rows is free again, on PGlite too, which has no autovacuum', async () => {
  test = await buildTestApp();
  const size = async () =>
    (await test.db.execute<{ bytes: number }>(sql`select pg_table_size('idempotency_keys')::int as bytes`)).rows[0]!
      .bytes;
  const before = await size();
  await test.db.execute(sql`
    insert into idempotency_keys (caller, call, key, body_hash, created_at)
    select 'user:none', 'POST /v1/questions', n || repeat('k', 900), 'none', now() - interval '2 days' from generate_series(1, 2000) n`);
  expect(await size()).toBeGreaterThan(before + 1_000_000);
  const error = (line: object) => expect.unreachable(JSON.stringify(line));
  await sweepAll(test.services, { error }, new AbortController().signal);
  expect(await countKeys()).toBe(0);
  // PostgreSQL's autovacuum comes in its own time.
  expect(test.services.connection.kind === 'pglite' ? await size() : before).toBeLessThan(before + 100_000);
  await test.close();
});

/** What deletes rows past their time, though `sweepAll` does not call it: who does. */
const calledElsewhere: Record<string, string> = {
  sweepAll: 'src/background-work.server.ts',
  sweepRecentPosts: 'src/features/communities/ask-question.server.ts',
  forgetPieces: 'src/features/studio/pieces/forget-pieces.server.ts',
  forgetGonePieces: 'src/features/importing/content/replace-samples.server.ts',
};

it('every function that deletes what is past its time is swept', () => {
  const source = (file: string) => readFileSync(file, 'utf8');
  const declared = globSync('src/**/*.server.ts').flatMap((file) =>
    [...source(file).matchAll(/^export async function ((?:sweep|forget)\w+)\(/gm)].map(([, name]) => name!),
  );
  const called = ['src/sweeps.server.ts', ...globSync('src/features/*/*.feature.ts')].flatMap((file) =>
    [...source(file).matchAll(/=> ((?:sweep|forget)\w+)\(/g)].map(([, name]) => name!),
  );
  // `forget…Of` deletes what is about a person who leaves.
  const isSweep = (name: string) => !(name in calledElsewhere) && !name.endsWith('Of');
  expect(called.filter(isSweep).toSorted()).toEqual(declared.filter(isSweep).toSorted());
  for (const [name, file] of Object.entries(calledElsewhere)) expect(source(file), name).toContain(`${name}(`);
});
