// @runs on both databases
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { erasures } from '../../database/schema.ts';
import { appendErasures, listErasures, logErasures, readErasures } from './erasure-log.server.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('empty');
let folder: string;
let erasuresFile: string;
beforeEach(() => {
  folder = newFolder();
  erasuresFile = join(folder, 'erasures.jsonl');
});
const erasure = (withPosts = false) => ({ userId: randomUUID(), withPosts });

it('is a file for its owner alone, read back as it was written; of nothing there is none', async () => {
  const list = [erasure(), erasure(true)];
  await appendErasures(erasuresFile, []);
  expect(() => statSync(erasuresFile)).toThrow('ENOENT');
  expect(await readErasures(erasuresFile)).toEqual([]);
  await appendErasures(erasuresFile, list.slice(0, 1));
  await appendErasures(erasuresFile, list.slice(1));
  expect(await readErasures(erasuresFile)).toEqual(list);
  expect(statSync(erasuresFile).mode & 0o777).toBe(0o600);
});

it('a line that was cut off, or says something else, hides none of the others', async () => {
  const [first, last] = [erasure(), erasure()];
  await appendErasures(erasuresFile, [first]);
  const cut = readFileSync(erasuresFile, 'utf8');
  writeFileSync(erasuresFile, `${cut}{"userId":"1","withPosts":false}\n${cut.trim().slice(0, -4)}`);
  await appendErasures(erasuresFile, [last]);
  expect(await readErasures(erasuresFile)).toEqual([first, last]);
});

it('that cannot be read is an error, not an empty list', async () => {
  await expect(readErasures(folder)).rejects.toThrow('EISDIR');
});

it('gets what the database knows and it does not, once, the oldest first; an erasure of the posts too is another', async () => {
  const [first, second] = [erasure(), erasure(true)];
  await database.db.insert(erasures).values([
    { ...second, erasedAt: new Date('2026-02-02') },
    { ...first, erasedAt: new Date('2026-01-01') },
  ]);
  expect(await listErasures(database.db)).toEqual([first, second]);
  const milder = { ...second, withPosts: false };
  await appendErasures(erasuresFile, [milder]);
  for (let starts = 0; starts < 2; starts += 1) await logErasures(database.db, { erasuresFile });
  expect(await readErasures(erasuresFile)).toEqual([milder, first, second]);
});
