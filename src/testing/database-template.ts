import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../database/connect.server.ts';
import { applyMigrations } from '../database/migrate.server.ts';
import { seedIfEmpty } from '../features/importing/seed.server.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import { onServer, postgresServer, templateNames, type TestContent } from './test-database.ts';

/**
 * Builds the template database, unless another process has built it or is building it. PGlite's files serve every run
 * that has the same folder; a template on PostgreSQL is its run's own.
 * @returns the template's data folder
 */
export async function ensureTemplate(templates: string, runId: string, content: TestContent): Promise<string> {
  const dataDir = join(templates, postgresServer ? `${content}-${runId}` : content);
  const isReady = `${dataDir}.ready`;
  const hasFailed = `${dataDir}.failed`;
  if (existsSync(isReady)) return dataDir;
  try {
    // mkdir is atomic: one test file builds the template, the others wait.
    mkdirSync(dataDir);
  } catch {
    for (let waited = 0; !existsSync(isReady); waited += 1) {
      if (existsSync(hasFailed) || waited > 1_800) throw new Error(`The ${content} database was not made.`);
      await wait(100);
    }
    return dataDir;
  }
  try {
    if (content === 'empty') await makeEmpty(dataDir, templateNames(runId).empty);
    else await makeDemo(dataDir, await ensureTemplate(templates, runId, 'empty'), templateNames(runId));
    writeFileSync(isReady, '');
    return dataDir;
  } catch (error) {
    writeFileSync(hasFailed, '');
    throw error;
  }
}

async function makeEmpty(dataDir: string, name: string): Promise<void> {
  mkdirSync(join(dataDir, 'media'));
  if (postgresServer) await onServer(`create database ${name}`);
  const connection = await connectTo(dataDir, name);
  try {
    await applyMigrations(connection);
    if (!postgresServer) {
      // Each test copies the files: without PostgreSQL's own templates they are 600 fewer.
      await connection.pool.query('update pg_database set datistemplate = false');
      for (const own of ['template0', 'template1']) await connection.pool.query(`drop database ${own}`);
    }
  } finally {
    await connection.close();
  }
}

async function makeDemo(dataDir: string, empty: string, names: Record<TestContent, string>): Promise<void> {
  cpSync(empty, dataDir, { recursive: true });
  if (postgresServer) await onServer(`create database ${names.demo} template ${names.empty}`);
  const connection = await connectTo(dataDir, names.demo);
  let current = '';
  try {
    await seedIfEmpty(connection, readConfig({ DATA_DIR: dataDir, SEED_SAMPLES: 'on' }), () => {});
    if (!postgresServer) {
      const { rows } = await connection.pool.query('select pg_walfile_name(pg_current_wal_lsn()) as name');
      current = (rows as { name: string }[])[0]!.name;
    }
  } finally {
    await connection.close();
  }
  // Segments of 16 MB that are kept for what will be written next.
  if (!postgresServer)
    for (const name of readdirSync(join(dataDir, 'pglite/pg_wal')))
      if (/^[\dA-F]{24}$/.test(name) && name > current) rmSync(join(dataDir, 'pglite/pg_wal', name));
}

const connectTo = (dataDir: string, name: string) =>
  connect({ dataDir, databaseUrl: postgresServer ? `${postgresServer}/${name}` : undefined });
