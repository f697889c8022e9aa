import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const site = openTestApp({ content: 'demo' });
beforeAll(async () => {
  const folder = join(site.services.config.mediaDir, 'test');
  mkdirSync(folder, { recursive: true });
  const noise = Buffer.from(Array.from({ length: 900 * 600 * 3 }, (_, at) => (at * 7919) % 251));
  writeFileSync(
    join(folder, 'photo.jpg'),
    await sharp(noise, { raw: { width: 900, height: 600, channels: 3 } })
      .blur(2)
      .jpeg()
      .toBuffer(),
  );
  writeFileSync(
    join(folder, 'drawing.png'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
  );
  writeFileSync(join(folder, 'text.jpg'), 'no picture at all');
  // A decompression bomb: the header claims 60,000 by 60,000 pixels.
  const bomb = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  writeFileSync(join(folder, 'bomb.png'), bomb);
});

const get = async (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });

test('a picture is made in a listed width and format, kept on disk, and not sent twice', async () => {
  for (const format of ['avif', 'webp']) {
    const answer = await get(`/img/480/test/photo.jpg.${format}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(`image/${format}`);
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=2592000/);
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 480, height: 320 });
    expect(
      (await get(`/img/480/test/photo.jpg.${format}`, { 'if-none-match': String(answer.headers.etag) })).statusCode,
    ).toBe(304);
  }
  expect(readdirSync(join(site.services.config.dataDir, 'cache', 'pictures'))).toHaveLength(2);
});

test('nothing is made larger than it was', async () => {
  expect(await sharp((await get('/img/1920/test/photo.jpg.webp')).rawPayload).metadata()).toMatchObject({ width: 900 });
});

test('other widths, formats, ways out of the folder and what is no picture are not found', async () => {
  const refused = [
    '481/test/photo.jpg.webp',
    '0480/test/photo.jpg.webp',
    '480/test/photo.jpg.gif',
    '480/test/photo.jpg',
    '480/test/none.jpg.webp',
    '480/../auth-secret.webp',
    '480/test/%2e%2e/%2e%2e/auth-secret.jpg.webp',
    '480//etc/passwd.jpg.webp',
    '480/test/drawing.png.webp',
    '480/test/text.jpg.avif',
    '480/test/bomb.png.webp',
    '480/test/photo.jpg%00.webp',
    '480/test.webp',
    '',
  ];
  for (const path of refused) {
    const { statusCode } = await get(`/img/${path}`);
    expect([400, 404], path).toContain(statusCode);
  }
});

test('a drawn cover is a JPEG of 1200 by 675, for articles and for videos with an upright poster', async () => {
  for (const name of ['article-1001', 'video-501']) {
    const answer = await get(`/og/${name}.jpg`);
    expect(answer.statusCode, name).toBe(200);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 675 });
    expect((await get(`/og/${name}.jpg`)).rawPayload.equals(answer.rawPayload)).toBe(true);
  }
});

test('there is no picture of what is not there', async () => {
  for (const name of [
    'article-99999999.jpg',
    'article-0.jpg',
    'article-4294967296.jpg',
    'article-1001.png',
    'author-1.jpg',
    'article-1e3.jpg',
  ]) {
    expect((await get(`/og/${name}`)).statusCode, name).toBe(404);
  }
});

test('concurrent requests for one picture share one rendering (single flight)', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => get('/img/640/test/photo.jpg.avif')));
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
});

test('when the queue is full, the original is served', async () => {
  const { mediaDir } = site.services.config;
  const original = await sharp(join(mediaDir, 'test', 'photo.jpg')).toBuffer();
  for (let number = 0; number < 30; number += 1) writeFileSync(join(mediaDir, 'test', `many-${number}.jpg`), original);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, number) => get(`/img/960/test/many-${number}.jpg.avif`)),
  );
  const statuses = answers.map((answer) => answer.statusCode);
  expect(new Set(statuses)).toEqual(new Set([200, 302]));
  const turnedAway = answers.find((answer) => answer.statusCode === 302);
  expect(turnedAway?.headers.location).toMatch(/^\/media\/test\/many-\d+\.jpg$/);
  expect(turnedAway?.headers['cache-control']).toBe('no-store');
});

test('each category has a drawn cover and an icon, at addresses that answer; others have none', async () => {
  const { data } = (await site.app.inject({ url: '/api/categories' })).json() as {
    data: { id: number; imageUrl: string; iconUrl: string }[];
  };
  expect(data).toHaveLength(21);
  for (const { id, imageUrl, iconUrl } of data) {
    const icon = await site.app.inject({ url: iconUrl });
    expect([icon.statusCode, icon.headers['content-type']], iconUrl).toEqual([200, 'image/svg+xml']);
    if (id % 7 > 0) continue;
    const cover = await site.app.inject({ url: imageUrl });
    expect([cover.statusCode, cover.headers['content-type']], imageUrl).toEqual([200, 'image/jpeg']);
    expect(await sharp(cover.rawPayload).metadata()).toMatchObject({ width: 1200, height: 675 });
  }
  for (const path of ['/og/category-9.jpg', '/og/category-9.svg', '/og/article-1001.svg'])
    expect((await site.app.inject({ url: path })).statusCode, path).toBe(404);
});
