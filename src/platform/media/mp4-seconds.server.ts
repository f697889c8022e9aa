import { open } from 'node:fs/promises';

/** Duration of an MP4 in seconds, from its header; null where it has none. */
export async function mp4Seconds(path: string): Promise<number | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, 'moov', 0, size);
    const header = movie && (await findBox(file, 'mvhd', movie.start, movie.end));
    if (!header) return null;
    const { buffer } = await file.read(Buffer.alloc(32), 0, 32, header.start);
    const isLong = buffer.readUInt8(0) === 1;
    const scale = buffer.readUInt32BE(isLong ? 20 : 12);
    const length = isLong ? Number(buffer.readBigUInt64BE(24)) : buffer.readUInt32BE(16);
    return scale > 0 && length > 0 ? Math.max(1, Math.round(length / scale)) : null;
  } finally {
    await file.close();
  }
}

async function findBox(
  file: Awaited<ReturnType<typeof open>>,
  type: string,
  from: number,
  to: number,
): Promise<{ start: number; end: number } | null> {
  for (let at = from, steps = 0; at + 8 <= to && steps < 200; steps += 1) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at);
    const short = buffer.readUInt32BE(0);
    const size = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    if (size < 8) return null;
    if (buffer.toString('latin1', 4, 8) === type)
      return { start: at + (short === 1 ? 16 : 8), end: Math.min(to, at + size) };
    at += size;
  }
  return null;
}
