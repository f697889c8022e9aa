// @runs on both databases
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { mp4 } from '../../../testing/films.ts';
import { type Colleague, colleague } from '../../../testing/studio.ts';
import { forgetExpiredUploads } from './resume-upload.server.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const other = prepared(() => colleague(test, 'writer'));
const checker = prepared(() => colleague(test, 'checker'));
const reader = prepared(() => colleague(test));

beforeEach(async () => {
  await test.db.execute(sql`update studio_uploads set expires_at = now() - interval '1 minute'`);
  await forgetExpiredUploads(test.services);
});

type Headers = Record<string, string>;
const tus = { 'tus-resumable': '1.0.0' };
const inject = (method: string, url: string, headers: Headers, payload?: Buffer, who: Colleague | null = writer) =>
  test.send(method as 'POST', url, payload, { ...who?.headers, ...tus, ...headers });
const words = (given: Headers) =>
  Object.entries(given)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const create = (length: number, given: Headers = {}, who: Colleague | null = writer) =>
  inject(
    'POST',
    '/api/studio/media',
    { 'upload-length': String(length), 'upload-metadata': words(given) },
    undefined,
    who,
  );
const patch = (url: string, offset: number, bytes: Buffer, who: Colleague | null = writer, headers: Headers = {}) =>
  inject(
    'PATCH',
    url,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
    bytes,
    who,
  );
const began = async (length: number, given: Headers = {}) => String((await create(length, given)).headers.location);
const stored = () => readdir(join(test.services.config.mediaDir, '.uploads')).catch((): string[] => []);

const film = mp4();

describe('a resumable upload', () => {
  it('arrives in pieces, is judged at the end, and names its file also when it is asked again', async () => {
    const made = await create(film.length, { filename: 'VID_1.mp4', description: 'A queue', filetype: 'video/mp4' });
    expect([made.statusCode, made.headers['tus-resumable'], made.body]).toEqual([201, '1.0.0', '']);
    expect(Date.parse(String(made.headers['upload-expires']))).toBeGreaterThan(Date.now() + 3_600_000);
    const url = String(made.headers.location);
    expect(url).toMatch(/^\/api\/studio\/media\/uploads\/[0-9a-f-]{36}$/);

    const first = await patch(url, 0, film.subarray(0, 500));
    expect([first.statusCode, first.headers['upload-offset'], first.headers['media-path']]).toEqual([
      204,
      '500',
      undefined,
    ]);
    const asked = await inject('HEAD', url, {});
    expect([asked.statusCode, asked.headers['upload-offset'], asked.headers['upload-length']]).toEqual([
      200,
      '500',
      String(film.length),
    ]);
    expect(asked.headers['cache-control']).toBe('no-store');

    const last = await patch(url, 500, film.subarray(500));
    expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, String(film.length)]);
    const path = String(last.headers['media-path']);
    expect([path, last.headers['media-size']]).toEqual([
      expect.stringMatching(/^\/media\/studio\/[0-9a-f]{32}\.mp4$/),
      '640x360',
    ]);
    expect((await inject('HEAD', url, {})).headers['media-path']).toBe(path);
    const { rows } = await test.db.execute(sql`select description from studio_media where path = ${path}`);
    expect(rows).toEqual([{ description: 'A queue' }]);
    const bytes = await readFile(join(test.services.config.mediaDir, path.slice('/media/'.length)));
    expect([bytes.length, bytes.includes('Pixel')]).toEqual([film.length, false]);
    expect(await stored()).toEqual([]);
    await expect.poll(() => readdir(join(test.services.config.dataDir, 'uploads'))).toEqual([]);
  });

  it('says what it can do', async () => {
    const { statusCode, headers } = await inject('OPTIONS', '/api/studio/media', {});
    expect([statusCode, headers['tus-version'], headers['tus-extension'], headers['tus-max-size']]).toEqual([
      204,
      '1.0.0',
      'creation,termination,expiration',
      String(60 * 1024 * 1024),
    ]);
  });

  it('is listed for whoever began it, so that the same file goes on on another day', async () => {
    const url = await began(film.length, { filename: 'VID_1.mp4' });
    await patch(url, 0, film.subarray(0, 300));
    expect((await writer.get('/media/uploads')).json()).toEqual({
      data: [
        {
          id: url.split('/').at(-1),
          filename: 'VID_1.mp4',
          length: film.length,
          offset: 300,
          digest: null,
          expiresAt: expect.any(String),
        },
      ],
    });
    expect((await other.get('/media/uploads')).json()).toEqual({ data: [] });
  });

  it('can be ended, and expires; then it is not there and nothing of it is left', async () => {
    const [ended, expired] = [await began(film.length), await began(film.length)];
    for (const url of [ended, expired]) await patch(url, 0, film.subarray(0, 300));
    expect((await stored()).length).toBe(2);
    expect((await inject('DELETE', ended, {})).statusCode).toBe(204);
    // At once: bytes that wait for the sweep would fill the disk within it.
    expect((await stored()).length).toBe(1);
    const id = expired.split('/').at(-1);
    await test.db.execute(
      sql`update studio_uploads set expires_at = now() - interval '1 minute' where id = ${id}::uuid`,
    );
    for (const url of [ended, expired])
      for (const answer of [
        await inject('HEAD', url, {}),
        await patch(url, 300, film.subarray(300)),
        await inject('DELETE', url, {}),
      ])
        expect(answer.statusCode).toBe(404);
    await forgetExpiredUploads(test.services);
    expect(await stored()).toEqual([]);
    const { rows } = await test.db.execute(sql`select id from studio_uploads`);
    expect(rows).toEqual([]);
  });

  it('goes on once from one offset, however many requests try', async () => {
    const url = await began(film.length);
    const answers = await Promise.all([0, 1, 2].map(() => patch(url, 0, film.subarray(0, 400))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409]);
    expect(await stored()).toHaveLength(1);
    expect((await patch(url, 400, film.subarray(400))).statusCode).toBe(204);
  });
});

