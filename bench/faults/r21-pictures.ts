import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { PictureTooLarge, shrinkPicture } from '../../src/platform/media/shrink-picture.server.ts';
import { ownFolder } from '../own-folder.ts';
import { atMost, exactly, report } from './verdict.ts';

// The largest picture that is taken in each format, of 8 and 16 bits, interlaced and turned: how much memory it takes
// to make it small, in a process of its own.
const bounds = { mostPixels: 50_000_000, width: 1_920, height: 3_840 };
const megabytes = (name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1_024;

async function shrinkHere(file: string): Promise<void> {
  const small = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await shrinkPicture(small, bounds);
  const rest = megabytes('VmRSS');
  // A busy machine ends it after 15 seconds: what it held until then counts.
  const refused = await shrinkPicture(file, bounds).then(
    () => false,
    (error: unknown) => error instanceof PictureTooLarge,
  );
  process.send!({ refused, above: megabytes('VmHWM') - rest });
}

async function measure(file: string): Promise<{ refused: boolean; above: number }> {
  const child = fork(fileURLToPath(import.meta.url), [file], {
    env: { ...process.env, MALLOC_TRIM_THRESHOLD_: '131072' },
  });
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [never];
  if (typeof answer === 'number') throw new Error(`${file} ended its process`);
  return answer;
}

const formats: Record<string, (picture: Sharp) => Sharp> = {
  JPEG: (picture) => picture.jpeg(),
  'progressive JPEG': (picture) => picture.jpeg({ progressive: true }),
  'progressive JPEG 4:4:4': (picture) => picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  PNG: (picture) => picture.png({ compressionLevel: 1 }),
  'interlaced PNG': (picture) => picture.png({ compressionLevel: 1, progressive: true }),
  'PNG of 16 bits': (picture) => picture.toColourspace('rgb16').png({ compressionLevel: 1 }),
  'interlaced PNG of 16 bits': (picture) =>
    picture.toColourspace('rgb16').png({ compressionLevel: 1, progressive: true }),
  WebP: (picture) => picture.webp({ effort: 0 }),
  GIF: (picture) => picture.gif({ effort: 1 }),
  AVIF: (picture) => picture.avif({ effort: 0 }),
};
/** Of a square; the largest that is taken is what counts. */
const sides = [7_050, 5_200, 4_500, 3_700, 3_200, 2_600, 2_200, 1_500];

async function main(): Promise<never> {
  const folder = ownFolder();
  const taken: { name: string; above: number }[] = [];
  for (const [format, make] of Object.entries(formats))
    for (const orientation of [1, 6])
      for (const side of sides) {
        const plain = sharp({
          create: { width: side, height: side, channels: 4, background: { r: 9, g: 99, b: 9, alpha: 0.5 } },
        });
        const file = join(folder, 'picture');
        await make(plain.withMetadata({ orientation })).toFile(file);
        const { refused, above } = await measure(file);
        if (refused) continue;
        const name = `${format}, ${side} × ${side}${orientation === 1 ? '' : ', turned'}`;
        process.stdout.write(`  ${above.toFixed(0)} MB above rest: ${name}\n`);
        taken.push({ name, above });
        break;
      }
  const worst = taken.toSorted((one, other) => other.above - one.above)[0]!;
  report('R21: pictures at the limit', [
    atMost(`memory above rest of the dearest (${worst.name})`, worst.above, 150, 'MB'),
    exactly('formats, upright and turned, that are taken at some size', taken.length, Object.keys(formats).length * 2),
  ]);
}

if (process.argv[2]) await shrinkHere(process.argv[2]);
else await main();
