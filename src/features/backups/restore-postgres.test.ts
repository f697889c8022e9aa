import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onServer, postgresServer } from '../../testing/test-database.ts';
import { clearForRestore } from './restore-postgres.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

describe.skipIf(!postgresServer)('a restore into PostgreSQL', () => {
  const name = `nagrik_test_${randomUUID().replaceAll('-', '')}`;
  const url = `${postgresServer}/${name}`;
  const dataDir = newFolder();
  beforeAll(() => onServer(`create database ${name}`));
  afterAll(async () => {
    await onServer(`drop database if exists ${name} with (force)`);
  });

  async function connected(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  }
  const clear = () => clearForRestore(url, dataDir, false);

  it('is refused while others stay connected, after five seconds', async () => {
    const clients = [await connected(), await connected()];
    const startedAt = Date.now();
    await expect(clear()).rejects.toThrow('is in use by 2 other connections of this user. Stop every instance first.');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(5_000);
    for (const client of clients) await client.end();
  }, 60_000);

  it('waits for a connection that is closed meanwhile', async () => {
    const client = await connected();
    const closing = delay(2_000).then(() => client.end());
    expect(await clear()).toEqual([]);
    await closing;
  }, 60_000);

  it('is refused where an instance connects again within a second', async () => {
    let client = await connected();
    const reconnecting = delay(500).then(async () => {
      await client.end();
      await delay(300);
      client = await connected();
    });
    await expect(clear()).rejects.toThrow('is in use by 1 other connection of this user.');
    await reconnecting;
    await client.end();
  }, 60_000);
});