describe('who may', () => {
  it('begin one: writers, editors and admins', async () => {
    const statuses = [];
    for (const who of [null, reader, checker, writer]) statuses.push((await create(100, {}, who)).statusCode);
    expect(statuses).toEqual([401, 404, 403, 201]);
  });

  it('go on with it: nobody but whoever began it', async () => {
    const url = await began(film.length);
    for (const who of [other, null, reader, checker])
      for (const answer of [
        await inject('HEAD', url, {}, undefined, who),
        await patch(url, 0, film, who),
        await inject('DELETE', url, {}, undefined, who),
      ])
        expect(answer.statusCode).toBe(who === null ? 401 : who === checker ? 403 : 404);
    expect((await inject('HEAD', url, {})).headers['upload-offset']).toBe('0');
  });

  it('have three open at once; one that lay idle makes room', async () => {
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await create(100)).statusCode));
    expect(statuses.sort()).toEqual([201, 201, 201, 429]);
    expect((await create(100, {}, other)).statusCode).toBe(201);
    await test.db.execute(sql`update studio_uploads set changed_at = now() - interval '1 hour'`);
    expect((await create(100)).statusCode).toBe(201);
  });
});

describe('refused are', () => {
  it.each([
    ['no length', { 'upload-length': '' }, 400],
    ['nothing', { 'upload-length': '0' }, 400],
    ['a length in words', { 'upload-length': 'many' }, 400],
    ['more than 60 MB', { 'upload-length': String(60 * 1024 * 1024 + 1) }, 413],
    ['another version', { 'upload-length': '5', 'tus-resumable': '0.2.2' }, 412],
    [
      'a description of 2,000 letters',
      { 'upload-length': '5', 'upload-metadata': words({ description: 'x'.repeat(2_000) }) },
      400,
    ],
  ])('%s', async (_what, headers, status) => {
    const answer = await inject('POST', '/api/studio/media', headers as Headers);
    expect([answer.statusCode, answer.json().status]).toEqual([status, status]);
  });

  it('pieces of another type, at another offset, or beyond the length', async () => {
    const url = await began(100);
    const whole = Buffer.alloc(100);
    expect((await patch(url, 0, whole, writer, { 'content-type': 'application/json' })).statusCode).toBe(415);
    expect((await patch(url, 7, whole)).statusCode).toBe(409);
    expect((await patch(url, 0, Buffer.alloc(101))).statusCode).toBe(413);
    expect((await patch(`${url.slice(0, -1)}x`, 0, whole)).statusCode).toBe(400);
    expect((await inject('HEAD', url, {})).headers['upload-offset']).toBe('0');
  });

  it.each([
    ['what is neither picture, clip nor captions', Buffer.from('<html>'.repeat(50)), 'a.mp4'],
    ['a film cut off', film.subarray(0, -10), 'a.mp4'],
    ['a film named .jpg', film, 'a.jpg'],
  ])('%s, at the end: and the upload is gone', async (_what, bytes, filename) => {
    const url = await began(bytes.length, { filename });
    await patch(url, 0, bytes.subarray(0, 100));
    const answer = await patch(url, 100, bytes.subarray(100));
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
    expect((await inject('HEAD', url, {})).statusCode).toBe(404);
    await forgetExpiredUploads(test.services);
    expect(await stored()).toEqual([]);
  });
});

