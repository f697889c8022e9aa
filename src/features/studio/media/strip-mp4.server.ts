import { type Box, boxBelow, childBoxes, readHeader, topBoxes } from '../../../platform/media/mp4-boxes.server.ts';
import { damaged, type FilmFile, FilmRefused } from './film-file.server.ts';

const mostBrands = 512;

// Allow lists: what is not named becomes a `free` box of the same size. So udta, meta, uuid, ©xyz, loci and whatever a
// maker invents next go, and the offsets of the samples stay right.
const topLevel = new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra']);
const inside: Record<string, Set<string>> = {
  moov: new Set(['mvhd', 'trak', 'mvex', 'iods']),
  trak: new Set(['tkhd', 'edts', 'tapt', 'mdia']),
  mdia: new Set(['mdhd', 'hdlr', 'minf']),
  minf: new Set(['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl']),
  dinf: new Set(['dref']),
  stbl: new Set(
    'stsd stts ctts cslg stss stsc stsz stz2 stco co64 sdtp sbgp sgpd stsh padb stdp subs saiz saio'.split(' '),
  ),
  edts: new Set(['elst']),
  mvex: new Set(['mehd', 'trex', 'trep']),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set(['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio']),
};
const inSample = new Set('avcC btrt colr pasp clap fiel esds wave chan dOps dfLa'.split(' '));
const soundOfBrowsers = ['mp4a', 'Opus', 'fLaC', '.mp3'];

/**
 * Removes what an MP4 says besides picture and sound: place, device, times, names, further tracks and the bytes between
 * the samples. Nothing is decoded, and no byte moves.
 * @throws FilmRefused
 */
export async function stripMp4(film: FilmFile): Promise<void> {
  const boxes: Box[] = [];
  for await (const box of topBoxes(film)) boxes.push(box);
  const of = (wanted: string) => boxes.filter(({ type }) => type === wanted);
  const [brands] = boxes;
  if (brands?.type !== 'ftyp' || brands.end > mostBrands || of('moov').length !== 1) throw damaged();
  const isFragmented = of('moof').length > 0;
  const retained: Range[] = [];
  for (const box of boxes) {
    if (!topLevel.has(box.type)) {
      await film.write(box.start + 4, Buffer.from('free'));
      await film.erase(box.start + box.head, box.end);
    } else if (box.type === 'moov' || box.type === 'moof') {
      const bytes = await readHeader(film, box);
      cleanBox(bytes, { ...box, start: 0, end: bytes.length }, (track) => {
        const isRetained = isOfFilm(track);
        // The track's samples are interleaved with the others; their offsets are spread over all fragments.
        if (isFragmented && !isRetained) throw new FilmRefused('otherTrack');
        if (isRetained) retained.push(...chunksOf(track));
        return isRetained;
      });
      await film.write(box.start, bytes);
    }
  }
  if (!isFragmented) await eraseUnused(film, of('mdat'), retained);
}

const freeBox = (bytes: Buffer, { start, head, end }: Box): void => {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, start + head, end);
};

function cleanBox(bytes: Buffer, box: Box, keepsTrack: (track: Buffer) => boolean): void {
  const allowed = inside[box.type]!;
  for (const child of childBoxes(bytes, box.start + box.head, box.end)) {
    const own = bytes.subarray(child.start, child.end);
    if (!allowed.has(child.type) || (child.type === 'trak' && !keepsTrack(own))) freeBox(bytes, child);
    else if (child.type in inside) cleanBox(bytes, child, keepsTrack);
    else cleanLeaf(own, child.type);
  }
}

/** @param bytes of one box, its head included */
function cleanLeaf(bytes: Buffer, type: string): void {
  // When it was made and changed: 32 bits each in version 0, 64 in version 1.
  if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') bytes.fill(0, 12, bytes.readUInt8(8) === 1 ? 28 : 20);
  // The handler's maker and name: 'Core Media Video' tells the phone.
  else if (type === 'hdlr') bytes.fill(0, 20);
  else if (type === 'stsd') cleanSampleEntries(bytes);
  else if (type === 'dref')
    for (const { start, end } of childBoxes(bytes, 16, bytes.length)) {
      // In this file: a path of the editing machine is nobody's business.
      bytes.writeUInt32BE(1, start + 8);
      bytes.fill(0, start + 12, end);
    }
}

/** The maker, the compressor's name, and boxes that no decoder needs. */
function cleanSampleEntries(bytes: Buffer): void {
  for (const { type, start, end } of childBoxes(bytes, 16, bytes.length)) {
    bytes.fill(0, start + 20, start + 24);
    const isPicture = type === 'avc1' || type === 'avc3';
    if (isPicture) bytes.fill(0, start + 50, start + 82);
    // QuickTime's entries of sound are longer in versions 1 and 2.
    const version = isPicture ? 0 : bytes.readUInt16BE(start + 16);
    const children = start + (isPicture ? 86 : 36 + ([0, 16, 36][version] ?? 0));
    for (const child of childBoxes(bytes, children, end)) if (!inSample.has(child.type)) freeBox(bytes, child);
  }
}

function isOfFilm(track: Buffer): boolean {
  const handler = boxBelow(track, ['mdia', 'hdlr'])?.toString('latin1', 16, 20);
  if (handler === undefined) throw damaged();
  if (handler === 'vide') return true;
  if (handler !== 'soun') return false;
  const codec = boxBelow(track, ['mdia', 'minf', 'stbl', 'stsd'])?.toString('latin1', 20, 24);
  if (codec === undefined || !soundOfBrowsers.includes(codec)) throw new FilmRefused('sound');
  return true;
}

/** Bytes of no sample: those of dropped tracks (places by the second), and what was hidden between the others. */
async function eraseUnused(film: FilmFile, data: Box[], retained: Range[]): Promise<void> {
  retained.sort((one, other) => one.from - other.from);
  let next = 0;
  for (const { start, head, end } of data) {
    let at = start + head;
    for (; next < retained.length && retained[next]!.from < end; next += 1) {
      const { from, to } = retained[next]!;
      if (from < start + head || to > end) throw damaged();
      if (from > at) await film.erase(at, from);
      at = Math.max(at, to);
    }
    await film.erase(at, end);
  }
  if (next < retained.length) throw damaged();
}

/** Bytes of the file, `to` excluded. */
type Range = { from: number; to: number };

/** Where the samples of a `trak` box stand in the file. @throws RangeError, FilmRefused for tables that contradict */
function chunksOf(track: Buffer): Range[] {
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
