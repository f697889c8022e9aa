import { open, type FileHandle } from 'node:fs/promises';

const windowBytes = 256 * 1024;
const zeros = Buffer.alloc(64 * 1024);

/** The container is damaged, cut off, or has a part that cannot be cleaned. `kind` is a key of the messages. */
export class FilmRefused extends Error {
  readonly kind: 'damaged' | 'otherTrack' | 'sound';
  constructor(kind: 'damaged' | 'otherTrack' | 'sound') {
    super(kind);
    this.kind = kind;
  }
}
export const damaged = () => new FilmRefused('damaged');

export type FilmFile = {
  size: number;
  /** Exactly `length` bytes. @throws FilmRefused where the file ends before */
  read(at: number, length: number): Promise<Buffer>;
  write(at: number, bytes: Buffer): Promise<void>;
  erase(from: number, to: number): Promise<void>;
};

/** Reads in windows, because a walk asks for a few bytes at a time; writes in place, so that no offset moves. */
export async function withFilm<Result>(path: string, work: (film: FilmFile) => Promise<Result>): Promise<Result> {
  const handle = await open(path, 'r+');
  try {
    return await work(await openFilm(handle));
  } catch (error) {
    // A length that leads out of its box.
    if (error instanceof RangeError) throw damaged();
    throw error;
  } finally {
    await handle.close();
  }
}

async function openFilm(handle: FileHandle): Promise<FilmFile> {
  const { size } = await handle.stat();
  let window: Buffer = Buffer.alloc(0);
  let start = 0;

  async function load(at: number, length: number): Promise<Buffer> {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }
  async function write(at: number, bytes: Buffer): Promise<void> {
    await handle.write(bytes, 0, bytes.length, at);
    if (at < start + window.length && start < at + bytes.length) window = Buffer.alloc(0);
  }

  return {
    size,
    async read(at, length) {
      if (length < 0 || at < 0 || at + length > size) throw damaged();
      if (at < start || at + length > start + window.length) {
        window = await load(at, Math.max(length, windowBytes));
        start = at;
      }
      // A copy: the caller may change it, or keep it while the window moves on.
      return Buffer.from(window.subarray(at - start, at - start + length));
    },
    write,
    async erase(from, to) {
      for (let at = from; at < to; at += zeros.length)
        await write(at, zeros.subarray(0, Math.min(zeros.length, to - at)));
    },
  };
}
