import { closeSync, existsSync, openSync } from 'node:fs';

/**
 * A name for `directory` that is short enough for Unix sockets in it, whose paths may have 107 bytes (Node cuts longer ones off).
 * Linux reaches the same folder through an open handle; `release` closes it.
 */
export function socketFolder(directory: string): { path: string; release(): void } {
  if (Buffer.byteLength(directory) <= 85 || !existsSync('/proc/self/fd')) return { path: directory, release: () => {} };
  const handle = openSync(directory, 'r');
  return { path: `/proc/self/fd/${handle}`, release: () => closeSync(handle) };
}
