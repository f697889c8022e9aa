import { open } from 'node:fs/promises';

/** A box of an MP4: `head` is the length of its size and type, `start` and `end` are offsets. */
export type Box = { type: string; head: number; start: number; end: number };
type Source = { size: number; read(at: number, length: number): Promise<Buffer> };

/** Larger headers are refused: a phone's film of 60 MB has some 200 kB of it. */
const mostHeader = 8 * 1024 * 1024;
const mostBoxes = 100_000;
const damaged = () => new RangeError('This MP4 is damaged, or cut off.');

/** The boxes of the file itself, read as they are asked for. @throws RangeError for one beyond the file's end */
export async function* topBoxes(file: Source): AsyncGenerator<Box> {
  for (let at = 0, boxes = 0; at < file.size; boxes += 1) {
    const bytes = await file.read(at, Math.min(16, file.size - at));
    const short = bytes.readUInt32BE(0);
    const isLast = short === 0;
    const size = isLast ? file.size - at : short === 1 ? Number(bytes.readBigUInt64BE(8)) : short;
    const head = short === 1 ? 16 : 8;
    const type = bytes.toString('latin1', 4, 8);
    // Bytes behind the last box, a box beyond the end: cut off, or something else besides a film.
    if (size < head || at + size > file.size || (isLast && type !== 'mdat') || boxes > mostBoxes) throw damaged();
    yield { type, head, start: at, end: at + size };
    at += size;
  }
}

/** Bytes of a header with its boxes. @throws RangeError */
export async function readHeader(file: Source, { start, end }: Box): Promise<Buffer> {
  if (end - start > mostHeader) throw damaged();
  return file.read(start, end - start);
}

/** Boxes of a part of a header. @throws RangeError where they do not fill it exactly */
export function childBoxes(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    // QuickTime ends some lists with four zero bytes.
    if (to - at === 4 && bytes.readUInt32BE(at) === 0) break;
    if (to - at < 8) throw damaged();
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > to) throw damaged();
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), head: 8, start: at, end: at + size });
    at += size;
  }
  return boxes;
}

/** The first box at `path` below a box, that box's own head included. */
export function boxBelow(bytes: Buffer, path: string[]): Buffer | undefined {
  const [name, ...further] = path;
  if (name === undefined) return bytes;
  const child = childBoxes(bytes, 8, bytes.length).find(({ type }) => type === name);
  return child && boxBelow(bytes.subarray(child.start, child.end), further);
}

/** The `moov` box, its head cut to 8 bytes; null where there is none. @throws RangeError */
export async function readMovie(path: string): Promise<Buffer | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const read = async (at: number, length: number): Promise<Buffer> =>
      (await file.read(Buffer.alloc(length), 0, length, at)).buffer;
    for await (const box of topBoxes({ size, read }))
      if (box.type === 'moov') return (await readHeader({ size, read }, box)).subarray(box.head - 8);
    return null;
  } finally {
    await file.close();
  }
}

/** Duration of a film by its `moov` box; null where that does not say. */
export function secondsOf(movie: Buffer): number | null {
  const header = boxBelow(movie, ['mvhd']);
  if (!header) return null;
  const isLong = header.readUInt8(8) === 1;
  const scale = header.readUInt32BE(isLong ? 28 : 20);
  const length = isLong ? Number(header.readBigUInt64BE(32)) : header.readUInt32BE(24);
  return scale > 0 && length > 0 ? Math.max(1, Math.round(length / scale)) : null;
}

/** Duration of an MP4; null where it does not say, or is no MP4. */
export async function mp4Seconds(path: string): Promise<number | null> {
  try {
    const movie = await readMovie(path);
    return movie && secondsOf(movie);
  } catch {
    // A box that ends too early, or that says what cannot be.
    return null;
  }
}
