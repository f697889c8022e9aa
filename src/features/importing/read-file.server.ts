import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGunzip, gunzip } from 'node:zlib';
import type { Sniffed } from './import-format.ts';
import { type ImportEntry, type ImportSource, SourceBroken } from './import-source.ts';

const maxLineBytes = 5_000_000;
export const maxEntryBytes = 1_000_000;

const headBytes = 65_536;

export const tooLong = (size: number) =>
  `It has ${(size / 1_000_000).toFixed(1)} MB; at most ${maxEntryBytes / 1_000_000} MB can be one entry.`;
const notUtf8 = 'save it as UTF-8 and import it again.';

type Packed = { path: string; isGzip: boolean };
export type OpenFile = Packed & { name: string; size: number; fingerprint: string };

/** A source in one file. */
export function sourceOfFile(
  file: OpenFile,
  of: Pick<ImportSource, 'format' | 'site' | 'formerPrefix' | 'keysAreNumbers'>,
  entries: (progress: ReadProgress) => AsyncIterable<ImportEntry>,
): ImportSource {
  const progress = new ReadProgress(file.size);
  const { name, fingerprint } = file;
  return { ...of, name, fingerprint, progress: () => progress.share, entries: () => entries(progress) };
}

/** Fingerprint from name, size, head and tail of the file and the settings: hashing a large dump takes too long. */
export async function openFile(path: string, salt: string): Promise<OpenFile> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await bytesAt(file, 0);
    const hash = createHash('sha256').update(JSON.stringify([salt, basename(path), size]));
    hash.update(head).update(await bytesAt(file, Math.max(0, size - headBytes)));
    return {
      path,
      name: basename(path),
      size,
      isGzip: head[0] === 0x1f && head[1] === 0x8b,
      fingerprint: hash.digest('hex'),
    };
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, at);
  return buffer.subarray(0, bytesRead);
}

/** What can be detected without reading the whole input. */
export async function sniff(path: string): Promise<Sniffed> {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '');
  const file = await open(path, 'r');
  try {
    if ((await file.stat()).isDirectory())
      return { path, name, isDirectory: true, entries: await readdir(path), start: '' };
    const start = (await unpacked(await bytesAt(file, 0))).subarray(0, headBytes).toString('utf8');
    return { path, name, isDirectory: false, entries: [], start };
  } finally {
    await file.close();
  }
}

const unzip = promisify(gunzip);

/** The start of a gzip suffices for detection; corruption further on is reported when the file is read. */
async function unpacked(head: Buffer): Promise<Buffer> {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head;
  const bounds = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * 1024 * 1024 };
  return unzip(head, bounds).catch(() => Buffer.alloc(0));
}

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
async function* readBytes({ path, isGzip }: Packed, progress: ReadProgress): AsyncGenerator<Buffer> {
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

/** Is fed a file's text; `ready` is emptied after each part of it. */
export type FileParser<Item> = {
  ready: Item[];
  feed(text: string): void;
  end(): void;
  decoderFor?(head: Buffer): TextDecoder;
};

/** What a parser makes of a file, as it is read; of a corrupt one the readable part. @throws SourceBroken, NotTaken */
export async function* readParsed<Item>(
  file: Packed,
  progress: ReadProgress,
  parser: FileParser<Item>,
): AsyncGenerator<Item[]> {
  let decoder: TextDecoder | undefined;
  let failure: unknown = null;
  try {
    for await (const chunk of readBytes(file, progress)) {
      decoder ??= parser.decoderFor?.(chunk) ?? new TextDecoder('utf-8', { fatal: true });
      parser.feed(decode(decoder, chunk));
      if (parser.ready.length > 0) yield parser.ready.splice(0);
    }
    if (decoder) parser.feed(decode(decoder));
    parser.end();
  } catch (error) {
    failure = error;
  }
  if (parser.ready.length > 0) yield parser.ready.splice(0);
  if (failure) throw failure;
}

function decode(fatal: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? fatal.decode(chunk, { stream: true }) : fatal.decode();
  } catch {
    throw new SourceBroken(`The file is not ${fatal.encoding.toUpperCase()}: ${notUtf8}`);
  }
}

/** Streams UTF-8 lines. Lines over 5 MB are skipped unbuffered: a decompression bomb of one line needs no memory. */
export async function* readLines(file: Packed, progress: ReadProgress): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  let failure: unknown = null;
  try {
    for await (const chunk of readBytes(file, progress)) {
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
    return { number, text: '', problem: `It is not UTF-8: ${notUtf8}` };
  }
  if (text.trim() === '') return null;
  if (size > maxEntryBytes) return { number, text: '', problem: tooLong(size) };
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
