import { createHash, hash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listFiles, unlessGone } from '../list-files.server.ts';
import type { MediaStore } from './media-store.server.ts';

/** Media as files below a folder. */
export function createMediaFolder(folder: string): MediaStore {
  return {
    place: folder,
    check: async () => {},
    list: () => listFiles(folder),

    async put(path, source) {
      const target = join(folder, path);
      if (await isSame(source, target)) return false;
      await mkdir(dirname(target), { recursive: true, mode: 0o755 });
      const unfinished = `${target}.${randomUUID()}.part`;
      try {
        if (typeof source === 'string') await copyFile(source, unfinished, constants.COPYFILE_EXCL);
        else await writeFile(unfinished, source, { flag: 'wx' });
        await chmod(unfinished, 0o644);
        await rename(unfinished, target);
      } finally {
        await rm(unfinished, { force: true });
      }
      return true;
    },

    remove: (path) => rm(join(folder, path), { force: true }),

    // A block of the disk where it can be shared.
    async copyTo(path, file) {
      const isThere = await unlessGone(copyFile(join(folder, path), file, constants.COPYFILE_FICLONE).then(() => true));
      if (isThere) await chmod(file, 0o600);
      return isThere ?? false;
    },
  };
}

async function isSame(source: string | Buffer, target: string): Promise<boolean> {
  const there = await lstat(target).catch(() => null);
  if (!there?.isFile() || there.size !== await sizeOf(source)) return false;
  const [one, other] = await Promise.all([digestOf(source), digestOf(target)]);
  return one === other;
}

export const sizeOf = async (source: string | Buffer): Promise<number> => (typeof source === 'string' ? (await lstat(source)).size : source.length);

/** SHA-256, in hex. */
export async function digestOf(source: string | Buffer): Promise<string> {
  if (typeof source !== 'string') return hash('sha256', source);
  const digest = createHash('sha256');
  await pipeline(createReadStream(source), digest);
  return digest.digest('hex');
}
