import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createDiskCache } from './disk-cache.server.ts';

const folders: string[] = [];
const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'nagrik-cache-'));
  folders.push(made);
  return join(made, 'cache');
};
afterEach(() => Promise.all(folders.splice(0).map((each) => rm(each, { recursive: true, force: true }))));

test('gives back what was put, under any key', async () => {
  const cache = createDiskCache(await folder(), 1_000);
  expect(await cache.get('../../etc/passwd')).toBeNull();
  await cache.put('../../etc/passwd', Buffer.from('ours'));
  expect((await cache.get('../../etc/passwd'))?.toString()).toBe('ours');
});

test('stays near its size, and keeps what was used last', async () => {
  const path = await folder();
  const cache = createDiskCache(path, 1_000);
  for (let number = 0; number < 30; number += 1) {
    await cache.put(`picture ${number}`, Buffer.alloc(100));
    await cache.get('picture 0');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect((await readdir(path)).length).toBeLessThanOrEqual(10);
  expect(await cache.get('picture 0')).not.toBeNull();
});
