import { damaged } from './film-file.server.ts';

/** A box of an MP4: `head` is the length of its size and type, `start` and `end` are offsets. */
export type Box = { type: string; head: number; start: number; end: number };
/** Bytes of the file, `to` excluded. */
export type Range = { from: number; to: number };

/** Boxes of a part of a header. @throws FilmRefused where they do not fill it exactly */
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
  let here: Buffer | undefined = bytes;
  for (const name of path) {
    const parent: Buffer | undefined = here;
    const child: Box | undefined = parent && childBoxes(parent, 8, parent.length).find(({ type }) => type === name);
    here = child && parent!.subarray(child.start, child.end);
  }
  return here;
}

/** Where the samples of a `trak` box stand in the file. @throws RangeError, FilmRefused for tables that contradict */
export function chunksOf(track: Buffer): Range[] {
  const table = (...names: string[]): Buffer | undefined => {
    for (const name of names) {
      const found = boxBelow(track, ['mdia', 'minf', 'stbl', name]);
      if (found) return found;
    }
    return undefined;
  };
  const [offsets, grouping, sizes] = [table('stco', 'co64'), table('stsc'), table('stsz', 'stz2')];
  if (!offsets || !grouping || !sizes) throw damaged();
  const offsetOf = offsets.toString('latin1', 4, 8) === 'co64' ? wide(offsets) : narrow(offsets);
  const sizeOf = sampleSizes(sizes);
  const count = offsets.readUInt32BE(12);
  const groups = grouping.readUInt32BE(12);
  const ranges: Range[] = [];
  let sample = 0;
  for (let group = 0; group < groups; group += 1) {
    const at = 16 + group * 12;
    const first = grouping.readUInt32BE(at) - 1;
    const next = group + 1 < groups ? grouping.readUInt32BE(at + 12) - 1 : count;
    const perChunk = grouping.readUInt32BE(at + 4);
    if (first !== ranges.length || next < first || next > count) throw damaged();
    for (let chunk = first; chunk < next; chunk += 1) {
      const from = offsetOf(chunk);
      ranges.push({ from, to: from + sizeOf(sample, perChunk) });
      sample += perChunk;
    }
  }
  if (ranges.length !== count) throw damaged();
  return ranges;
}

const narrow = (table: Buffer) => (index: number) => table.readUInt32BE(16 + index * 4);
const wide = (table: Buffer) => (index: number) => Number(table.readBigUInt64BE(16 + index * 8));

/** Bytes of `count` samples from the given one on. */
function sampleSizes(table: Buffer): (first: number, count: number) => number {
  const isCompact = table.toString('latin1', 4, 8) === 'stz2';
  const same = isCompact ? 0 : table.readUInt32BE(12);
  if (same > 0) return (_first, count) => same * count;
  const bits = isCompact ? table.readUInt8(15) : 32;
  if (![8, 16, 32].includes(bits)) throw damaged();
  return (first, count) => {
    let sum = 0;
    for (let index = first; index < first + count; index += 1)
      sum += table.readUIntBE(20 + (index * bits) / 8, bits / 8);
    return sum;
  };
}
