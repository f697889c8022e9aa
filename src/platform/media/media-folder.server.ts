import { createHash, hash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listFiles, unlessGone } from '../process/list-files.server.ts';
import { isMediaPath } from './media-path.ts';
import type { MediaStore } from './media-store.server.ts';

// On the same file system, so that rename is atomic; the dot keeps it out of listings and URLs.
export const comingIn = (folder: string) => join(folder, '.coming');

/**
 * Writes to a temporary file, then renames it into place.
 * @param write creates the given temporary file; returns false where there is nothing to place
 */
export async function placeFile(
  folder: string,
  path: string,
  write: (file: string) => Promise<boolean>,
): Promise<boolean> {
  const [coming, target] = [join(comingIn(folder), randomUUID()), join(folder, path)];
  await mkdir(dirname(coming), { recursive: true, mode: 0o700 });
  try {
    if (!(await write(coming))) return false;
    await chmod(coming, 0o644);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await rename(coming, target);
    return true;
  } finally {
    await rm(coming, { force: true });
  }
}

/** Removes temporary files of killed processes; other processes may be writing theirs. */
export async function removeAbandoned(coming: string): Promise<void> {
  for (const { path, stats } of await listFiles(coming))
    if (Date.now() - stats.mtimeMs > 3_600_000) await rm(join(coming, path), { force: true });
}

/** Media as files in a local folder. */
export function createMediaFolder(folder: string): MediaStore {
  return {
    place: folder,
    check: async () => {},
    list: async () => (await listFiles(folder)).filter(({ path }) => isMediaPath(path)),
    has: (path, source) => isSame(source, join(folder, path)),

    async put(path, source) {
      if (await isSame(source, join(folder, path))) return false;
      return placeFile(folder, path, async (file) => {
        if (typeof source === 'string') await copyFile(source, file, constants.COPYFILE_EXCL);
        else await writeFile(file, source, { flag: 'wx' });
        return true;
      });
    },

    remove: async (path) => (await unlessGone(rm(join(folder, path)).then(() => true))) ?? false,

    // Copy-on-write (reflink) where the file system supports it.
    async copyTo(path, file) {
      const isThere = await unlessGone(copyFile(join(folder, path), file, constants.COPYFILE_FICLONE).then(() => true));
      if (isThere) await chmod(file, 0o600);
      return isThere ?? false;
    },
  };
}

async function isSame(source: string | Buffer, target: string): Promise<boolean> {
  const there = await lstat(target).catch(() => null);
  if (!there?.isFile() || there.size !== (await sizeOf(source))) return false;
  const [one, other] = await Promise.all([digestOf(source), digestOf(target)]);
  return one === other;
}

export const sizeOf = async (source: string | Buffer): Promise<number> =>
  typeof source === 'string' ? (await lstat(source)).size : source.length;

/** SHA-256, in hex. */
export async function digestOf(source: string | Buffer): Promise<string> {
  if (typeof source !== 'string') return hash('sha256', source);
  const digest = createHash('sha256');
  await pipeline(createReadStream(source), digest);
  return digest.digest('hex');
}
