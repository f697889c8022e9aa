import { open } from 'node:fs/promises';
import { boxBelow, childBoxes, readMovie, secondsOf } from '../../../platform/media/mp4-boxes.server.ts';

/** What a container says of its film; `seconds` is null where it does not say. */
export type Clip = { container: 'mp4' | 'webm'; width: number; height: number; seconds: number | null };

const longestSide = 8_192;

/** MP4 with H.264 or WebM, by its boxes; null for anything else. Nothing is decoded. */
export async function readClip(path: string): Promise<Clip | null> {
  try {
    const start = await startOf(path);
    if (start.toString('latin1', 4, 8) === 'ftyp') return checked(await readMp4(path));
    return start.readUInt32BE(0) === 0x1a45dfa3 ? checked(readWebm(start)) : null;
  } catch (error) {
    // A length that leads out of its box: no film that a browser could play.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(512 * 1024), 0, 512 * 1024, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const checked = (clip: Clip | null): Clip | null =>
  clip && clip.width > 0 && clip.height > 0 && clip.width <= longestSide && clip.height <= longestSide ? clip : null;

/** Every film track must be H.264: browsers play no other codec in MP4 everywhere. */
async function readMp4(path: string): Promise<Clip | null> {
  const movie = await readMovie(path);
  if (!movie || !boxBelow(movie, ['mvhd'])) return null;
  let size: { width: number; height: number } | null = null;
  for (const { type, start, end } of childBoxes(movie, 8, movie.length)) {
    if (type !== 'trak') continue;
    const track = movie.subarray(start, end);
    if (boxBelow(track, ['mdia', 'hdlr'])?.toString('latin1', 16, 20) !== 'vide') continue;
    const entry = boxBelow(track, ['mdia', 'minf', 'stbl', 'stsd'])?.subarray(16);
    const codec = entry?.toString('latin1', 4, 8);
    if (!entry || (codec !== 'avc1' && codec !== 'avc3')) return null;
    size ??= { width: entry.readUInt16BE(32), height: entry.readUInt16BE(34) };
  }
  return size && { container: 'mp4', ...size, seconds: secondsOf(movie) };
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
