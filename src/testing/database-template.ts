import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../database/connect.server.ts';
import { applyMigrations } from '../database/migrate.server.ts';
import { seedIfEmpty } from '../features/importing/seed.server.ts';
import { readConfig } from '../platform/config.server.ts';
import { onServer, postgresServer, templateNames, type TestContent } from './test-database.ts';

/** Builds the template database, unless another test file has built it or is building it. */
export async function ensureTemplate(templates: string, runId: string, content: TestContent): Promise<void> {
  const dataDir = join(templates, content);
  const isReady = join(templates, `${content}.ready`);
  const hasFailed = join(templates, `${content}.failed`);
  if (existsSync(isReady)) return;
  try {
    // mkdir is atomic: one test file builds the template, the others wait.
    mkdirSync(dataDir);
  } catch {
    for (let waited = 0; !existsSync(isReady); waited += 1) {
      if (existsSync(hasFailed) || waited > 1_800) throw new Error(`The ${content} database was not made.`);
      await wait(100);
    }
    return;
  }
  try {
    await makeTemplate(dataDir, templateNames(runId)[content], content);
    writeFileSync(isReady, '');
  } catch (error) {
    writeFileSync(hasFailed, '');
    throw error;
  }
}

async function makeTemplate(dataDir: string, name: string, content: TestContent): Promise<void> {
  mkdirSync(join(dataDir, 'media'));
  if (postgresServer) await onServer(`create database ${name}`);
  const connection = await connect({
    dataDir,
    databaseUrl: postgresServer ? `${postgresServer}/${name}` : undefined,
  });
  try {
    await applyMigrations(connection);
    if (content === 'demo')
      await seedIfEmpty(connection, readConfig({ DATA_DIR: dataDir, SEED_SAMPLES: 'on' }), () => {});
  } finally {
    await connection.close();
  }
}
