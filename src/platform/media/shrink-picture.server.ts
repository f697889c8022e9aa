import sharp, { type Metadata, type OutputInfo } from 'sharp';

/** Decoding it would take too much memory, or it has too many points. */
export class PictureTooLarge extends Error {}
export class PictureUnknown extends Error {}

/** Bytes that a decoder may hold at once: with what the rest needs, less than 150 MB. */
const mostDecoded = 84_000_000;

/** Bytes that a decoder holds at once: some read line by line, others unfold the whole picture. As measured. */
function decodedBytes(facts: Metadata): number {
  const { format, width, height, channels, depth, isProgressive, chromaSubsampling, orientation } = facts;
  const points = width * height;
  const whole = points * channels * (depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4);
  // Coefficients of 2 bytes for each colour.
  if (format === 'jpeg') return isProgressive ? points * 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0;
  if (format === 'png' && !isProgressive) return (whole / 5) * ((orientation ?? 1) > 1 ? 1.8 : 1);
  if (format === 'webp' || format === 'gif') return points * 4;
  // The picture, and the planes that it is made of.
  return format === 'heif' ? whole * 4 : whole;
}

/**
 * A picture as WebP that is no larger than the bounds, upright and without metadata (place, camera): no foreign bytes
 * remain. Memory is counted before anything is decoded.
 * @throws PictureTooLarge; PictureUnknown where it is no picture; Error where it is damaged
 */
export async function shrinkPicture(
  input: string | Buffer,
  { mostPixels, width, height }: { mostPixels: number; width: number; height?: number | undefined },
): Promise<{ data: Buffer; info: OutputInfo }> {
  const options = { limitInputPixels: mostPixels, failOn: 'error', pages: 1, sequentialRead: true } as const;
  const facts = await sharp(input, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new PictureUnknown();
    });
  if (facts.width * facts.height > mostPixels || decodedBytes(facts) > mostDecoded) throw new PictureTooLarge();
  const isTurned = (facts.orientation ?? 1) >= 5;
  const bounds = isTurned ? { width: height, height: width } : { width, height };
  const small = sharp(input, options)
    .resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: 15 });
  if ((facts.orientation ?? 1) === 1) return small.webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
  // Turned after it is small: turning holds all of a picture in memory.
  const lying = await small.keepExif().png({ compressionLevel: 0 }).toBuffer();
  return sharp(lying).rotate().webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
}
