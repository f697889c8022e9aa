import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../database/connect.server.ts';
import { applyMigrations } from '../database/migrate.server.ts';
import { seedIfEmpty } from '../features/importing/seed.server.ts';
import { readConfig } from '../platform/config.server.ts';
import { onServer, postgresServer, templateNames, type TestContent } from './test-database.ts';

/** Vitest's global setup: one migrated and one seeded database, which test files copy. */
export default async function prepareDatabases(): Promise<() => Promise<void>> {
  const runId = randomUUID().slice(0, 8);
  const templates = mkdtempSync(join(tmpdir(), 'nagrik-templates-'));
  process.env.NAGRIK_TEST_RUN = runId;
  process.env.NAGRIK_TEST_TEMPLATES = templates;
  const names = templateNames(runId);

  for (const content of ['empty', 'demo'] satisfies TestContent[]) {
    const dataDir = join(templates, content);
    mkdirSync(join(dataDir, 'media'), { recursive: true });
    if (postgresServer) await onServer(`create database ${names[content]}`);
    const databaseUrl = postgresServer ? `${postgresServer}/${names[content]}` : undefined;
    const connection = await connect({ dataDir, databaseUrl });
    await applyMigrations(connection);
    if (content === 'demo')
      await seedIfEmpty(connection, readConfig({ DATA_DIR: dataDir, SEED_SAMPLES: 'on' }), () => {});
    await connection.close();
  }

  return async () => {
    rmSync(templates, { recursive: true, force: true });
    if (postgresServer)
      for (const name of Object.values(names)) await onServer(`drop database if exists ${name} with (force)`);
  };
}
