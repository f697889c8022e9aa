import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { connect } from '../database/connect.server.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';
import { join, type Member } from './join.ts';
import { runProcess } from './run-process.ts';
import { copyDatabase, onServer, postgresServer, templateFolder } from './test-database.ts';
import { newFolder } from './new-folder.ts';

export type ProcessSite = {
  dataDir: string;
  /** Environment of the site's processes and commands. */
  env: Record<string, string>;
  /** Destroys the database, as a failed disk would. */
  destroyDatabase(): Promise<void>;
  /** Runs a command until it exits. */
  run(script: string, ...args: string[]): Promise<{ status: number | string; output: string }>;
  close(): Promise<void>;
};

/** Prepares a site that runs in processes of its own: a folder, a database, and signed-in users. */
export async function prepareSite(
  people: number,
  settings: Record<string, string> = {},
): Promise<ProcessSite & { members: Member[] }> {
  const folder = newFolder();
  const dataDir = joinPath(folder, 'data');
  cpSync(await templateFolder('demo'), dataDir, { recursive: true });
  const name = `nagrik_test_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = postgresServer && `${postgresServer}/${name}`;
  if (postgresServer) await copyDatabase(name, 'demo');
  const env = {
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: 'http://localhost',
    SEED_SAMPLES: 'off',
    ...settings,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };

  const connection = await connect({ databaseUrl, dataDir });
  const members: Member[] = [];
  for (let count = 0; count < people; count += 1)
    members.push(await join({ connection, config: readConfig(env), clock: () => new Date() } as PageServices, {}));
  await connection.close();

  return {
    dataDir,
    env,
    members,
    async destroyDatabase() {
      rmSync(joinPath(dataDir, 'pglite'), { recursive: true, force: true });
      if (!postgresServer) return;
      await onServer(`drop database ${name} with (force)`);
      await onServer(`create database ${name}`);
    },
    async run(script, ...args) {
      const command = runProcess([`scripts/${script}.ts`, ...args], env);
      const { status } = await command.ends();
      return { status, output: command.output() };
    },
    async close() {
      if (postgresServer) await onServer(`drop database if exists ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
