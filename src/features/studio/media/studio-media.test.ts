// @runs slow, in its own process
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { box, mp4, webm } from '../../../testing/films.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const checker = prepared(() => colleague(test, 'checker'));
type Stored = { path: string; width: number | null; height: number | null };

const boundary = 'xxBoundaryxx';
const formOf = (file: Buffer, name: string, fields: Record<string, string>) =>
  Buffer.concat([
    ...Object.entries(fields).map(([field, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
const send = (
  file: Buffer,
  {
    name = 'a.jpg',
    fields = {},
    who = writer,
  }: { name?: string; fields?: Record<string, string>; who?: Colleague } = {},
) =>
  test.send('POST', '/api/studio/media', formOf(file, name, fields), {
    ...who.headers,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
const picture = (width = 80, height = 60, background = '#a33') =>
  sharp({ create: { width, height, channels: 3, background } });
const fileOf = ({ path }: Stored) => join(test.services.config.mediaDir, path.slice('/media/'.length));
const clip = () => readFileSync(new URL('../../../../content/media/videos/aadhaar-new-address.mp4', import.meta.url));

const chunk = (type: string, body: Buffer): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), body, Buffer.alloc(4)]);
  bytes.writeUInt32BE(body.length, 0);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
};
/** A PNG of a few kilobytes that unpacks to gigabytes. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = deflateSync(Buffer.alloc(4_000_000));
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

describe('pictures', () => {
  it('are decoded and written again, upright, without metadata, at most 1920 wide', async () => {
    const photo = await picture(3_000, 1_000)
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const stored = dataOf<Stored>(await send(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])));
    expect(stored).toEqual({
      path: expect.stringMatching(/^\/media\/studio\/[0-9a-f]{32}\.webp$/),
      width: 1_000,
      height: 3_000,
    });
    const bytes = await readFile(fileOf(stored));
    expect(bytes.includes('<script>')).toBe(false);
    const facts = await sharp(bytes).metadata();
    expect([facts.format, facts.exif, facts.orientation]).toEqual(['webp', undefined, undefined]);
    const served = await test.app.inject({ url: stored.path, headers: writer.headers });
    expect([served.statusCode, served.headers['content-type'], served.headers['x-content-type-options']]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('lose the place and all words in %s', async (format) => {
    const exif = {
      IFD0: { Make: 'Xiaomi', Artist: 'Asha' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '28/1 36/1 50/1' },
    };
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>28.6139</place></x:xmpmeta>';
    const made = await picture(70, 50).toFormat(format).withExif(exif).withXmp(xmp).toBuffer();
    const words = Buffer.from('Xiaomi 28.6139', 'latin1');
    const photo =
      format === 'gif'
        ? // A GIF has no EXIF: its words are comments, before the trailer.
          Buffer.concat([made.subarray(0, -1), Buffer.from([0x21, 0xfe, words.length]), words, Buffer.from([0, 0x3b])])
        : format === 'png'
          ? Buffer.concat([made.subarray(0, 33), chunk('tEXt', words), made.subarray(33)])
          : made;
    expect(photo.includes('Xiaomi') && photo.includes('28.6139')).toBe(true);
    const bytes = await readFile(fileOf(dataOf<Stored>(await send(photo, { name: `a.${format}` }))));
    for (const word of ['Xiaomi', 'Asha', '28.6139', 'xmpmeta', 'EXIF', 'XMP ', 'ICCP'])
      expect(bytes.includes(word)).toBe(false);
  });

  it('are one file when sent twice, and keep the words that somebody wrote', async () => {
    const png = await picture(50, 50, '#0a0').png().toBuffer();
    const first = dataOf<Stored>(await send(png, { fields: { description: 'A green field' } }));
    const again = dataOf<Stored>(await send(png, { name: 'other.png', fields: { description: 'Something else' } }));
    expect(again).toEqual(first);
    const [one, other] = await Promise.all([
      send(await picture(51, 51).png().toBuffer()),
      send(await picture(51, 51).png().toBuffer()),
    ]);
    expect(dataOf<Stored>(one!)).toEqual(dataOf<Stored>(other!));
  });

  it('with too many points are refused before they are decoded', async () => {
    const before = process.memoryUsage().rss;
    const answer = await send(bomb(50_000, 50_000));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['half a picture', Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF', 'latin1')],
    ['half a film', clip().subarray(0, 400)],
    ['a film without its end', clip().subarray(0, -100)],
    ['a film with a page behind it', Buffer.concat([clip(), Buffer.from('<script>alert(1)</script>')])],
    ['a film of another codec', webm({ codec: 'V_THEORA' })],
    [
      'an EBML of endless length',
      Buffer.concat([Buffer.from('1a45dfa301ffffffffffffff', 'hex'), Buffer.alloc(2_000, 0x42)]),
    ],
    ['captions that are none', Buffer.from('WEBVTT\n\nno cue')],
  ])('%s is refused whatever its name', async (_what, bytes) => {
    const answer = await send(bytes, { name: 'photo.jpg' });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('clips and captions', () => {
  it('are stored without place, device and times', async () => {
    const place = '+28.6139+077.2090/';
    const film = mp4({ inMovie: [box('udta', box('\u00a9xyz', place))], hasPlaces: true });
    const stored = dataOf<Stored>(await send(film, { name: 'VID_2026.mp4' }));
    expect(stored).toEqual({ path: expect.stringMatching(/\.mp4$/), width: 640, height: 360 });
    const bytes = await readFile(fileOf(stored));
    expect([film, bytes].map((one) => one.includes(place))).toEqual([true, false]);
    expect([film, bytes].map((one) => one.includes('Pixel'))).toEqual([true, false]);
    // A name without an ending promises nothing.
    const own = dataOf<Stored>(await send(clip(), { name: 'blob' }));
    expect((await readFile(fileOf(own))).includes('Lavf')).toBe(false);
  });

  it.each([
    ['a film', clip(), 'photo.jpg'],
    ['a film', webm(), 'captions.vtt'],
    ['captions', Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n'), 'film.mp4'],
  ])('%s under the name of something else is refused', async (_what, bytes, name) => {
    const answer = await send(bytes, { name });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
    expect(answer.json().message).toMatch(/name of this file/);
  });

  it('WebM and captions are taken', async () => {
    expect(dataOf<Stored>(await send(webm(), { name: 'video.webm' }))).toMatchObject({
      path: expect.stringMatching(/\.webm$/),
      width: 640,
      height: 360,
    });
    const vtt = dataOf<Stored>(
      await send(Buffer.from('\ufeffWEBVTT\n\n00:00.000 --> 00:02.000\nनमस्ते\n'), { name: 'hi.vtt' }),
    );
    expect(vtt).toEqual({ path: expect.stringMatching(/\.vtt$/), width: null, height: null });
  });

  it('more than 60 MB is refused', async () => {
    const answer = await send(Buffer.concat([clip(), Buffer.alloc(60 * 1024 * 1024)]));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
  });
});

describe('the form', () => {
  it('must be one, with a file, known fields and a role', async () => {
    const json = await writer.post('/media', { file: 'x' });
    expect([json.statusCode, json.json().code]).toEqual([415, 'unsupported_media_type']);
    const png = await picture().png().toBuffer();
    const unknown = await send(png, { fields: { path: '../../x' } });
    expect(unknown.json()).toMatchObject({ status: 400, code: 'unknown_field', details: [{ path: 'path' }] });
    expect((await send(png, { who: checker })).statusCode).toBe(403);
    const headers = { ...writer.headers, 'content-type': `multipart/form-data; boundary=${boundary}` };
    for (const payload of [
      `--${boundary}--\r\n`,
      'rubbish',
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf`,
    ]) {
      const answer = await test.send('POST', '/api/studio/media', payload, headers);
      expect(answer.statusCode).toBe(400);
    }
    expect(await readdir(join(test.services.config.dataDir, 'uploads'))).toEqual([]);
  });

  it('a name that leads elsewhere changes nothing', async () => {
    const stored = dataOf<Stored>(await send(await picture(33, 33).png().toBuffer(), { name: '../../../etc/passwd' }));
    expect(stored.path).toMatch(/^\/media\/studio\/[0-9a-f]{32}\.webp$/);
  });
});

it('a picture needs a description before its piece is submitted', async () => {
  const { path } = dataOf<Stored>(await send(await picture(64, 48, '#00a').png().toBuffer()));
  const { id } = dataOf<{ id: number }>(
    await writer.post('/articles', { title: 'With a picture', body: `Look:\n\n![](${path})` }),
  );
  const { problems } = dataOf<{ problems: object[] }>(await writer.get(`/articles/${id}`));
  expect(problems).toContainEqual({
    path: 'body',
    message: `The picture ${path} needs a description.`,
    isBlocking: true,
  });
  expect((await writer.post(`/articles/${id}/submit`, { revision: 1 })).statusCode).toBe(400);
  const describeAs = async (person: Colleague) =>
    (await test.send('PATCH', '/api/studio/media', { path, description: 'A blue wall' }, person.headers)).statusCode;
  expect(await describeAs(await colleague(test, 'writer'))).toBe(403);
  expect(await describeAs(writer)).toBe(200);
  expect((await writer.post(`/articles/${id}/submit`, { revision: 1 })).statusCode).toBe(200);
});

it('a piece may be long, and what is longer is told so', async () => {
  const body = `${'A line of the text.\n'.repeat(20_000)}`;
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', { title: 'Very long', body }));
  expect((await writer.put(`/articles/${id}`, { baseRevision: 1, body: `${body}!` })).statusCode).toBe(200);
  const pasted = await writer.put(`/articles/${id}`, { baseRevision: 2, body: 'x'.repeat(5_000_000) });
  expect([pasted.statusCode, pasted.json().code]).toEqual([413, 'too_large']);
});

it('a picture that was sent stands in the preview, and nothing complains; one that was not is named in the own language', async () => {
  const { path } = dataOf<Stored>(await send(await picture().jpeg().toBuffer(), { fields: { description: 'A shop' } }));
  const missing = `/media/studio/${'0'.repeat(32)}.webp`;
  const headers = { ...writer.headers, 'accept-language': 'hi' };
  const preview = async (body: string) =>
    dataOf<{ html: string; problems: string[] }>(
      await test.send('POST', '/api/studio/preview-text', { body }, headers),
    );
  expect(await preview(`![A shop](${path})`)).toMatchObject({ html: expect.stringContaining(path), problems: [] });
  const said = `तस्वीर ${missing} यहाँ नहीं है; उसकी जगह उसका ब्योरा दिखेगा।`;
  expect((await preview(`![A shop](${missing})`)).problems).toEqual([said]);

  const body = `![A shop](${path})\n\n![Another](${missing})`;
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', { title: 'Ration shops', body }));
  const { problems } = dataOf<{ problems: { message: string }[] }>(await writer.get(`/articles/${id}`));
  const ofPictures = problems.map(({ message }) => message).filter((message) => message.includes('.webp'));
  expect(ofPictures).toEqual([expect.stringContaining(`The picture ${missing} is not`)]);
});
