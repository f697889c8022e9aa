import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../process/list-files.server.ts';

/** Evicts the least recently used files until nine tenths of `maxBytes` remain. */
export async function trimFolder(folder: string, maxBytes: number, usedAt: (stats: Stats) => number): Promise<void> {
  const files = (await listFiles(folder)).sort((one, other) => usedAt(one.stats) - usedAt(other.stats));
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files) {
    if (bytes <= maxBytes * 0.9) break;
    await unlink(join(folder, path)).catch(() => {});
    bytes -= size;
  }
}

/** An on-disk LRU cache for files that can be regenerated, bounded by `maxBytes`. */
export function createDiskCache(folder: string, maxBytes: number) {
  let sinceTrim = 0;
  const fileOf = (key: string) => join(folder, createHash('sha256').update(key).digest('base64url'));
  const trim = () => trimFolder(folder, maxBytes, ({ mtimeMs }) => mtimeMs);

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
