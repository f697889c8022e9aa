import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onServer, postgresServer, templateNames } from './test-database.ts';

/** Vitest's global setup: a folder for the template databases, which are built on first use; or the one given. */
export default async function prepareDatabases(): Promise<() => Promise<void>> {
  const runId = randomUUID().slice(0, 8);
  const given = process.env.NAGRIK_TEST_TEMPLATES;
  const templates = given ?? mkdtempSync(join(tmpdir(), 'nagrik-templates-'));
  process.env.NAGRIK_TEST_RUN = runId;
  process.env.NAGRIK_TEST_TEMPLATES = templates;

  return async () => {
    if (!given) rmSync(templates, { recursive: true, force: true });
    if (postgresServer)
      for (const name of Object.values(templateNames(runId)))
        await onServer(`drop database if exists ${name} with (force)`);
  };
}
