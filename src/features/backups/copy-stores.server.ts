import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles, unlessGone } from '../../platform/process/list-files.server.ts';
import { comingIn, placeFile, removeAbandoned } from '../../platform/media/media-folder.server.ts';
import { isMediaPath } from '../../platform/media/media-path.ts';
import type { MediaStore } from '../../platform/media/media-store.server.ts';
import { sizeOf } from './backup-folder.server.ts';
import type { Progress } from './progress.ts';

type Listed = { path: string; size: number };

/** Copies all media into a new folder. Files deleted meanwhile are skipped. */
export async function copyMediaOut(store: MediaStore, folder: string, progress: Progress): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await eachFile(await store.list(), progress, async ({ path }) => {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    await store.copyTo(path, join(folder, path));
  });
}

/** Copies missing or different files into a folder in use and deletes nothing. @returns how many were copied */
export async function pullMedia(store: MediaStore, folder: string, progress: Progress): Promise<number> {
  let pulled = 0;
  await removeAbandoned(comingIn(folder));
  await eachFile(await store.list(), progress, async ({ path }) => {
    if (await unlessGone(store.has(path, join(folder, path)))) return;
    if (await placeFile(folder, path, (file) => store.copyTo(path, file))) pulled += 1;
  });
  return pulled;
}

/** Uploads missing or different files and deletes nothing. @returns how many were uploaded */
export async function copyMediaIn(folder: string, store: MediaStore, progress: Progress): Promise<number> {
  let stored = 0;
  const files = (await listFiles(folder)).filter(({ path }) => isMediaPath(path));
  await eachFile(files, progress, async ({ path }) => {
    if (await store.put(path, join(folder, path))) stored += 1;
  });
  return stored;
}

/** Bounded concurrency, since the work is I/O. On failure no further file starts, and those in flight finish first. */
async function eachFile(files: Listed[], progress: Progress, work: (file: Listed) => Promise<void>): Promise<void> {
  progress.start(files.length, sizeOf(files));
  const waiting = files.values();
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const file of waiting) {
        if (failures.length > 0) return;
        try {
          await work(file);
          progress.step(1, file.size);
        } catch (error) {
          failures.push(error);
        }
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
  progress.end();
}
