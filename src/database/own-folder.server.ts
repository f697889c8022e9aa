import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Creates a folder that its owner alone may read (0700); an existing one becomes so as well.
 * @throws Error where other users may write into it: closing /tmp would break every other program of the machine
 */
export function ownFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode } = statSync(path);
  if (mode & 0o1002) throw new Error('other users write into it as well: name a folder of its own');
  if (mode & 0o077) chmodSync(path, 0o700);
}
