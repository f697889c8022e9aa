import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { LockHeldError, takeExclusiveLock } from './exclusive-lock.server.ts';
import { newFolder } from '../testing/new-folder.ts';

const folder = newFolder();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Another process that takes the lock, confirms it, and keeps running. */
async function holder(file: string): Promise<ChildProcess> {
  const module = fileURLToPath(new URL('./exclusive-lock.server.ts', import.meta.url));
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { takeExclusiveLock } from ${JSON.stringify(module)}; takeExclusiveLock(${JSON.stringify(file)}); console.log('held'); setInterval(() => {}, 1000);`,
  ]);
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

it('another process holds it: refused at once, in words for who runs the machine', async () => {
  const file = join(folder, 'held.lock');
  await holder(file);
  const startedAt = performance.now();
  expect(() => takeExclusiveLock(file)).toThrow(LockHeldError);
  expect(() => takeExclusiveLock(file)).toThrow(`The data in ${folder} is in use by another Nagrik process.`);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

it('is free as soon as its holder is killed', async () => {
  const file = join(folder, 'killed.lock');
  for (let round = 0; round < 3; round += 1) {
    const child = await holder(file);
    expect(() => takeExclusiveLock(file)).toThrow(LockHeldError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    takeExclusiveLock(file).release();
  }
});

it('holds against the own process too, until it is released', () => {
  const file = join(folder, 'own.lock');
  const lock = takeExclusiveLock(file);
  expect(() => takeExclusiveLock(file)).toThrow(LockHeldError);
  lock.release();
  takeExclusiveLock(file).release();
});

it('an invalid lock file is another error than a held lock', () => {
  const file = join(folder, 'other.lock');
  writeFileSync(file, 'not a database, and long enough to be sure of it'.repeat(40));
  expect(() => takeExclusiveLock(file)).toThrow('file is not a database');
});
