import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SourceBroken } from './import-source.ts';

const maxLineBytes = 5_000_000;
export const maxEntryBytes = 1_000_000;

export type Line = { number: number; text: string; problem: string | null };

/** Bytes read, for the progress line. */
export class ReadProgress {
  read = 0;
  total: number;
  constructor(total: number) {
    this.total = total;
  }
  get share(): number {
    return this.total === 0 ? 1 : Math.min(1, this.read / this.total);
  }
}

/** Streams a file, decompressed where it is gzip. A corrupt archive throws SourceBroken after its readable part. */
export async function* readBytes(path: string, isGzip: boolean, progress: ReadProgress): AsyncGenerator<Buffer> {
  progress.read = 0;
  const file = createReadStream(path, { highWaterMark: 64 * 1024 });
  file.on('data', (chunk) => {
    progress.read += chunk.length;
  });
  let stream: Readable = file;
  if (isGzip) {
    const gunzip = createGunzip({ chunkSize: 64 * 1024 });
    file.on('error', (error) => gunzip.destroy(error));
    stream = file.pipe(gunzip);
  }
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw broken(error);
  } finally {
    file.destroy();
  }
}

function broken(error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'Z_BUF_ERROR') return new SourceBroken('The archive ends in the middle (a download that was cut off?).');
  if (code.startsWith('Z_')) return new SourceBroken('The archive is damaged and cannot be unpacked any further.');
  if (code === 'ENOENT') return new SourceBroken('There is no such file.');
  if (code === 'EACCES') return new SourceBroken('The file may not be read.');
  return error as Error;
}

/** Streams UTF-8 lines. Lines over 5 MB are skipped unbuffered: a decompression bomb of one line needs no memory. */
export async function* readLines(path: string, isGzip: boolean, progress: ReadProgress): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  let failure: unknown = null;
  try {
    for await (const chunk of readBytes(path, isGzip, progress)) {
      let from = 0;
      while (from < chunk.length) {
        const end = chunk.indexOf(10, from);
        const part = chunk.subarray(from, end === -1 ? chunk.length : end);
        size += part.length;
        if (size <= maxLineBytes) parts.push(part);
        else parts = [];
        if (end === -1) break;
        from = end + 1;
        number += 1;
        const line = finishLine(parts, size, number);
        parts = [];
        size = 0;
        if (line) yield line;
      }
    }
  } catch (error) {
    failure = error;
  }
  if (size > 0) {
    number += 1;
    const line = failure
      ? { number, text: '', problem: 'The file ends in the middle of it.' }
      : finishLine(parts, size, number);
    if (line) yield line;
  }
  if (failure) throw failure;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function finishLine(parts: Buffer[], size: number, number: number): Line | null {
  if (size > maxLineBytes)
    return { number, text: '', problem: `The line has more than ${maxLineBytes / 1_000_000} MB.` };
  const bytes = Buffer.concat(parts);
  let text: string;
  try {
    text = decoder.decode(bytes).replace(/\r$/, '');
  } catch {
    return { number, text: '', problem: 'It is not UTF-8: save the file as UTF-8 and import it again.' };
  }
  if (text.trim() === '') return null;
  if (size > maxEntryBytes)
    return { number, text: '', problem: `It has ${(size / 1_000_000).toFixed(1)} MB; at most 1 MB can be one entry.` };
  return { number, text, problem: null };
}

/** @throws Error with a readable message */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('It is not JSON, or was cut off.');
  }
}
