import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPictureHeader } from './picture-header.ts';

const draw = () => sharp({ create: { width: 721, height: 1283, channels: 4, background: '#fff8' } });
const kinds: [string, () => Promise<Buffer>][] = [
  ['PNG', () => draw().png().toBuffer()],
  ['JPEG', () => draw().jpeg().toBuffer()],
  ['progressive JPEG with metadata', () => draw().withMetadata().jpeg({ progressive: true }).toBuffer()],
  ['WebP', () => draw().flatten().webp().toBuffer()],
  ['lossless WebP', () => draw().flatten().webp({ lossless: true }).toBuffer()],
  ['WebP with transparency', () => draw().webp().toBuffer()],
];

describe.each(kinds)('%s', (_name, encode) => {
  it('tells its width and height', async () => {
    expect(readPictureHeader(await encode())).toEqual({ width: 721, height: 1283 });
  });

  it('is never an error, wherever it is cut off', async () => {
    const whole = await encode();
    for (let length = 0; length < 700; length += 1) {
      const found = readPictureHeader(whole.subarray(0, length));
      expect([null, 0, 721]).toContain(found && found.width);
    }
  });
});

it('other files are no pictures', async () => {
  for (const text of ['', '%PDF-1.7', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'RIFF....WAVEfmt '])
    expect(readPictureHeader(Buffer.from(text))).toBeNull();
  expect(readPictureHeader(await draw().gif().toBuffer())).toBeNull();
});

it('a JPEG that is all markers ends', () => {
  expect(readPictureHeader(new Uint8Array(100_000).fill(0xff).fill(0xd8, 1, 2))).toEqual({ width: 0, height: 0 });
});
