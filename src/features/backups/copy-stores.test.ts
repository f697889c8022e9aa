import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMediaFolder } from '../../platform/media/media-folder.server.ts';
import type { MediaStore } from '../../platform/media/media-store.server.ts';
import { copyMediaIn, copyMediaOut, pullMedia } from './copy-stores.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const root = newFolder();
const progress = { start: () => {}, step: () => {}, end: () => {} };

function folderOf(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries({ '.coming/half': 'ha', ...files })) {
    mkdirSync(join(root, name, path, '..'), { recursive: true });
    writeFileSync(join(root, name, path), text);
  }
  return join(root, name);
}

it('where one file fails no other is begun, and those under way have ended before it is told', async () => {
  const source = createMediaFolder(
    folderOf('many', Object.fromEntries(Array.from({ length: 40 }, (_, number) => [`${number}.webp`, 'x']))),
  );
  const { promise: rest, resolve } = Promise.withResolvers<void>();
  let [begun, ended] = [0, 0];
  const store: MediaStore = {
    ...source,
    async copyTo() {
      begun += 1;
      if (begun === 1) throw new Error('the first');
      await rest;
      ended += 1;
      return true;
    },
  };
  const endedWhenTold = copyMediaOut(store, join(root, 'out'), progress).then(
    () => 'done',
    (error: Error) => [error.message, ended],
  );
  await expect.poll(() => begun).toBe(6);
  resolve();
  expect(await endedWhenTold).toEqual(['the first', 5]);
  expect(begun).toBe(6);
});

it('a half that a killed process left is not copied, and goes after a while', async () => {
  const folder = folderOf('halves', { 'a.webp': 'a' });
  await copyMediaOut(createMediaFolder(folder), join(root, 'backup'), progress);
  expect(readdirSync(join(root, 'backup'))).toEqual(['a.webp']);
  const other = createMediaFolder(join(root, 'other'));
  expect(await copyMediaIn(folder, other, progress)).toBe(1);
  expect(await other.list()).toMatchObject([{ path: 'a.webp' }]);

  await pullMedia(other, folder, progress);
  expect(existsSync(join(folder, '.coming/half'))).toBe(true);
  utimesSync(join(folder, '.coming/half'), new Date(0), new Date(0));
  await pullMedia(other, folder, progress);
  expect(existsSync(join(folder, '.coming/half'))).toBe(false);
});

it('a file that could not be pulled stays as it was', async () => {
  const folder = folderOf('pulled', { 'a.webp': 'as it was' });
  const broken: MediaStore = {
    ...createMediaFolder(folderOf('broken', { 'a.webp': 'as it is' })),
    async copyTo(_path, file) {
      writeFileSync(file, 'as');
      throw new Error('broken off');
    },
  };
  await expect(pullMedia(broken, folder, progress)).rejects.toThrow('broken off');
  expect(readFileSync(join(folder, 'a.webp'), 'utf8')).toBe('as it was');
  expect(readdirSync(join(folder, '.coming'))).toEqual(['half']);
});
