import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const leastFree = 6 * 1024 ** 3;
const prefix = 'nagrik-run-';

/**
 * A new folder for all files of a test run. It is in memory where that has 6 GiB to spare: a run copies hundreds of
 * databases, and waits for no disk there. What killed runs left is removed.
 */
export function makeRunFolder(): string {
  const parent = hasRoom() ? inMemory : tmpdir();
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    if (hasEnded(Number(name.slice(prefix.length).split('-')[0])))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o755);
  return folder;
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, freemem()) >= leastFree;
  } catch {
    return false;
  }
}
