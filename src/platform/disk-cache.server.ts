import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What can be made again, kept on disk: the least recently used goes when `maxBytes` are passed. */
export function createDiskCache(folder: string, maxBytes: number) {
  let sinceTrim = 0;
  const fileOf = (key: string) => join(folder, createHash('sha256').update(key).digest('base64url'));

  async function trim(): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const files = (await Promise.all(names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      return found ? [{ path, bytes: found.size, usedAt: found.mtimeMs }] : [];
    }))).flat().sort((one, other) => one.usedAt - other.usedAt);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files) {
      if (bytes <= maxBytes * 0.9) break;
      await unlink(file.path).catch(() => {});
      bytes -= file.bytes;
    }
  }

  return {
    async get(key: string): Promise<Buffer | null> {
      const file = fileOf(key);
      const bytes = await readFile(file).catch(() => null);
      const now = new Date();
      if (bytes) void utimes(file, now, now).catch(() => {});
      return bytes;
    },

    async put(key: string, bytes: Buffer): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `.${randomUUID()}`);
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, fileOf(key));
      sinceTrim += bytes.length;
      if (sinceTrim <= maxBytes / 20) return;
      sinceTrim = 0;
      await trim();
    },

    trim,
  };
}

export type DiskCache = ReturnType<typeof createDiskCache>;
