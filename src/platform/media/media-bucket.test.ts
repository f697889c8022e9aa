// @runs slow
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type S3Server, signatureOf, startS3Server } from '../../testing/s3-server.ts';
import { readConfig } from '../settings/config.server.ts';
import { createMediaBucket } from './media-bucket.server.ts';
import { isMediaPath } from './media-path.ts';
import { openMediaStore, NotifyError } from './media-store.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const folder = newFolder();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.kill());
beforeEach(() => {
  s3.objects.clear();
  s3.trouble(() => null);
});

const open = (env: Record<string, string> = {}) => openMediaStore(readConfig({ DATA_DIR: folder, ...s3.env, ...env }));
const fetched = join(folder, 'fetched');

it("the store of the tests computes a signature as Amazon's documentation does", () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=',
  };
  expect(
    signatureOf(
      { method: 'GET', headers },
      new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    ),
  ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

describe('a bucket', () => {
  it.each(['plain/a.webp', 'हिन्दी/चित्र एक.webp', 'a+b & c=d?#.png', "it's (1)!*.vtt", '100%.jpg'])(
    'keeps %s under that name, once, and gives it back until it is removed',
    async (path) => {
      const store = await open();
      writeFileSync(join(folder, 'source'), path);
      expect(await store.put(path, join(folder, 'source'))).toBe(true);
      expect(await store.put(path, Buffer.from(path))).toBe(false);
      expect([...s3.objects.keys()]).toEqual([`media/${path}`]);
      expect(await store.list()).toEqual([{ path, size: Buffer.byteLength(path) }]);
      expect(await store.copyTo(path, fetched)).toBe(true);
      expect(readFileSync(fetched, 'utf8')).toBe(path);
      expect(await store.has(path, Buffer.from(path))).toBe(true);
      expect(await store.has(path, Buffer.from('another'))).toBe(false);
      expect(await store.remove(path)).toBe(true);
      expect(await store.remove(path)).toBe(false);
      expect(await store.list()).toEqual([]);
      expect(await store.copyTo(path, fetched)).toBe(false);
    },
  );

  it('is told what a file is', async () => {
    const store = await open();
    for (const path of ['a.webp', 'a.JPG', 'a.mp4', 'a.vtt', 'a']) await store.put(path, Buffer.from(path));
    expect([...s3.objects.values()].map(({ type }) => type)).toEqual([
      'image/webp',
      'image/jpeg',
      'video/mp4',
      'text/vtt; charset=utf-8',
      'application/octet-stream',
    ]);
  });

  it('is listed past its first thousand; what is no file below the folder is left out', async () => {
    const object = { bytes: Buffer.from('x'), type: '', sha256: undefined, at: new Date() };
    for (let number = 0; number < 2_500; number += 1) s3.objects.set(`media/many/${number}.webp`, object);
    for (const key of ['media/folder/', 'media/../out.webp', 'media//etc/passwd', 'other/a.webp'])
      s3.objects.set(key, object);
    const paths = (await (await open()).list()).map(({ path }) => path);
    expect(paths).toHaveLength(2_500);
    expect(new Set(paths)).toContain('many/2499.webp');
  });

  it.each([
    [
      { MEDIA_S3_SECRET: 'another-secret' },
      /refuses the key \(403 SignatureDoesNotMatch\): see MEDIA_S3_KEY_ID and MEDIA_S3_SECRET/,
    ],
    [{ MEDIA_S3_URL: 'http://127.0.0.1:1/nagrik' }, /does not answer \((?:ECONNREFUSED|bad port)\)/],
  ])('that cannot be used says why, without the secret (%j)', async (env, words) => {
    const { mediaBucket } = readConfig({ DATA_DIR: folder, ...s3.env, ...env });
    const failure = await createMediaBucket(mediaBucket!)
      .check()
      .catch((error: Error) => error);
    expect(String(failure)).toMatch(words);
    expect(String(failure)).not.toContain(mediaBucket!.secret);
  });

  it('that does not exist is not mistaken for an empty one', async () => {
    const url = s3.env.MEDIA_S3_URL!.replace('nagrik', 'another');
    await expect((await open({ MEDIA_S3_URL: url })).check()).rejects.toThrow(`There is no bucket ${url}`);
    await expect((await open({ MEDIA_S3_URL: url })).copyTo('a.webp', fetched)).rejects.toThrow('There is no bucket');
  });

  it('with a transient error is retried', async () => {
    const store = await open();
    let left = 2;
    s3.trouble((request) => (request.startsWith('PUT') && left-- > 0 ? 500 : null));
    await store.put('a.webp', Buffer.from('a'));
    expect(s3.objects.get('media/a.webp')?.bytes.toString()).toBe('a');
    s3.trouble((request) => (request.startsWith('GET') && left++ < 1 ? 'cuts' : null));
    await store.copyTo('a.webp', fetched);
    expect(readFileSync(fetched, 'utf8')).toBe('a');
  });

  it('that rejects one file is not reported as refusing the key', async () => {
    s3.trouble(() => 400);
    const failure = String(await (await open()).put('a.webp', Buffer.from('a')).catch((error: Error) => error));
    expect(failure).toMatch(/does not take a\.webp \(400/);
    expect(failure).not.toContain('the key');
  });

  it('that lost bytes of a file fails the checksum', async () => {
    const store = await open();
    await store.put('a.webp', Buffer.from('as it was'));
    s3.objects.get('media/a.webp')!.bytes = Buffer.from('as it is!');
    rmSync(fetched, { force: true });
    await expect(store.copyTo('a.webp', fetched)).rejects.toThrow('other bytes than were stored');
    expect(existsSync(fetched)).toBe(false);
  });
});

describe('what changes in a bucket is told to the instances', () => {
  const told: string[] = [];
  let isCut = false;
  const notify = async (_channel: string, path: string) => {
    if (isCut) throw new Error('the database is away');
    told.push(path);
  };
  const notifier = { notify, notifyUntilHeard: notify };
  const openTelling = () => openMediaStore(readConfig({ DATA_DIR: folder, ...s3.env }), notifier);
  beforeEach(() => {
    isCut = false;
    told.length = 0;
  });

  it('also by a writer of the same content, after the first notification failed', async () => {
    const store = await openTelling();
    isCut = true;
    await expect(store.put('a.webp', Buffer.from('a'))).rejects.toThrow('the database is away');
    isCut = false;
    expect(await store.put('a.webp', Buffer.from('a'))).toBe(false);
    expect(told).toEqual(['a.webp']);
  });

  it('but not for content that has been there for longer than caches trust it', async () => {
    const store = await openTelling();
    await store.put('a.webp', Buffer.from('a'));
    s3.objects.get('media/a.webp')!.at = new Date(Date.now() - 11 * 60_000);
    expect(await store.put('a.webp', Buffer.from('a'))).toBe(false);
    expect(told).toEqual(['a.webp']);
  });

  it('after a removal that could not be notified the caller gets an error, and a retry notifies again', async () => {
    const store = await openTelling();
    await store.put('a.webp', Buffer.from('a'));
    isCut = true;
    await expect(store.remove('a.webp')).rejects.toBeInstanceOf(NotifyError);
    expect(s3.objects.size).toBe(0);
    isCut = false;
    expect(await store.remove('a.webp')).toBe(false);
    expect(told).toEqual(['a.webp', 'a.webp']);
  });
});

it('without settings the media are local files', async () => {
  expect((await openMediaStore(readConfig({ DATA_DIR: folder }))).place).toBe(join(folder, 'media'));
});

it.each([
  ['a.webp', true],
  ['a/b/c.webp', true],
  ['अ'.repeat(340), true],
  ['अ'.repeat(342), false],
  ['.coming/a', false],
  ['a/.b.webp', false],
  ['../a', false],
  ['a//b', false],
  ['a\0', false],
  ['', false],
])('a path of media: %j is %s', (path, is) => {
  expect(isMediaPath(path)).toBe(is);
});
