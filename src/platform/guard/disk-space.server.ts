import { statfs } from 'node:fs/promises';
import { problems } from '../../messages/problems.ts';
import { AppError } from '../wire/errors.ts';

/** Below this share of the disk no files are taken: the database and sign-in need the rest. */
const leastFree = 0.1;
const cachedMs = 5_000;

export type DiskSpace = {
  isShort(): Promise<boolean>;
  /** @throws AppError 503 where no more files may be stored */
  insistOnSpace(): Promise<void>;
};

/**
 * Watches the file system of a folder.
 * @param sendAlert called whenever it is found short; may be called repeatedly, so it must deduplicate
 */
export function watchDisk(
  folder: string,
  sendAlert: () => void,
  read: (path: string) => Promise<{ bavail: number; blocks: number }> = statfs,
  now: () => number = Date.now,
): DiskSpace {
  let known = { isShort: false, until: -Infinity };
  async function isShort(): Promise<boolean> {
    if (now() >= known.until) {
      // What cannot be asked is not short: a folder that is not there yet, a file system that does not say.
      const { bavail, blocks } = await read(folder).catch(() => ({ bavail: 0, blocks: 0 }));
      known = { isShort: bavail < blocks * leastFree, until: now() + cachedMs };
    }
    if (known.isShort) sendAlert();
    return known.isShort;
  }
  return {
    isShort,
    async insistOnSpace() {
      if (await isShort()) throw new AppError(503, 'unavailable', () => problems.fullDisk, { retryAfterSeconds: 600 });
    },
  };
}
