import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupsToRemove, pruneBackups } from './prune-backups.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const nameOf = (day: number) => `nagrik-${new Date(day * 86_400_000).toISOString().slice(0, 10)}T21-30-00Z`;
const from = Date.parse('2026-01-01') / 86_400_000;
const retention = { days: 7, weeks: 5, months: 12 };

test('after each of 800 nights: the last seven days, the end of each of five weeks and of twelve months', () => {
  let held: string[] = [];
  for (let day = from; day < from + 800; day += 1) {
    held.push(nameOf(day));
    const gone = new Set(backupsToRemove(held, retention));
    held = held.filter((name) => !gone.has(name));
    expect(held.slice(-7)).toEqual(
      Array.from({ length: Math.min(7, day - from + 1) }, (_, at) => nameOf(day - Math.min(6, day - from) + at)),
    );
  }
  const days = held.map((name) => Date.parse(name.slice(7, 17)));
  const last = days.at(-1)!;
  for (const age of [8, 14, 21, 28])
    expect(days.some((day) => Math.abs(last - day - age * 86_400_000) < 7 * 86_400_000)).toBe(true);
  expect(new Set(held.map((name) => name.slice(0, 14))).size).toBe(12);
  expect(held.length).toBeLessThanOrEqual(7 + 5 + 12);
});

test('a second backup of a day replaces the first, and after a pause nothing goes for its age alone', () => {
  const [morning, evening] = ['nagrik-2026-11-29T05-00-00Z', 'nagrik-2026-11-29T21-30-00Z'];
  expect(backupsToRemove([evening, morning], retention)).toEqual([morning]);
  expect(backupsToRemove(['nagrik-2020-01-01T05-00-00Z', evening], retention)).toEqual([]);
  expect(backupsToRemove([morning, evening], { days: 1, weeks: 0, months: 0 })).toEqual([morning]);
});

test('nothing but whole backups goes', async () => {
  const folder = newFolder();
  const others = ['.nagrik-2026-01-01T21-30-00Z.partial-7', 'letters', 'nagrik-old', 'nagrik-2026-01-01T21-30-00Z.tar'];
  for (const name of [...others, nameOf(from), nameOf(from + 1)])
    mkdirSync(join(folder, name, 'media'), { recursive: true });
  expect(await pruneBackups(folder, { days: 1, weeks: 0, months: 0 })).toEqual([nameOf(from)]);
  expect(readdirSync(folder).sort()).toEqual([...others, nameOf(from + 1)].sort());
});
