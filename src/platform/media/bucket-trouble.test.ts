// @runs slow
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { createMetrics } from '../observe/metrics.server.ts';
import { openMediaStore, type MediaStore } from './media-store.server.ts';

let s3: S3Server;
let site: TestApp;
let store: MediaStore;
const metrics = createMetrics();
const picture = Buffer.from('bytes of a picture');

beforeAll(async () => {
  s3 = await startS3Server();
  site = await buildTestApp({ env: s3.env, metrics });
  store = await openMediaStore(site.services.config, site.services.connection);
  await store.put('a.webp', picture);
  await store.put(
    'photo.png',
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
      .png()
      .toBuffer(),
  );
});
afterAll(async () => {
  await site.close();
  await s3.kill();
});
beforeEach(() => {
  s3.trouble(() => null);
  s3.requests.length = 0;
});

const failures = async (kind: string) =>
  Number(
    new RegExp(`^nagrik_bucket_failures_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(
      await metrics.registry.metrics(),
    )![1],
  );
const get = (path: string) => site.app.inject(`/media/${path}`);
const onDisk = (path: string) => join(site.services.config.dataDir, 'cache/media', path);
const halves = () => readdirSync(join(site.services.config.dataDir, 'cache/media-coming'));
let nothings = 0;
/** Waits for the circuit breaker to let a request through again. */
const rested = async () => {
  await expect
    .poll(async () => (await get(`nothing-${(nothings += 1)}.webp`)).statusCode, { timeout: 20_000 })
    .toBe(404);
};

describe('a bucket in trouble', () => {
  it('that hangs: 503 with Retry-After, the circuit breaker opens; cached files and the pages are still served', async () => {
    await store.put('late.webp', picture);
    await get('a.webp');
    const before = await failures('away');
    s3.trouble(() => 'hangs');
    const answers = await Promise.all([get('late.webp'), get('late.webp'), site.app.inject('/img/320/late.webp.webp')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(answers[0]!.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    s3.requests.length = 0;
    for (let number = 0; number < 5; number += 1) expect((await get('late.webp')).statusCode).toBe(503);
    expect(s3.requests.length).toBeLessThan(5);
    expect((await get('a.webp')).statusCode).toBe(200);
    expect((await site.app.inject('/readyz')).statusCode).toBe(200);
    expect(await failures('away')).toBeGreaterThan(before);
    expect((await site.app.inject('/')).statusCode).toBe(200);
    s3.trouble(() => null);
    await rested();
    expect((await get('late.webp')).statusCode).toBe(200);
  });

  it('that is killed: cached files are served, variants of them too; other files are 503, until it is back', async () => {
    await get('a.webp');
    await site.app.inject('/img/320/photo.png.webp');
    await store.put('later.webp', picture);
    await s3.kill();
    expect((await get('a.webp')).statusCode).toBe(200);
    expect((await site.app.inject('/img/320/photo.png.webp')).statusCode).toBe(200);
    expect((await get('later.webp')).statusCode).toBe(503);
    await s3.start();
    await rested();
    expect((await get('later.webp')).statusCode).toBe(200);
  });

  it.each(['cuts', 'stalls'] as const)('that %s in the middle of a file leaves no partial file', async (trouble) => {
    await store.put(`${trouble}.webp`, picture);
    await rested();
    s3.trouble(() => trouble);
    expect((await get(`${trouble}.webp`)).statusCode).toBe(503);
    expect(existsSync(onDisk(`${trouble}.webp`))).toBe(false);
    expect(halves()).toEqual([]);
    s3.trouble(() => null);
    await rested();
    expect((await get(`${trouble}.webp`)).rawPayload.equals(picture)).toBe(true);
  });

  it('with one damaged file still serves the others', async () => {
    await store.put('damaged.webp', picture);
    await store.put('beside.webp', picture);
    await rested();
    s3.objects.get('media/damaged.webp')!.bytes = Buffer.from('bytes of a pic_ure');
    expect((await get('damaged.webp')).statusCode).toBe(503);
    expect((await get('beside.webp')).statusCode).toBe(200);
  });

  it('that breaks off in the middle of one file still serves the others', async () => {
    await store.put('broken.webp', picture);
    await store.put('unbroken.webp', picture);
    await rested();
    s3.trouble((request) => (request === 'GET media/broken.webp' ? 'cuts' : null));
    expect((await get('broken.webp')).statusCode).toBe(503);
    expect((await get('unbroken.webp')).statusCode).toBe(200);
  });

  it('whose key does not fit is 503, not 404', async () => {
    const lines: string[] = [];
    const wrong = await buildTestApp({
      env: { ...s3.env, MEDIA_S3_SECRET: 'another-secret' },
      log: (line) => void lines.push(line),
    });
    expect((await wrong.app.inject('/media/a.webp')).statusCode).toBe(503);
    expect(lines.join('')).toContain('see MEDIA_S3_KEY_ID and MEDIA_S3_SECRET');
    expect(lines.join('')).not.toContain('another-secret');
    await wrong.close();
  });
});
