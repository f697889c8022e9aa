import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inOwnProcess } from './own-process.ts';

it('gives a process of its own to every file that has a document or replaces modules', () => {
  const alone = new Set(globSync(inOwnProcess));
  const needsItsOwn = (file: string) => /@vitest-environment|vi\.(?:doM|m)ock\(/.test(readFileSync(file, 'utf8'));
  const all = globSync('{src,scripts}/**/*.test.{ts,tsx}').filter((file) => !file.endsWith('own-process.test.ts'));
  expect(all.filter((file) => needsItsOwn(file) && !alone.has(file))).toEqual([]);
});

it('lists only files that there are', () => {
  expect(inOwnProcess.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});
