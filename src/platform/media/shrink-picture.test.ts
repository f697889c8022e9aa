// @runs slow
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { PictureTooLarge, PictureUnknown, shrinkPicture } from './shrink-picture.server.ts';

const bounds = { mostPixels: 50_000_000, width: 1_920, height: 3_840 };
const plain = (side: number, channels: 3 | 4 = 3, height = side) =>
  sharp({ create: { width: side, height, channels, background: { r: 200, g: 20, b: 20, alpha: 1 } } });
const turned = (picture: Sharp, orientation = 6) => picture.withMetadata({ orientation });

/** Sizes that need more than 150 MB to be opened in these forms, and are few bytes as files. */
const costly: [name: string, make: () => Promise<Buffer>][] = [
  [
    '16 bits, interlaced, turned',
    () => turned(plain(4_000, 4).toColourspace('rgb16')).png({ progressive: true }).toBuffer(),
  ],
  ['8 bits, interlaced', () => plain(5_600).png({ progressive: true, compressionLevel: 1 }).toBuffer()],
  ['a progressive JPEG', () => plain(5_600).jpeg({ progressive: true }).toBuffer()],
  ['an AVIF', () => plain(3_000).avif({ effort: 0 }).toBuffer()],
  ['a WebP', () => plain(4_800).webp({ effort: 0 }).toBuffer()],
  ['too many points', () => plain(7_200).jpeg().toBuffer()],
];
it.each(costly)(
  'a picture that takes too much memory is refused before it is decoded: %s',
  async (_, make) => {
    await expect(shrinkPicture(await make(), bounds)).rejects.toThrow(PictureTooLarge);
  },
  60_000,
);

it('what scanners and phones make is taken, and stands upright', async () => {
  for (const make of [
    () => turned(plain(3_000, 3, 2_000)).jpeg(),
    () => turned(plain(3_000, 3, 2_000).toColourspace('rgb16')).png({ compressionLevel: 1 }),
    () => turned(plain(3_000, 3, 2_000)).webp({ effort: 0 }),
  ]) {
    const { info } = await shrinkPicture(await make().toBuffer(), bounds);
    expect([info.width, info.height, info.format]).toEqual([1_920, 2_880, 'webp']);
  }
}, 60_000);

it.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i is as a decoder of the whole picture has it', async (orientation) => {
  const corner = await plain(8).png().toBuffer();
  const drawn = sharp({ create: { width: 40, height: 24, channels: 3, background: 'white' } }).composite([
    { input: corner, left: 0, top: 0 },
  ]);
  const picture = await drawn.withMetadata({ orientation }).png().toBuffer();
  const { data } = await shrinkPicture(picture, bounds);
  const upright = sharp(await sharp(picture).rotate().webp({ quality: 80 }).toBuffer());
  expect(await sharp(data).raw().toBuffer()).toEqual(await upright.raw().toBuffer());
  expect((await sharp(data).metadata()).exif).toBeUndefined();
});

it('what is no picture is told from what is too large', async () => {
  await expect(shrinkPicture(Buffer.from('none'), bounds)).rejects.toThrow(PictureUnknown);
});
