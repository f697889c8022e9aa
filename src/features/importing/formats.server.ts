import { open, readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import { contentFormat } from './content/content-format.server.ts';
import { ghostFormat, hugoFormat, schemesFormat, wordpressFormat } from './outside-formats.server.ts';
import { stackExchangeFormat } from './stackexchange/stackexchange-format.server.ts';
import type { ImportFormat, Sniffed } from './import-format.ts';

// Most specific first: the first format that recognises the input gets it.
export const formats: ImportFormat[] = [
  contentFormat,
  stackExchangeFormat,
  schemesFormat,
  wordpressFormat,
  ghostFormat,
  hugoFormat,
];

export async function sniff(path: string): Promise<Sniffed> {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '');
  if ((await stat(path)).isDirectory())
    return { path, name, isDirectory: true, entries: await readdir(path), start: '' };
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const head = buffer.subarray(0, bytesRead);
    return {
      path,
      name,
      isDirectory: false,
      entries: [],
      start: (await unpacked(head)).subarray(0, 65_536).toString('utf8'),
    };
  } finally {
    await file.close();
  }
}

const unzip = promisify(gunzip);

/** The start of a gzip suffices for detection; corruption further on is reported when the file is read. */
async function unpacked(head: Buffer): Promise<Buffer> {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head;
  try {
    return await unzip(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * 1024 * 1024 });
  } catch {
    return Buffer.alloc(0);
  }
}
