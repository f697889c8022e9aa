import { closeSync, existsSync, openSync } from 'node:fs';

/**
 * A short path to `directory` for Unix sockets, whose paths are limited to 107 bytes (Node truncates longer ones). It
 * goes through an open file descriptor under /proc; `release` closes it.
 */
export function socketFolder(directory: string): { path: string; release(): void } {
  if (Buffer.byteLength(directory) <= 85 || !existsSync('/proc/self/fd')) return { path: directory, release: () => {} };
  const handle = openSync(directory, 'r');
  return { path: `/proc/self/fd/${handle}`, release: () => closeSync(handle) };
}
