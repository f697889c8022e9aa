import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect, type Connection } from '../database/connect.server.ts';

/** What a fresh database holds: nothing but the schema, or the demo site's content too. */
export type TestContent = 'empty' | 'demo';

/** `postgres://…` without a database name, where the suite runs on PostgreSQL. */
export const postgresServer = process.env.TEST_DATABASE_URL?.replace(/\/?$/, '');

export const templateNames = (runId: string): Record<TestContent, string> => ({
  empty: `nagrik_empty_${runId}`,
  demo: `nagrik_demo_${runId}`,
});

export type TestDatabase = { connection: Connection; dataDir: string; close(): Promise<void> };

/** A database of its own for one test file, copied from a template that vitest's global setup has made. */
export async function openTestDatabase(content: TestContent): Promise<TestDatabase> {
  const runId = process.env.NAGRIK_TEST_RUN;
  const templates = process.env.NAGRIK_TEST_TEMPLATES;
  if (!runId || !templates) throw new Error('Run tests with vitest: its global setup makes the templates.');
  const dataDir = mkdtempSync(join(tmpdir(), 'nagrik-test-'));
  cpSync(join(templates, content, 'media'), join(dataDir, 'media'), { recursive: true });

  if (!postgresServer) {
    cpSync(join(templates, content, 'pglite'), join(dataDir, 'pglite'), { recursive: true });
    const connection = await connect({ dataDir });
    return {
      connection,
      dataDir,
      async close() {
        await connection.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }

  const name = `nagrik_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${templateNames(runId)[content]}`);
  const connection = await connectAgain(name, dataDir);
  return {
    connection,
    dataDir,
    async close() {
      await connection.close();
      await onServer(`drop database if exists ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Another instance's connection to a test's PostgreSQL database: patient, since a busy machine is no fault of the product. */
export const connectAgain = (name: string, dataDir: string): Promise<Connection> =>
  connect({
    databaseUrl: `${postgresServer}/${name}`,
    dataDir,
    bounds: { acquire: 25_000, statement: 25_000, lock: 20_000, answer: 60_000 },
  });

/** Where other connections to a test's PostgreSQL database go. */
export async function urlOf({ connection }: Pick<TestDatabase, 'connection'>): Promise<string> {
  const { rows } = await connection.pool.query<{ name: string }>('select current_database() as name');
  return `${postgresServer}/${rows[0]!.name}`;
}

export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgresServer}/postgres` });
  await client.connect();
  try {
    // Two test files may copy one template at the same moment; PostgreSQL then refuses one of them.
    for (let attempt = 0; ; attempt += 1) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || attempt === 40) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } finally {
    await client.end();
  }
}
