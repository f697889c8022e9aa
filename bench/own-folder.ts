import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Without a handler a signal would end this process before its 'exit' listeners remove what it has made; a second one
// comes where npm and the terminal both send it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

/** A temporary folder that is removed on exit, by a signal too. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nagrik-bench-'));
  // A process that was killed just before may still be writing into it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}
