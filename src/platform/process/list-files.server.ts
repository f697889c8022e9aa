import type { Dirent, Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export type ListedFile = { path: string; size: number; stats: Stats };

/**
 * Files below a folder, sorted, without symbolic links; empty where the folder does not exist. Tolerates concurrent
 * deletion.
 */
export async function listFiles(folder: string): Promise<ListedFile[]> {
  const paths = (await entriesBelow(folder))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const files = await Promise.all(
    paths.map(async (path) => ({ path, stats: await unlessGone(stat(join(folder, path))) })),
  );
  return files.flatMap(({ path, stats }) => (stats ? [{ path, size: stats.size, stats }] : []));
}

/** Reads each folder separately, so that one deleted meanwhile does not fail the others. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
  const entries = (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];
  const below = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map(({ name }) => entriesBelow(join(folder, name))),
  );
  return [entries, ...below].flat();
}

/** Null on ENOENT. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
