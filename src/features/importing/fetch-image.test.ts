import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createMediaFolder } from '../../platform/media/media-folder.server.ts';
import { isPublicAddress } from '../../platform/http/public-request.server.ts';
import { createImageFetcher, store } from './fetch-image.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const mediaDir = newFolder();
const media = createMediaFolder(mediaDir);
const signal = new AbortController().signal;

describe('pictures are fetched from the public internet only', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '64:ff9b::a83f:8110',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    '161.26.0.10',
    'fd00:ec2::254',
    'fd00:c1::a9fe:a9fe',
    'fd20:ce::254',
    'fd00:42::42',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '104.16.1.1', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    'http://127.0.0.1/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://[::ffff:127.0.0.1]/a.png',
    'http://169.254.169.254/latest',
    'https://user:pw@example.org/a.png',
    'ftp://example.org/a.png',
    'file:///etc/passwd',
    'http://example.org:8080/a.png',
  ])('%s is not asked', async (url) => {
    const fetcher = createImageFetcher(media, () => Promise.reject(new Error('no name should be looked up')));
    await expect(fetcher(url, signal)).rejects.toThrow(/public internet|http or https|port/);
  });

  test('a name with any address inside is not asked', async () => {
    const fetcher = createImageFetcher(media, async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]);
    await expect(fetcher('https://rebinding.example/a.png', signal)).rejects.toThrow(/public internet/);
  });
});

describe('a picture', () => {
  test('is drawn anew as WebP, at most 1,600 wide', async () => {
    const png = await sharp({ create: { width: 2_000, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const stored = await store(
      Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
      'https://e.org/a.png',
      media,
    );
    expect(stored).toMatchObject({
      width: 1_600,
      height: 8,
      mediaPath: expect.stringMatching(/^\/media\/imported\/[0-9a-f]{24}\.webp$/),
    });
    expect(readdirSync(join(mediaDir, 'imported')).every((name) => name.endsWith('.webp'))).toBe(true);
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'],
    ['HTML', '<html>'],
    ['nothing', ''],
  ])('that is %s is refused', async (_, text) => {
    await expect(store(Buffer.from(text), 'https://e.org/b', media)).rejects.toThrow(/decoded/);
  });

  test('with too many pixels is refused before it is drawn', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await expect(store(bomb, 'https://e.org/c', media)).rejects.toThrow(/pixels/);
  });
});
