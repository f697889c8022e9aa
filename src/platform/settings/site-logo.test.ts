import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { readLogos } from './site-logo.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const folder = newFolder();
const file = (name: string, bytes: string | Buffer) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const svg = (more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="100">${more}<rect width="600" height="100" fill="#a00"/></svg>`;
const png = sharp({ create: { width: 1200, height: 1200, channels: 4, background: '#0a0' } }).png();

describe('a logo that cannot be shown stops the start with one sentence', () => {
  it.each([
    ['missing.svg', null, 'cannot be read (ENOENT)'],
    ['words.svg', 'a logo', 'is no SVG and no PNG'],
    [
      'photo.png',
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } }).jpeg(),
      'is no SVG and no PNG',
    ],
    ['large.svg', svg(`<!-- ${'a'.repeat(200_000)} -->`), 'is larger than 200 kB'],
    ['cut.svg', svg().slice(0, -8), 'is no SVG and no PNG'],
    [
      'cut.png',
      png
        .clone()
        .toBuffer()
        .then((whole) => whole.subarray(0, whole.length - 200)),
      'is damaged',
    ],
  ])('%s', async (name, content, why) => {
    const bytes = await (content !== null && typeof content === 'object' && 'toBuffer' in content
      ? content.toBuffer()
      : content);
    const path = bytes === null ? join(folder, name) : file(name, bytes);
    await expect(readLogos({ logo: path })).rejects.toThrow(`ORGANIZATION_LOGO: ${path} ${why}`);
  });
});

describe('a site with a logo', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await buildTestApp({
      env: {
        ORGANIZATION_NAME: 'Lucknow Khabar',
        ORGANIZATION_LOGO: file('logo.svg', svg('<script>alert(1)</script>')),
        ORGANIZATION_LOGO_DARK: file('dark.png', await png.toBuffer()),
      },
    });
  });
  afterAll(() => site.close());
  const get = (url: string) => site.app.inject(url);

  it('shows it with its size and name in the head of each page, the dark one beside it', async () => {
    const { body } = await get('/');
    expect(body).toMatch(
      /<img (?=[^>]*src="\/assets\/logo-[\w-]{12}\.svg")(?=[^>]*width="240")(?=[^>]*height="40")(?=[^>]*alt="Lucknow Khabar")/,
    );
    expect(body).toMatch(
      /<img (?=[^>]*src="\/assets\/logo-[\w-]{12}\.png")(?=[^>]*width="40")(?=[^>]*height="40")(?=[^>]*loading="lazy")/,
    );
    expect(body).toMatch(
      /"logo":\{"@type":"ImageObject","url":"http:\/\/localhost:\d+\/assets\/logo-[\w-]{12}\.svg"\}/,
    );
  });

  it('sends it as a picture that runs nothing, small, and for good', async () => {
    const sizes: number[] = [];
    for (const [, src = ''] of (await get('/')).body.matchAll(/src="(\/assets\/logo-[^"]+)"/g)) {
      const { statusCode, headers, rawPayload } = await get(src);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': src.endsWith('svg') ? 'image/svg+xml' : 'image/png',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      sizes.push((await sharp(rawPayload).metadata()).width);
    }
    expect(sizes).toEqual([600, 80]);
  });

  it('draws its icons and share picture from it', async () => {
    const plain = await buildTestApp();
    const sizes: unknown[][] = [];
    for (const path of [
      '/icon.svg',
      '/favicon.ico',
      '/icon-192.png',
      '/icon-512.png',
      '/icon-maskable-512.png',
      '/apple-touch-icon.png',
      '/share.jpg',
    ]) {
      const [own, ours] = [await get(path), await plain.app.inject(path)];
      expect([path, own.statusCode, ours.statusCode]).toEqual([path, 200, 200]);
      expect(own.headers['content-type']).toBe(ours.headers['content-type']);
      expect(own.rawPayload.equals(ours.rawPayload)).toBe(false);
      const sizeOf = async ({ rawPayload }: { rawPayload: Buffer }) => {
        const { width, height } = await sharp(rawPayload).metadata();
        return [path, width, height];
      };
      if (/png|jpg/.test(path)) sizes.push([await sizeOf(own), await sizeOf(ours)]);
    }
    await plain.close();
    expect(sizes.map(([own]) => own)).toEqual(sizes.map(([, ours]) => ours));
  });
});
