import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mp4Seconds } from './mp4-boxes.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'nagrik-mp4-'));
afterAll(() => rmSync(folder, { recursive: true }));

const box = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
/** Of version 0: 9 seconds of 1,000 parts. */
const header = Buffer.alloc(100);
header.writeUInt32BE(1_000, 12);
header.writeUInt32BE(9_000, 16);
const secondsOf = (film: Buffer): Promise<number | null> => {
  const path = join(folder, 'film.mp4');
  writeFileSync(path, film);
  return mp4Seconds(path);
};

it('reads how long a film is, and says null of one that is damaged', async () => {
  const start = box('ftyp', Buffer.from('isom0000'));
  const film = (...parts: Buffer[]) => Buffer.concat([start, box('moov', Buffer.concat(parts)), box('mdat', header)]);
  expect(await secondsOf(film(box('mvhd', header)))).toBe(9);
  for (const damaged of [
    film(box('mvhd', header), Buffer.alloc(3, 1)),
    film(box('mvhd', Buffer.alloc(2))),
    film(box('mvhd', Buffer.alloc(0))),
    film(),
    start,
    Buffer.alloc(0),
    Buffer.alloc(5, 255),
  ])
    expect(await secondsOf(damaged)).toBeNull();
});
