// @runs slow, on both databases
import { randomBytes } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { importJobs } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { titled, wxr } from '../../../testing/wxr.ts';
import { runNextImportJob } from './run-job.server.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const admin = prepared(() => colleague(test, 'admin'));
beforeEach(() => test.db.execute(sql`truncate import_jobs, import_runs, studio_uploads cascade`));

type Headers = Record<string, string>;
const tus = { 'tus-resumable': '1.0.0' };
const words = (given: Headers) =>
  Object.entries(given)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const create = (length: number, given: Headers, who = admin) =>
  test.send('POST', '/api/studio/imports', undefined, {
    ...who.headers,
    ...tus,
    'upload-length': String(length),
    'upload-metadata': words(given),
  });
const began = async (length: number, given: Headers) => String((await create(length, given)).headers.location);
const patch = (url: string, offset: number, payload: Buffer, who = admin, more: Headers = {}) =>
  test.send('PATCH', url, payload, {
    ...who.headers,
    ...tus,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    ...more,
  });
const head = (url: string, who = admin) => test.send('HEAD', url, undefined, { ...who.headers, ...tus });
const jobs = () => test.db.select().from(importJobs);
const folder = () => join(test.services.config.mediaDir, '.imports');

it('an export that comes in pieces is checked with its settings, as one that comes whole', async () => {
  const bytes = Buffer.from(wxr(titled('Alpha', 'Beta')));
  const digest = 'a1'.repeat(32);
  expect((await create(bytes.length, { filename: 'old site.xml', digest: 'no digest' })).statusCode).toBe(400);
  const url = await began(bytes.length, {
    filename: 'old site.xml',
    digest,
    site: 'old-site',
    date: '2020-01-26',
    filetype: '',
  });
  expect(url).toMatch(/^\/api\/studio\/imports\/uploads\/[0-9a-f-]{36}$/);
  expect((await patch(url, 0, bytes.subarray(0, 500))).headers['upload-offset']).toBe('500');
  expect(await jobs()).toEqual([]);
  const open = dataOf<{ filename: string; offset: number }[]>(await admin.get('/imports/uploads'));
  expect(open).toMatchObject([{ filename: 'old site.xml', offset: 500, digest }]);
  expect(dataOf(await admin.get('/media/uploads'))).toEqual([]);
  expect((await patch(url, 500, bytes.subarray(500))).statusCode).toBe(204);
  expect(await jobs()).toMatchObject([
    {
      task: 'check',
      state: 'waiting',
      name: 'old site.xml',
      bytes: bytes.length,
      options: { site: 'old-site', date: '2020-01-26' },
    },
  ]);
  // The answer to the last piece may have been lost.
  const [job] = await jobs();
  expect((await head(url)).headers).toMatchObject({
    'upload-offset': String(bytes.length),
    'media-path': `/studio/imports#${job!.id}`,
  });
  await runNextImportJob(test.services, new AbortController().signal);
  expect(await jobs()).toMatchObject([{ state: 'done', counts: { created: 2 } }]);
});

it('goes on with the settings of the last piece, which somebody has corrected', async () => {
  const bytes = Buffer.from(wxr(titled('Alpha')));
  const url = await began(bytes.length, { filename: 'old.xml', site: 'wrong-site', date: '2020-01-26' });
  await patch(url, 0, bytes.subarray(0, 500));
  const say = (given: Headers) => ({ 'upload-metadata': words(given) });
  const refused = await patch(url, 500, bytes.subarray(500), admin, say({ date: 'tomorrow' }));
  expect([refused.statusCode, await jobs()]).toEqual([400, []]);
  await patch(url, 500, bytes.subarray(500), admin, say({ filename: 'old.xml', site: 'right-site' }));
  const [job] = await jobs();
  expect([job!.name, job!.options.site, job!.options.date]).toEqual(['old.xml', 'right-site', undefined]);
});

