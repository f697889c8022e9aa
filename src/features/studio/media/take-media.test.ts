import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { box, element, mp4, pictureSample, placeSample, soundSample, webm } from '../../../testing/films.ts';
import { readClip } from './read-clip.server.ts';
import { stripClip } from './take-media.server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clips-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function strip(film: Buffer, container: 'mp4' | 'webm' = 'mp4') {
  const path = join(folder, 'film');
  await writeFile(path, film);
  await stripClip(path, container);
  return { bytes: await readFile(path), facts: await readClip(path) };
}
const refusal = (film: Buffer, container: 'mp4' | 'webm' = 'mp4') =>
  strip(film, container).then(
    () => 'taken',
    (error: Error) => error.message,
  );

const place = '+28.6139+077.2090/';
const secrets = [
  place,
  'Pixel',
  'Galaxy',
  'Asha',
  'appl',
  'hidden between',
  'secret',
  'Xiaomi',
  'Lavf',
  'by the second',
  'file:///',
];
const told = (bytes: Buffer) => secrets.filter((secret) => bytes.includes(secret, 0, 'latin1'));

describe('an MP4', () => {
  const uuid = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), `<x:xmpmeta>${place}</x:xmpmeta>`);
  const film = mp4({
    inMovie: [
      box(
        'udta',
        box('\u00a9xyz', Buffer.from([0, 18, 0x15, 0xc7]), place),
        box('loci', Buffer.alloc(4), 'Asha’s house'),
      ),
      box('meta', Buffer.alloc(4), box('ilst', 'Pixel 9 Pro')),
      uuid,
    ],
    inTrack: [box('udta', box('name', 'filmed by Asha')), box('meta', Buffer.alloc(4), 'Galaxy')],
    atEnd: [uuid, box('free', 'secret in free space'), box('sefd', 'Galaxy S24')],
    hasPlaces: true,
  });

  it('loses place, device, names, times, further tracks and what is between its samples', async () => {
    const madeAt = Buffer.from([0xe8, 0x75, 0x47, 0x00]);
    expect([told(film).length > 6, film.includes(madeAt)]).toEqual([true, true]);
    const { bytes, facts } = await strip(film);
    expect(told(bytes)).toEqual([]);
    for (const type of ['udta', 'meta', 'uuid', 'loci', 'sefd', 'mebx']) expect(bytes.includes(type)).toBe(false);
    expect(bytes.includes(madeAt)).toBe(false);
    expect(facts).toEqual({ container: 'mp4', width: 640, height: 360, seconds: 4 });
  });

  it('keeps every byte of picture and sound where it stood', async () => {
    const { bytes } = await strip(film);
    expect(bytes.length).toBe(film.length);
    for (const sample of [pictureSample, soundSample]) expect(bytes.indexOf(sample)).toBe(film.indexOf(sample));
    expect(bytes.includes(placeSample)).toBe(false);
    expect((await strip(bytes)).bytes.equals(bytes)).toBe(true);
  });

  it('from our own folder stays playable: only names and free space differ', async () => {
    const own = readFileSync(new URL('../../../../content/media/videos/aadhaar-new-address.mp4', import.meta.url));
    const { bytes, facts } = await strip(own);
    const data = own.indexOf('mdat');
    expect(bytes.subarray(data).equals(own.subarray(data))).toBe(true);
    expect(facts?.seconds).toBeGreaterThan(1);
  });

  it.each([
    ['cut off', film.subarray(0, film.length - 5)],
    ['cut off in its data', film.subarray(0, 200)],
    ['with a page behind it', Buffer.concat([film, Buffer.from('<script>alert(1)</script>')])],
    ['with a page before it', Buffer.concat([Buffer.from('<html>'), film])],
    ['with a page among its brands', Buffer.concat([box('ftyp', 'isom', '<script>'.repeat(100)), film.subarray(24)])],
    ['with two headers', Buffer.concat([film, film.subarray(film.indexOf('moov') - 4)])],
    ['whose samples lead out of its data', moved(film)],
    ['of nothing', Buffer.alloc(0)],
  ])('%s is refused', async (_what, bytes) => {
    expect(await refusal(bytes)).toBe('damaged');
  });

  it('whose sound no browser plays, and fragments with a track of places, are refused with their own words', async () => {
    expect(await refusal(mp4({ sound: box('samr', Buffer.alloc(28)) }))).toBe('sound');
    expect(await refusal(mp4({ hasPlaces: true, atEnd: [box('moof', box('mfhd', Buffer.alloc(8)))] }))).toBe(
      'otherTrack',
    );
  });
});

/** The picture's only chunk stands elsewhere. */
function moved(film: Buffer): Buffer {
  const bytes = Buffer.from(film);
  bytes.writeUInt32BE(film.length + 5, bytes.indexOf('stco') + 12);
  return bytes;
}

describe('a WebM', () => {
  const parts = {
    inInfo: [
      element('4d80', 'Lavf of a Xiaomi'),
      element('5741', 'Pixel Camera'),
      element('4461', Buffer.alloc(8, 0x41)),
      element('7ba9', 'Asha at home'),
      element('bf', Buffer.alloc(4, 1)),
    ],
    inTrack: [element('536e', 'filmed by Asha')],
    inCluster: [element('bf', 'Asha')],
    inSegment: [
      element('1254c367', element('7373', element('67c8', element('4487', place)))),
      element('1941a469', element('61a7', 'secret attachment')),
      element('ec', 'secret in a Void'),
    ],
  };

  it.each([false, true])('loses tags, attachments, dates and programs (open: %s)', async (isOpen) => {
    const film = webm({ ...parts, isOpen });
    expect(told(film).length).toBeGreaterThan(4);
    const { bytes, facts } = await strip(film, 'webm');
    expect(told(bytes)).toEqual([]);
    expect([bytes.length, bytes.indexOf(pictureSample)]).toEqual([film.length, film.indexOf(pictureSample)]);
    expect(facts).toEqual({ container: 'webm', width: 640, height: 360, seconds: 4 });
    expect((await strip(bytes, 'webm')).bytes.equals(bytes)).toBe(true);
  });

  it.each([
    ['cut off', webm(parts).subarray(0, -5), 'damaged'],
    ['with a page behind it', Buffer.concat([webm(parts), Buffer.from('<script>alert(1)</script>')]), 'damaged'],
    ['that is compressed', webm({ inTrack: [element('6d80', 'x')] }), 'damaged'],
    ['with an attachment without an end', webm({ inSegment: [element('1941a469', 'x', true)] }), 'damaged'],
    ['with a track of texts', webm({ inTrack: [element('83', Buffer.from([0x11]))] }), 'otherTrack'],
  ])('%s is refused', async (_what, bytes, why) => {
    expect(await refusal(bytes, 'webm')).toBe(why);
  });
});
