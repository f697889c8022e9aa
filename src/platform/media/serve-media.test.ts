import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { openMediaStore } from './media-store.server.ts';

const picture = Buffer.from('bytes of a picture');

describe.each(['a folder', 'a bucket'])('media in %s', (place) => {
  let s3: S3Server;
  let site: TestApp;
  beforeAll(async () => {
    s3 = await startS3Server();
    site = await buildTestApp(place === 'a bucket' ? { env: s3.env } : {});
    const store = await openMediaStore(site.services.config, site.services.connection);
    for (const path of ['a.webp', 'हिन्दी/चित्र एक+दो.webp']) await store.put(path, picture);
  });
  afterAll(async () => {
    await site.close();
    await s3.kill();
  });
  const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    site.send(method, `/media/${path}`, undefined, headers);

  it('are served with their type, validators and policy', async () => {
    for (const path of ['a.webp', encodeURI('हिन्दी/चित्र एक+दो.webp')]) {
      const answer = await get(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(picture)).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(picture.length),
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^W\/"/) as string,
        'cache-control': 'public, max-age=86400, s-maxage=60',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(Date.parse(String(answer.headers['last-modified']))).toBeGreaterThan(Date.now() - 600_000);
      expect((await get(path, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
      expect((await get(path, { 'if-modified-since': String(answer.headers['last-modified']) })).statusCode).toBe(304);
      expect((await get(path, { 'if-match': '"another"' })).statusCode).toBe(412);
    }
  });

  it('answer HEAD without a body, and 404 where there is nothing', async () => {
    const head = await get('a.webp', {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, String(picture.length), '']);
    expect((await get('none.webp', {}, 'HEAD')).statusCode).toBe(404);
    expect((await get('none.webp')).statusCode).toBe(404);
  });

  it('that are incomplete are not served', async () => {
    const half = join(
      place === 'a bucket' ? join(site.services.config.dataDir, 'cache/media') : site.services.config.mediaDir,
      '.coming/half.webp',
    );
    mkdirSync(dirname(half), { recursive: true });
    writeFileSync(half, 'ha');
    for (const path of ['.coming/half.webp', '%2ecoming/half.webp', './.coming/half.webp', '/.coming/half.webp'])
      expect([400, 404]).toContain((await get(path)).statusCode);
    expect((await site.app.inject('/img/320/.coming/half.webp.webp')).statusCode).toBe(404);
  });

  it('support range requests; an unsatisfiable range is 416', async () => {
    const part = await get('a.webp', { range: 'bytes=6-7' });
    expect([part.statusCode, part.headers['content-range'], part.payload]).toEqual([
      206,
      `bytes 6-7/${picture.length}`,
      'of',
    ]);
    const last = await get('a.webp', { range: 'bytes=-7' });
    expect([last.statusCode, last.payload]).toEqual([206, 'picture']);
    const none = await get('a.webp', { range: 'bytes=900-' });
    expect([none.statusCode, none.headers['content-range']]).toEqual([416, `bytes */${picture.length}`]);
  });
});
