// @runs slow, on both databases
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from './database/connect.server.ts';
import type { PageServices } from './platform/page/page-services.server.ts';
import { readConfig } from './platform/settings/config.server.ts';
import { join } from './testing/join.ts';
import { prepareSite } from './testing/process-site.ts';
import { runProcess, runServer, serverEntry } from './testing/run-process.ts';
import { onServer, postgresServer } from './testing/test-database.ts';
import { newFolder } from './testing/new-folder.ts';

const [before, after] = ['dQ4mV8kX2pT6rZ0wB3nY', 'hG7sL1cJ5fN9yE4uA8oK'];
const sentence = 'AUTH_SECRET: this is not the secret of this database’s site';

let site: Awaited<ReturnType<typeof prepareSite>>;
beforeAll(async () => {
  site = await prepareSite(0, { AUTH_SECRET: before });
});
afterAll(() => site.close());

async function run(args: string[], AUTH_SECRET: string) {
  const ran = runProcess(args, { ...site.env, PORT: '0', AUTH_SECRET });
  return { ...(await ran.ends()), output: ran.output() };
}

async function starts(AUTH_SECRET: string) {
  const server = await runServer({ ...site.env, AUTH_SECRET });
  const { status } = await fetch(`${server.origin}/readyz`);
  await server.ends('SIGTERM');
  return status;
}

async function isRefused(AUTH_SECRET: string) {
  const { status, output } = await run([serverEntry], AUTH_SECRET);
  expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining(sentence) as string });
  expect(output).toContain('npm run rotate-secret');
  expect(output).not.toMatch(new RegExp(`\\n\\s+at |${before}|${after}`));
}

describe('a database knows whose secret it was written with', () => {
  it('so that a start with another is refused, and a backup opens with its own', { timeout: 400_000 }, async () => {
    expect(await starts(before)).toBe(200);
    await isRefused(after);

    const backups = joinPath(site.dataDir, 'backups');
    expect(await run(['scripts/backup.ts', backups], before)).toMatchObject({ status: 0 });
    await site.destroyDatabase();
    const backup = joinPath(
      backups,
      readdirSync(backups).find((name) => name.startsWith('nagrik-'))!,
    );
    const restored = await run(['scripts/restore.ts', backup], after);
    expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('was another one') as string });
    await isRefused(after);
    expect(await starts(before)).toBe(200);
  });

  it('what writes under the secret is refused too; what only reads is not', { timeout: 180_000 }, async () => {
    for (const args of [
      ['scripts/publish.ts', 'remove', 'article:1001'],
      ['scripts/inbox.ts'],
      ['scripts/media.ts', 'remove', '/media/a.webp'],
    ])
      expect(await run(args, after)).toMatchObject({ status: 1, output: expect.stringContaining(sentence) as string });
    // Old removals open with the secret of their time.
    expect(await run(['scripts/sealed.ts'], after)).toMatchObject({ status: 0 });
  });

  it('until it is rotated on purpose, in one step', { timeout: 240_000 }, async () => {
    const connection = await connect({ databaseUrl: site.env.DATABASE_URL, dataDir: site.dataDir });
    const config = readConfig(site.env);
    const { id, lasting } = await join({ connection, config, clock: () => new Date() } as PageServices, {});
    await connection.close();

    expect(await run(['scripts/rotate-secret.ts', 'now'], after)).toMatchObject({ status: 2 });
    const rotated = await run(['scripts/rotate-secret.ts'], after);
    expect(rotated).toMatchObject({ status: 0, output: expect.stringContaining('Restart every instance') as string });
    const server = await runServer({ ...site.env, AUTH_SECRET: after });
    const session = await (await fetch(`${server.origin}/api/auth/session`, { headers: lasting })).json();
    expect(session).toMatchObject({ user: { id } });
    await server.ends('SIGTERM');
    await isRefused(before);
  });
});

describe.skipIf(postgresServer === undefined)('of instances that start at once on an empty database', () => {
  const folder = newFolder();
  const names: string[] = [];
  afterAll(async () => {
    for (const name of names) await onServer(`drop database if exists ${name} with (force)`);
  });

  async function startAtOnce(secrets: string[]) {
    const name = `nagrik_test_${randomUUID().replaceAll('-', '')}`;
    names.push(name);
    await onServer(`create database ${name}`);
    return Promise.all(
      secrets.map(async (AUTH_SECRET, at) => {
        const instance = runProcess([serverEntry], {
          DATA_DIR: joinPath(folder, `${name}-${at}`),
          DATABASE_URL: `${postgresServer}/${name}`,
          PUBLIC_ORIGIN: 'http://localhost',
          SEED_SAMPLES: 'off',
          PORT: '0',
          AUTH_SECRET,
        });
        const isUp = await instance.says('Stop with Ctrl+C', 90_000).then(
          () => true,
          () => instance.output().includes(sentence) && 'refused',
        );
        return { isUp, instance };
      }),
    );
  }

  it('all run with one secret, and one runs of two', { timeout: 240_000 }, async () => {
    const same = await startAtOnce([before, before]);
    expect(same.map(({ isUp }) => isUp)).toEqual([true, true]);
    const different = await startAtOnce([before, after]);
    expect(different.map(({ isUp }) => String(isUp)).sort()).toEqual(['refused', 'true']);
    await Promise.all([...same, ...different].map(({ instance }) => instance.ends('SIGTERM')));
  });
});