it('60 MB arrive over a network that breaks three times, and nothing is sent twice', async () => {
  const large = mp4({ picture: randomBytes(59 * 1024 * 1024) });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  const url = await began(large.length, { filename: 'long.mp4' });
  const chunk = 8 * 1024 * 1024;
  /** Sends a chunk; with `breaksAfter` the network is gone after so many bytes. */
  const sendChunk = (offset: number, breaksAfter?: number) =>
    new Promise<number>((resolve, reject) => {
      const bytes = large.subarray(offset, offset + chunk);
      const request = send({
        port,
        method: 'PATCH',
        path: url,
        headers: {
          ...writer.headers,
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': offset,
          'content-length': bytes.length,
        },
      });
      request.on('response', (response) => resolve(response.resume().statusCode!));
      request.on('error', (error) => (breaksAfter === undefined ? reject(error) : resolve(0)));
      if (breaksAfter === undefined) request.end(bytes);
      else request.write(bytes.subarray(0, breaksAfter), () => setTimeout(() => request.destroy(), 50));
    });
  const offsetNow = async () => Number((await inject('HEAD', url, {})).headers['upload-offset']);

  let [offset, turn] = [0, 0];
  while (offset < large.length) {
    turn += 1;
    const breaks = [2, 4, 6].includes(turn);
    const status = await sendChunk(offset, breaks ? 3 * 1024 * 1024 : undefined);
    expect(status).toBe(breaks ? 0 : 204);
    // What had arrived before the break is kept.
    const before = offset;
    await expect.poll(offsetNow).toBeGreaterThan(before);
    offset = await offsetNow();
    expect(offset - before).toBeLessThanOrEqual(breaks ? 3 * 1024 * 1024 : chunk);
  }
  expect(turn).toBeGreaterThan(9);
  const path = String((await inject('HEAD', url, {})).headers['media-path']);
  const bytes = await readFile(join(test.services.config.mediaDir, path.slice('/media/'.length)));
  const [data, movie] = [large.indexOf('mdat'), large.lastIndexOf('moov')];
  expect(bytes.length).toBe(large.length);
  expect(bytes.subarray(data, data + 59 * 1024 * 1024).equals(large.subarray(data, data + 59 * 1024 * 1024))).toBe(
    true,
  );
  expect(bytes.subarray(movie - 4).includes('Pixel')).toBe(false);
}, 60_000);
