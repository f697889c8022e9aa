import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from '../../platform/list-files.server.ts';
import type { MediaStore } from '../../platform/media/media-store.server.ts';
import { sizeOf } from './backup-folder.server.ts';
import type { Progress } from './progress.ts';

type Listed = { path: string; size: number };

/** Copies all media into a folder. What goes away meanwhile is left out. */
export async function copyMediaOut(store: MediaStore, folder: string, progress: Progress): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await eachFile(await store.list(), progress, async ({ path }) => {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    await store.copyTo(path, join(folder, path));
  });
}

/** Stores all files of a folder. What else is there stays. @returns how many were not there yet, or were others */
export async function copyMediaIn(folder: string, store: MediaStore, progress: Progress): Promise<number> {
  let stored = 0;
  await eachFile(await listFiles(folder), progress, async ({ path }) => {
    if (await store.put(path, join(folder, path))) stored += 1;
  });
  return stored;
}

/** A few at a time: most of it is waiting. */
async function eachFile(files: Listed[], progress: Progress, work: (file: Listed) => Promise<void>): Promise<void> {
  progress.start(files.length, sizeOf(files));
  const waiting = files.values();
  await Promise.all(Array.from({ length: 6 }, async () => {
    for (const file of waiting) {
      await work(file);
      progress.step(1, file.size);
    }
  }));
  progress.end();
}