it('is checked under a name in Devanagari, however long, and leaves nothing behind', async () => {
  const bytes = Buffer.from(wxr(titled('Alpha')));
  const name = `${'नागरिक '.repeat(40)}.xml`;
  await patch(await began(bytes.length, { filename: name, site: 'old-site' }), 0, bytes);
  await runNextImportJob(test.services, new AbortController().signal);
  const [job] = await jobs();
  expect(job).toMatchObject({ state: 'done', counts: { created: 1 } });
  expect(name.endsWith(job!.name)).toBe(true);
  await test.db.update(importJobs).set({ state: 'waiting', name: 'x'.repeat(300) });
  await runNextImportJob(test.services, new AbortController().signal);
  expect(await jobs()).toMatchObject([{ state: 'failed' }]);
  expect(readdirSync(join(test.services.config.dataDir, 'uploads'))).toEqual([]);
});

it('is for admins, at its own address, and has 100 MB at most', async () => {
  const editor = await colleague(test, 'editor');
  expect((await create(100, {}, editor)).statusCode).toBe(403);
  expect((await create(100 * 1024 * 1024 + 1, {})).statusCode).toBe(413);
  expect((await create(100, { date: 'tomorrow' })).statusCode).toBe(400);
  const url = await began(100, { filename: 'a.xml' });
  expect((await head(url)).statusCode).toBe(200);
  expect((await head(url.replace('/imports/', '/media/'))).statusCode).toBe(404);
  expect((await patch(url.replace('/imports/', '/media/'), 0, Buffer.alloc(100))).statusCode).toBe(404);
  expect((await head(url, await colleague(test, 'admin'))).statusCode).toBe(404);
  const media = await test.send('POST', '/api/studio/media', undefined, {
    ...admin.headers,
    ...tus,
    'upload-length': '100',
  });
  expect((await head(String(media.headers.location).replace('/media/', '/imports/'))).statusCode).toBe(404);
});

it('while an import runs the last piece is refused, and can be sent again afterwards', async () => {
  const bytes = Buffer.from(wxr(titled('Alpha')));
  await test.db.insert(importJobs).values({ task: 'undo', state: 'running', name: 'other.xml', by: admin.id });
  const url = await began(bytes.length, { filename: 'old.xml', site: 'old-site' });
  await patch(url, 0, bytes.subarray(0, 500));
  const refused = await patch(url, 500, bytes.subarray(500));
  expect([refused.statusCode, (await head(url)).headers['upload-offset']]).toEqual([409, '500']);
  await test.db.delete(importJobs);
  expect((await patch(url, 500, bytes.subarray(500))).statusCode).toBe(204);
  expect(await jobs()).toHaveLength(1);
});

it('60 MB arrive over a network that breaks three times, and nothing is sent twice', async () => {
  const large = randomBytes(60 * 1024 * 1024);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  const url = await began(large.length, { filename: 'old.xml' });
  const piece = 8 * 1024 * 1024;
  const arrives = 3 * 1024 * 1024;
  /** With `breaks` the network is gone after `arrives` bytes. */
  const sendPiece = (offset: number, breaks: boolean) =>
    new Promise<number>((resolve, reject) => {
      const bytes = large.subarray(offset, offset + piece);
      const request = send({
        port,
        method: 'PATCH',
        path: url,
        headers: {
          ...admin.headers,
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': offset,
          'content-length': bytes.length,
        },
      });
      request.on('response', (response) => resolve(response.resume().statusCode!));
      request.on('error', (error) => (breaks ? resolve(0) : reject(error)));
      if (breaks) request.write(bytes.subarray(0, arrives), () => setTimeout(() => request.destroy(), 50));
      else request.end(bytes);
    });
  const offsetNow = async () => Number((await head(url)).headers['upload-offset']);

  let [offset, sent, turn] = [0, 0, 0];
  while (offset < large.length) {
    turn += 1;
    const breaks = [2, 4, 6].includes(turn);
    expect(await sendPiece(offset, breaks)).toBe(breaks ? 0 : 204);
    const before = offset;
    await expect.poll(offsetNow).toBeGreaterThan(before);
    offset = await offsetNow();
    expect(offset - before).toBeLessThanOrEqual(breaks ? arrives : piece);
    sent += offset - before;
  }
  expect(sent).toBe(large.length);
  const [job] = await jobs();
  expect(job).toMatchObject({ task: 'check', state: 'waiting', bytes: large.length });
  expect(readdirSync(folder())).toContain(job!.file!);
  const kept = await buffer(createReadStream(join(folder(), job!.file!)));
  expect(kept.equals(large)).toBe(true);
}, 60_000);
