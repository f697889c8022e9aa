import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listFiles } from './list-files.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const root = newFolder();

it('files are listed from every depth, sorted, without links; none where there is no folder', async () => {
  const folder = join(root, 'plain');
  mkdirSync(join(folder, 'b/deep'), { recursive: true });
  for (const path of ['c.webp', 'b/deep/a.webp', 'a.webp']) writeFileSync(join(folder, path), path);
  symlinkSync('/etc/passwd', join(folder, 'passwd'));
  symlinkSync('/etc', join(folder, 'etc'));
  expect((await listFiles(folder)).map(({ path, size }) => [path, size])).toEqual([
    ['a.webp', 6],
    ['b/deep/a.webp', 13],
    ['c.webp', 6],
  ]);
  expect(await listFiles(join(root, 'none'))).toEqual([]);
});

it('a folder that goes away meanwhile takes no other with it', async () => {
  const folder = join(root, 'busy');
  const names = Array.from({ length: 600 }, (_, number) => `folder-${number}`);
  for (const name of names) mkdirSync(join(folder, name, 'deep'), { recursive: true });
  writeFileSync(join(folder, 'stays.webp'), 'x');
  const listing = listFiles(folder);
  for (const name of names.toReversed()) {
    rmSync(join(folder, name), { recursive: true });
    await turn();
  }
  expect((await listing).map(({ path }) => path)).toEqual(['stays.webp']);
});
