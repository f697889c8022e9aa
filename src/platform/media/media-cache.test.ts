// @runs slow
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { listenOn, rawRequest } from '../../testing/raw-request.ts';
import { readConfig } from '../settings/config.server.ts';
import { openMedia } from './media.server.ts';
import { mediaChannel, openMediaStore, type MediaStore } from './media-store.server.ts';
import { createMetrics } from '../observe/metrics.server.ts';

let s3: S3Server;
let site: TestApp;
let store: MediaStore;
/** Sends no notifications, which would interfere with counted requests. */
let quietStore: MediaStore;
const picture = Buffer.from('bytes of a picture');
const film = Buffer.alloc(9_000_000, 'film');

beforeAll(async () => {
  s3 = await startS3Server();
  site = await buildTestApp({ env: s3.env });
  store = await openMediaStore(site.services.config, site.services.connection);
  quietStore = await openMediaStore(site.services.config);
  await store.put('a.webp', picture);
  await store.put('folder/in.webp', picture);
});
afterAll(async () => {
  await site.close();
  await s3.kill();
});
beforeEach(() => {
  s3.trouble(() => null);
  s3.omits();
  s3.requests.length = 0;
});

const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.send(method, `/media/${path}`, undefined, headers);
const onDisk = (path: string) => join(site.services.config.dataDir, 'cache/media', path);

