import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRunFolder } from './run-folder.ts';

test('a run has a folder of its own, and removes what a killed run left, but nothing of a living one', () => {
  const living = makeRunFolder();
  const killed = join(dirname(living), 'nagrik-run-99999999-left');
  mkdirSync(killed);
  const folder = makeRunFolder();
  try {
    expect(folder).not.toBe(living);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect([living, folder, killed].map((each) => existsSync(each))).toEqual([true, true, false]);
  } finally {
    for (const each of [living, folder]) rmSync(each, { recursive: true, force: true });
  }
});
