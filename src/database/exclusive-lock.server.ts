import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

export class LockHeldError extends Error {}

/**
 * An exclusive lock that the operating system releases however the process dies. Node has no flock; an exclusive SQLite
 * transaction takes an equivalent lock on its file.
 * @throws LockHeldError when another process holds it
 */
export function takeExclusiveLock(file: string): { release(): void } {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new LockHeldError(`The data in ${file.replace(/\/[^/]*$/, '')} is in use by another Nagrik process.`);
  }
  return {
    release() {
      database.exec('rollback');
      database.close();
    },
  };
}
