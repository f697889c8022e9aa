// @runs slow, on both databases
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.server.ts';
import { openMediaStore } from '../../platform/media/media-store.server.ts';
import { prepareSite, type ProcessSite } from '../../testing/process-site.ts';
import { runProcess } from '../../testing/run-process.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';

const texts = {
  'stories/one.webp': 'one',
  'हिन्दी/चित्र एक+दो.webp': 'two',
  'videos/film.mp4': 'film'.repeat(1_000_000),
};
let s3: S3Server;
let site: ProcessSite;
let backup: string;

beforeAll(async () => {
  s3 = await startS3Server();
  site = await prepareSite(0, s3.env);
  const store = await openMediaStore(readConfig(site.env));
  for (const [path, text] of Object.entries(texts)) await store.put(path, Buffer.from(text));
});
afterAll(async () => {
  await site.close();
  await s3.kill();
});

const inBucket = () =>
  Object.fromEntries([...s3.objects].map(([key, { bytes, type }]) => [key, [bytes.toString(), type]]));
const whole = {
  'media/stories/one.webp': ['one', 'image/webp'],
  'media/हिन्दी/चित्र एक+दो.webp': ['two', 'image/webp'],
  'media/videos/film.mp4': [texts['videos/film.mp4'], 'video/mp4'],
};
const withoutBucket = () => ({ ...site.env, ...Object.fromEntries(Object.keys(s3.env).map((name) => [name, ''])) });
const backups = () =>
  existsSync(join(site.dataDir, 'backups'))
    ? readdirSync(join(site.dataDir, 'backups')).filter((name) => name.startsWith('nagrik-'))
    : [];

it('a pull that breaks off leaves the files that are there', { timeout: 60_000 }, async () => {
  const film = join(site.dataDir, 'media/videos/film.mp4');
  mkdirSync(join(film, '..'), { recursive: true });
  writeFileSync(film, 'as it was');
  s3.trouble((request) => (request === 'GET media/videos/film.mp4' ? 'cuts' : null));
  const { status, output } = await site.run('media', 'pull');
  s3.trouble(() => null);
  expect([status, output]).toEqual([1, expect.stringContaining('broke off in the middle')]);
  expect(readFileSync(film, 'utf8')).toBe('as it was');
  rmSync(join(site.dataDir, 'media'), { recursive: true });
});

describe('with media in a bucket', { timeout: 120_000 }, () => {
  it('a backup that cannot reach it says so, and is none', async () => {
    await s3.kill();
    const { status, output } = await site.run('backup');
    await s3.start();
    expect([status, output]).toEqual([1, expect.stringMatching(/The bucket http:\S+ does not answer/)]);
    expect(backups()).toEqual([]);
  });

  it('a backup holds them, with their checksums', async () => {
    expect(await site.run('backup')).toEqual({
      status: 0,
      output: expect.stringMatching(/Media: 3 files, 4\.0 MB[\s\S]*verified/) as string,
    });
    backup = join(site.dataDir, 'backups', backups()[0]!);
    for (const [path, text] of Object.entries(texts))
      expect(readFileSync(join(backup, 'media', path), 'utf8')).toBe(text);
    const { files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
      files: { path: string; sha256: string }[];
    };
    expect(
      files
        .filter(({ path }) => path.startsWith('media/'))
        .map(({ path }) => path)
        .sort(),
    ).toEqual(Object.keys(whole).sort());
  });

  it('a backup without them, as the only one that is kept, leaves them where they are', async () => {
    const folder = join(site.dataDir, 'kept');
    mkdirSync(join(folder, 'nagrik-2020-01-01T21-30-00Z'), { recursive: true });
    expect(await site.run('backup', folder, '--without-media', '--keep', '1,0,0')).toMatchObject({ status: 0 });
    const [only, ...others] = readdirSync(folder);
    expect([others, existsSync(join(folder, only!, 'media'))]).toEqual([[], false]);
    const { status, output } = await site.run('restore', join(folder, only!), '--overwrite');
    expect([status, output]).toEqual([0, expect.stringContaining('this backup holds none')]);
    expect(inBucket()).toEqual(whole);
  });

  it('a restore that cannot reach it changes nothing', async () => {
    await s3.kill();
    const { status, output } = await site.run('restore', backup, '--overwrite');
    await s3.start();
    expect([status, output]).toEqual([1, expect.stringMatching(/The bucket http:\S+ does not answer/)]);
    expect(output).not.toContain('Restored');
  });

  it('a restore puts them back', async () => {
    s3.objects.clear();
    const { status, output } = await site.run('restore', backup, '--overwrite');
    expect([status, output]).toEqual([0, expect.stringContaining('Restored')]);
    expect(inBucket()).toEqual(whole);
  });

  it('a restore without a bucket makes files of them, and push and pull move them between', async () => {
    const media = join(site.dataDir, 'media');
    const restoring = runProcess(['scripts/restore.ts', backup, '--overwrite'], withoutBucket());
    expect((await restoring.ends()).status, restoring.output()).toBe(0);
    expect(readFileSync(join(media, 'हिन्दी/चित्र एक+दो.webp'), 'utf8')).toBe('two');

    s3.objects.clear();
    mkdirSync(join(media, '.coming'), { recursive: true });
    writeFileSync(join(media, '.coming/half'), 'ha');
    expect(await site.run('media', 'push')).toEqual({
      status: 0,
      output: expect.stringContaining('3 files were new or changed') as string,
    });
    expect(inBucket()).toEqual(whole);
    expect((await site.run('media', 'push')).output).toContain('0 files were new or changed');
    rmSync(media, { recursive: true });
    expect((await site.run('media', 'pull')).status).toBe(0);
    expect(readFileSync(join(media, 'videos/film.mp4'), 'utf8')).toBe(texts['videos/film.mp4']);
    s3.requests.length = 0;
    expect((await site.run('media', 'pull')).output).toContain('0 files were new or changed');
    expect(s3.requests.filter((request) => request.startsWith('GET media/'))).toEqual([]);
    expect((await site.run('media', 'sideways')).status).toBe(2);
  });
});
