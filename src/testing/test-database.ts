import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { connect, type Connection } from '../database/connect.server.ts';

/** Content of a fresh database: the schema alone, or the demo site's content too. */
export type TestContent = 'empty' | 'demo';

/** `postgres://…`, whatever database it names left out; set where the suite runs on PostgreSQL. */
export const postgresServer = process.env.TEST_DATABASE_URL?.replace(/(?<=:\/\/[^/]*)\/.*$/, '');

export const templateNames = (runId: string): Record<TestContent, string> => ({
  empty: `nagrik_empty_${runId}`,
  demo: `nagrik_demo_${runId}`,
});

/** The template's data folder, with PGlite's files where the suite runs on PGlite. Built on first use. */
export async function templateFolder(content: TestContent): Promise<string> {
  const runId = process.env.NAGRIK_TEST_RUN;
  const templates = process.env.NAGRIK_TEST_TEMPLATES;
  if (!runId || !templates) throw new Error('Run tests with vitest: its global setup says where databases are kept.');
  // Lazy import: it imports this module, and only the first test file needs its dependencies.
  const { ensureTemplate } = await import('./database-template.ts');
  return ensureTemplate(templates, runId, content);
}

/** Creates a PostgreSQL database from the template. */
export async function copyDatabase(name: string, content: TestContent): Promise<void> {
  await templateFolder(content);
  await onServer(`create database ${name} template ${templateNames(process.env.NAGRIK_TEST_RUN as string)[content]}`);
}

export type TestDatabase = { connection: Connection; dataDir: string; close(): Promise<void> };

const pgliteFile = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');
// V8 shares compiled WebAssembly between threads while one of them holds it: the next PGlite starts with warm code.
let pgliteCode: Promise<WebAssembly.Module> | undefined;

/** A database for one test file, copied from a template that is built once per run. */
export async function openTestDatabase(content: TestContent): Promise<TestDatabase> {
  const template = await templateFolder(content);
  const dataDir = mkdtempSync(join(tmpdir(), 'nagrik-test-'));
  cpSync(join(template, 'media'), join(dataDir, 'media'), { recursive: true });

  if (!postgresServer) {
    cpSync(join(template, 'pglite'), join(dataDir, 'pglite'), { recursive: true });
    pgliteCode ??= WebAssembly.compile(readFileSync(pgliteFile));
    await pgliteCode;
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
  await copyDatabase(name, content);
  const connection = await connectTo(`${postgresServer}/${name}`, dataDir);
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

/** Generous timeouts, because the test machine may be busy. */
const connectTo = (databaseUrl: string, dataDir: string): Promise<Connection> =>
  connect({
    databaseUrl,
    dataDir,
    bounds: { acquire: 25_000, statement: 25_000, lock: 20_000, answer: 60_000 },
  });

/** A second instance's connection to a test's PostgreSQL database. */
export const connectAgain = async (of: Pick<TestDatabase, 'connection'>, dataDir: string): Promise<Connection> =>
  connectTo(await urlOf(of), dataDir);

/** URL for further connections to a test's PostgreSQL database. */
export async function urlOf({ connection }: Pick<TestDatabase, 'connection'>): Promise<string> {
  const { rows } = await connection.pool.query<{ name: string }>('select current_database() as name');
  return `${postgresServer}/${rows[0]!.name}`;
}

export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgresServer}/postgres` });
  await client.connect();
  try {
    // PostgreSQL refuses to copy a template that another session is copying: retry.
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
