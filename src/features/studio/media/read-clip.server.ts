import { open, type FileHandle } from 'node:fs/promises';

/** What a container says of its film; `seconds` is null where it does not say. */
export type Clip = { container: 'mp4' | 'webm'; width: number; height: number; seconds: number | null };

/** Read at most, wherever the header stands: a phone's film of 60 MB has some 200 kB of it. */
const mostHeader = 8 * 1024 * 1024;
const longestSide = 8_192;

/** MP4 with H.264 or WebM, by its boxes; null for anything else. Nothing is decoded. */
export async function readClip(path: string): Promise<Clip | null> {
  const file = await open(path, 'r');
  try {
    const start = await bytesAt(file, 0, 12);
    if (start.toString('latin1', 4, 8) === 'ftyp') return checked(await readMp4(file));
    if (start.readUInt32BE(0) === 0x1a45dfa3) return checked(readWebm(await bytesAt(file, 0, 512 * 1024)));
    return null;
  } catch (error) {
    // A length that leads out of its box: no film that a browser could play.
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

const checked = (clip: Clip | null): Clip | null =>
  clip && clip.width > 0 && clip.height > 0 && clip.width <= longestSide && clip.height <= longestSide ? clip : null;

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function readMp4(file: FileHandle): Promise<Clip | null> {
  const { size: end } = await file.stat();
  for (let at = 0, boxes = 0; at + 8 <= end && boxes < 1_000; boxes += 1) {
    const head = await bytesAt(file, at, 16);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (size < 8 || at + size > end) return null;
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (size > mostHeader) return null;
      const headLength = short === 1 ? 16 : 8;
      return readMovie(await bytesAt(file, at + headLength, size - headLength));
    }
    at += size;
  }
  return null;
}

function* boxesIn(bytes: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) };
    at += size;
  }
}

function boxAt(bytes: Buffer, path: string[]): Buffer | null {
  let here: Buffer | null = bytes;
  for (const name of path) here = here && ([...boxesIn(here)].find(({ type }) => type === name)?.body ?? null);
  return here;
}

/** Every film track must be H.264: browsers play no other codec in MP4 everywhere. */
function readMovie(movie: Buffer): Clip | null {
  let size: { width: number; height: number } | null = null;
  for (const { type, body } of boxesIn(movie)) {
    if (type !== 'trak') continue;
    if (boxAt(body, ['mdia', 'hdlr'])?.toString('latin1', 8, 12) !== 'vide') continue;
    const entry = boxAt(body, ['mdia', 'minf', 'stbl', 'stsd'])?.subarray(8);
    const codec = entry?.toString('latin1', 4, 8);
    if (!entry || (codec !== 'avc1' && codec !== 'avc3')) return null;
    size ??= { width: entry.readUInt16BE(32), height: entry.readUInt16BE(34) };
  }
  const header = boxAt(movie, ['mvhd']);
  if (!size || !header) return null;
  const isLong = header.readUInt8(0) === 1;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return {
    container: 'mp4',
    ...size,
    seconds: scale > 0 && length > 0 ? Math.max(1, Math.round(length / scale)) : null,
  };
}

const masters = new Set([0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0]);
const codecs = new Set(['V_VP8', 'V_VP9', 'V_AV1']);

/** EBML, flat: masters are entered, everything else is stepped over, up to the first cluster. */
function readWebm(bytes: Buffer): Clip | null {
  const clip: Clip = { container: 'webm', width: 0, height: 0, seconds: null };
  let [isWebm, isPlayable] = [false, false];
  let [scale, duration] = [1_000_000, 0];
  for (let at = 0; at + 2 <= bytes.length;) {
    const idLength = Math.clz32(bytes[at]!) - 23;
    const id = bytes.readUIntBE(at, Math.min(idLength, 4));
    at += idLength;
    const sizeLength = Math.clz32(bytes[at]!) - 23;
    if (idLength > 4 || sizeLength > 8 || id === 0x1f43b675) break;
    let size = bytes[at]! & (0xff >> sizeLength);
    for (let next = 1; next < sizeLength; next += 1) size = size * 256 + bytes.readUInt8(at + next);
    at += sizeLength;
    if (masters.has(id)) continue;
    const value = bytes.subarray(at, at + size);
    const number = () => (size > 0 && size <= 6 ? value.readUIntBE(0, size) : 0);
    if (id === 0x4282) isWebm = value.toString('latin1').replace(/\0+$/, '') === 'webm';
    else if (id === 0x86) isPlayable ||= codecs.has(value.toString('latin1'));
    else if (id === 0xb0) clip.width = number();
    else if (id === 0xba) clip.height = number();
    else if (id === 0x2ad7b1) scale = number();
    else if (id === 0x4489) duration = size === 4 ? value.readFloatBE(0) : size === 8 ? value.readDoubleBE(0) : 0;
    at += size;
  }
  if (!isWebm || !isPlayable) return null;
  const seconds = (duration * scale) / 1e9;
  if (seconds > 0 && seconds < 86_400) clip.seconds = Math.max(1, Math.round(seconds));
  return clip;
}