describe('media in a bucket', () => {
  it('are fetched once, however many ask at the same moment, and then served from this disk', async () => {
    await quietStore.put('burst.webp', picture);
    s3.requests.length = 0;
    const answers = await Promise.all(Array.from({ length: 40 }, () => get('burst.webp')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(s3.requests).toEqual(['GET media/burst.webp']);
    await get('burst.webp');
    expect(s3.requests).toHaveLength(1);
  });

  it.each(['none.webp', '../auth-secret', '%2e%2e/media-coming/x', 'a.webp/b', 'folder', ''])(
    'that are not there are not found: %s',
    async (path) => {
      expect([400, 404]).toContain((await get(path)).statusCode);
    },
  );

  it('that are not there leave nothing in the log', async () => {
    const lines: string[] = [];
    const logged = await buildTestApp({ env: s3.env, log: (line) => void lines.push(line) });
    for (const path of ['folder/in.webp', 'folder', 'none.webp']) await logged.app.inject(`/media/${path}`);
    expect(lines.filter((line) => line.includes('media failed'))).toEqual([]);
    await logged.close();
  });

  it('give smaller pictures', async () => {
    await store.put(
      'photo.png',
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
        .png()
        .toBuffer(),
    );
    const answer = await site.app.inject('/img/320/photo.png.webp');
    expect(answer.statusCode).toBe(200);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect((await site.app.inject('/img/320/none.png.webp')).statusCode).toBe(404);
  });

  it('that are large are passed on as they come, in parts too, and kept meanwhile', async () => {
    await store.put('film.mp4', film);
    s3.requests.length = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    s3.trouble((request) => (request === 'GET media/film.mp4' && s3.requests.length === 1 ? promise : null));
    const part = await get('film.mp4', { range: 'bytes=8999990-' });
    expect(existsSync(onDisk('film.mp4'))).toBe(false);
    resolve();
    s3.trouble(() => null);
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': 'bytes 8999990-8999999/9000000',
      'content-length': '10',
      'accept-ranges': 'bytes',
    });
    await expect
      .poll(
        async () =>
          (await get('film.mp4', { range: 'bytes=0-3' })).statusCode === 206 && existsSync(onDisk('film.mp4')),
        { timeout: 20_000 },
      )
      .toBe(true);
    const [etag, count] = [part.headers.etag, s3.requests.length];
    const whole = await get('film.mp4');
    expect([whole.statusCode, whole.headers.etag, s3.requests.length]).toEqual([200, etag, count]);
    expect(whole.rawPayload.equals(film)).toBe(true);
  });

  it('that are larger than what this disk keeps are passed on whole, without one', async () => {
    const small = await buildTestApp({ env: { ...s3.env, MEDIA_CACHE_MB: '10' } });
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      small.send(method, '/media/film.mp4', undefined, headers);
    expect((await ask({})).rawPayload.equals(film)).toBe(true);
    expect((await ask({ range: 'bytes=0-3' })).payload).toBe('film');
    expect((await ask({ range: 'bytes=0-3', 'if-range': '"another"' })).statusCode).toBe(200);
    expect((await ask({ range: 'bytes=9000000-' })).statusCode).toBe(416);
    expect((await ask({}, 'HEAD')).headers['content-length']).toBe('9000000');
    expect(readdirSync(join(small.services.config.dataDir, 'cache/media'))).toEqual([]);
    await store.put('half.png', Buffer.alloc(6_000_000));
    expect((await small.app.inject('/media/half.png')).statusCode).toBe(200);
    expect((await small.app.inject('/img/320/half.png.webp')).statusCode).not.toBe(200);
    await small.close();
  });

  it('that somebody stops reading in the middle are no trouble', async () => {
    const lines: string[] = [];
    const small = await buildTestApp({
      env: { ...s3.env, MEDIA_CACHE_MB: '10' },
      log: (line) => void lines.push(line),
    });
    const origin = `http://127.0.0.1:${await listenOn(small.app)}`;
    for (let number = 0; number < 5; number += 1) {
      const stop = new AbortController();
      const answer = await fetch(`${origin}/media/film.mp4`, { signal: stop.signal });
      await answer.body?.getReader().read();
      stop.abort();
    }
    expect((await (await fetch(`${origin}/media/film.mp4`)).arrayBuffer()).byteLength).toBe(film.length);
    // The request did not reach the page renderer either.
    expect(small.app.pageCache.stats().misses).toBe(0);
    await small.close();
    expect(lines.filter((line) => line.includes('failed'))).toEqual([]);
  });

  it('that are not there are asked for once in a while only, and found as soon as they are there', async () => {
    for (let number = 0; number < 3; number += 1) {
      expect((await get('soon.webp')).statusCode).toBe(404);
      expect((await site.app.inject('/img/320/soon.webp.webp')).statusCode).toBe(404);
    }
    expect(s3.requests).toEqual(['GET media/soon.webp']);
    await store.put('soon.webp', picture);
    await expect.poll(async () => (await get('soon.webp')).statusCode, { interval: 10 }).toBe(200);
  });

  it('are asked about once, however many do at the same moment', async () => {
    await Promise.all(Array.from({ length: 20 }, () => site.app.inject('/img/320/nobody.webp.webp')));
    expect(s3.requests).toEqual(['HEAD media/nobody.webp']);
  });

  it('are found while many ask for what is not there', async () => {
    await store.put('found.webp', picture);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    s3.trouble((request) => (request.startsWith('GET media/missing-') ? { late } : null));
    const missing = Array.from({ length: 100 }, (_, number) => get(`missing-${number}.webp`));
    await expect.poll(() => s3.requests.length).toBeGreaterThanOrEqual(64);
    const found = await get('found.webp');
    resolve();
    expect(found.statusCode).toBe(200);
    await Promise.all(missing);
  });

  it('are kept, also where the store does not say how large they are', async () => {
    await quietStore.put('unmeasured.webp', picture);
    s3.omits('content-length');
    expect((await get('unmeasured.webp')).rawPayload.equals(picture)).toBe(true);
    s3.requests.length = 0;
    expect((await get('unmeasured.webp')).rawPayload.equals(picture)).toBe(true);
    expect(s3.requests).toEqual([]);
  });

  it('whose many waiting callers disconnect leak no slots', async () => {
    await store.put('film.mp4', film);
    const media = await openMedia(
      readConfig({
        ...s3.env,
        DATA_DIR: mkdtempSync(join(site.services.config.dataDir, 'small-')),
        MEDIA_CACHE_MB: '10',
      }),
      { listen: async () => {} },
      () => {},
    );
    const app = fastify();
    const prepared: Promise<boolean>[] = [];
    app.get('/film', async (request, reply) => {
      prepared.push(media.prepare!(request, reply, 'film.mp4'));
      await prepared.at(-1);
      return reply;
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    s3.trouble((request) => (request === 'GET media/film.mp4' ? { late } : null));
    const readers = Array.from({ length: 130 }, () =>
      connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {}),
    );
    for (const reader of readers) reader.write(rawRequest('/film'));
    await expect.poll(() => prepared.length).toBe(130);
    for (const reader of readers) reader.destroy();
    await expect
      .poll(
        () =>
          new Promise((done) => {
            app.server.getConnections((_error, count) => done(count));
          }),
      )
      .toBe(0);
    resolve();
    s3.trouble(() => null);
    await Promise.allSettled(prepared);
    expect((await app.inject('/film')).statusCode).toBe(200);
    await app.close();
  });

  it('fill no more of this disk than they may; what was asked for last stays', async () => {
    const small = await buildTestApp({ env: { ...s3.env, MEDIA_CACHE_MB: '10' } });
    const folder = join(small.services.config.dataDir, 'cache/media');
    for (let number = 0; number < 9; number += 1) {
      await store.put(`fill-${number}.png`, Buffer.alloc(2_000_000, number));
      expect((await small.app.inject(`/media/fill-${number}.png`)).statusCode).toBe(200);
    }
    await expect.poll(() => readdirSync(folder).length).toBeLessThanOrEqual(5);
    expect(readdirSync(folder)).toContain('fill-8.png');
    await small.close();
  });
});

describe('what changes in the bucket', () => {
  it('is another file at once', async () => {
    await get('a.webp');
    await store.put('a.webp', Buffer.from('another picture'));
    await expect.poll(async () => (await get('a.webp')).payload, { interval: 10 }).toBe('another picture');
  });

  it('is gone from this disk at once when it is removed', async () => {
    await store.put('gone.webp', picture);
    await get('gone.webp');
    await store.remove('gone.webp');
    await expect.poll(() => existsSync(onDisk('gone.webp')), { interval: 10 }).toBe(false);
    expect((await get('gone.webp')).statusCode).toBe(404);
  });

  it('does not come back with a copy that was under way', async () => {
    await store.put('racing.webp', picture);
    let release = () => {};
    const sent = new Promise<void>((resolve) => {
      release = resolve;
    });
    s3.trouble((request) => (request === 'GET media/racing.webp' ? sent : null));
    const reading = get('racing.webp');
    await expect.poll(() => s3.requests).toContain('GET media/racing.webp');
    const told = Promise.withResolvers<void>();
    await site.services.connection.listen(
      mediaChannel,
      () => told.resolve(),
      () => {},
    );
    await store.remove('racing.webp');
    await told.promise;
    release();
    expect((await reading).statusCode).toBe(404);
    expect(existsSync(onDisk('racing.webp'))).toBe(false);
  });

  it('without a notification is noticed by revalidation, and not served while that fails', async () => {
    await store.put('doubted.webp', picture);
    let reconnect = () => {};
    const media = await openMedia(
      site.services.config,
      {
        listen: async (_channel, _onMessage, onReconnect) => {
          reconnect = onReconnect;
        },
      },
      () => {},
    );
    expect(await media.fetch('doubted.webp')).toBe(onDisk('doubted.webp'));
    s3.objects.delete('media/doubted.webp');
    expect(await media.find('doubted.webp')).not.toBeNull();
    reconnect();
    s3.trouble(() => 500);
    await expect(media.fetch('doubted.webp')).rejects.toMatchObject({ status: 503 });
    s3.trouble(() => null);
    await expect.poll(() => media.fetch('doubted.webp').catch(() => 'away'), { timeout: 20_000 }).toBeNull();
  });

  it('while this instance was disconnected is noticed before it is served', async () => {
    await store.put('missed.webp', picture);
    await get('missed.webp');
    s3.objects.delete('media/missed.webp');
    const again = await openMedia(site.services.config, { listen: async () => {} }, () => {});
    expect(await again.fetch('missed.webp')).toBeNull();
    expect(existsSync(onDisk('missed.webp'))).toBe(false);
  });
});

describe('a bucket in trouble', () => {
  const metrics = createMetrics();
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
      const answers = await Promise.all([
        get('late.webp'),
        get('late.webp'),
        site.app.inject('/img/320/late.webp.webp'),
      ]);
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
});
