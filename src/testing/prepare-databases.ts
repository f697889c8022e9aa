import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onServer, postgresServer, templateNames } from './test-database.ts';

/**
 * Vitest's global setup: a temporary folder that goes with the run, and in it one for the template databases, which are
 * built on first use; or the one given.
 */
export default async function prepareDatabases(): Promise<() => Promise<void>> {
  const runId = randomUUID().slice(0, 8);
  const given = process.env.NAGRIK_TEST_TEMPLATES;
  // Whoever gives the templates has a temporary folder of its own, too.
  const folder = given ? undefined : mkdtempSync(join(tmpdir(), 'nagrik-run-'));
  if (folder) process.env.TMPDIR = folder;
  const templates = given ?? mkdtempSync(join(tmpdir(), 'templates-'));
  process.env.NAGRIK_TEST_RUN = runId;
  process.env.NAGRIK_TEST_TEMPLATES = templates;

  return async () => {
    if (folder) rmSync(folder, { recursive: true, force: true });
    if (postgresServer)
      for (const name of Object.values(templateNames(runId)))
        await onServer(`drop database if exists ${name} with (force)`);
  };
}
