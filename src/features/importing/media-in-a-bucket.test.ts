// @runs slow
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, buildApp } from '../../app.server.ts';
import type { Connection } from '../../database/connect.server.ts';
import { webstories } from '../../database/schema.ts';
import { commandContext } from '../../testing/command-context.ts';
import { buildTestApp, type TestApp, builtPages } from '../../testing/build-test-app.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { connectAgain, postgresServer } from '../../testing/test-database.ts';
import { writeContent } from '../../testing/write-content.ts';
import type { CommandContext } from '../../platform/process/command.ts';
import { commands } from '../../commands/commands.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const root = newFolder();
let s3: S3Server;
let site: TestApp;
let lines: string[];

const write = (name: string, text: string | Buffer) => writeContent(root, name, text);
const story = (name: string) =>
  write(
    `webstories/${name}.md`,
    `---\ntitle: "Papers"\nmetaDescription: "Which papers a family keeps"\nauthor: asha\nposter: ${name}-1.webp\npublishedAt: 2026-10-01T06:30:00+05:30\npages:\n  - { heading: "One", text: "Text", image: ${name}-1.webp, seconds: 6 }\n---\n`,
  );
const context = (): CommandContext =>
  commandContext(site.services, { cwd: root, tell: (line) => void lines.push(line) });
const run = (name: string, ...args: string[]) => commands[name]!.run(args, context());
const importAll = () => run('import', '--publish', join(root, 'content'));
const statusOf = async (app: App, name: string) => (await app.inject(`/media/stories/${name}`)).statusCode;

beforeAll(async () => {
  s3 = await startS3Server();
  site = await buildTestApp({ env: s3.env });
  write('authors/asha.md', '---\nname: "Asha"\n---\n');
  write(
    'media/stories/papers-1.webp',
    await sharp({ create: { width: 90, height: 160, channels: 3, background: '#246' } })
      .webp()
      .toBuffer(),
  );
  story('papers');
});
afterAll(async () => {
  await site.close();
  await s3.kill();
});
beforeEach(() => {
  lines = [];
  s3.requests.length = 0;
});

describe('an import with a bucket', () => {
  it('stores media there, and nothing a second time', async () => {
    expect(await importAll(), lines.join('\n')).toBe(0);
    expect(s3.objects.get('media/stories/papers-1.webp')?.type).toBe('image/webp');
    expect(existsSync(join(site.services.config.mediaDir, 'stories'))).toBe(false);
    expect(await statusOf(site.app, 'papers-1.webp')).toBe(200);
    s3.requests.length = 0;
    expect(await importAll()).toBe(0);
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('that cannot be reached says what was not stored, and shows nothing that would lack it', async () => {
    write('media/stories/more-1.webp', Buffer.from('more'));
    story('more');
    await s3.kill();
    await expect(importAll()).rejects.toThrow(
      /^content\/media\/stories\/\S+ .*could not be stored: The bucket http:\S+ does not answer \(ECONNREFUSED\)/,
    );
    expect(await site.db.$count(webstories)).toBe(1);
    await s3.start();
    expect(await importAll()).toBe(0);
    expect(await site.db.$count(webstories)).toBe(2);
  });
});

describe('a takedown with a bucket', () => {
  it('deletes the media there and here', async () => {
    await expect.poll(() => statusOf(site.app, 'papers-1.webp'), { timeout: 20_000 }).toBe(200);
    expect(await run('remove', 'webstory:papers', '--reason', 'a test')).toBe(0);
    expect([...s3.objects.keys()]).toEqual(['media/stories/more-1.webp']);
    await expect.poll(() => statusOf(site.app, 'papers-1.webp'), { timeout: 20_000, interval: 10 }).toBe(404);
  });

  it('that cannot be reached names what is left, and how it goes', async () => {
    await s3.kill();
    expect(await run('remove', 'webstory:more', '--reason', 'a test')).toBe(1);
    expect(lines.join('\n')).toMatch(
      /NOT DELETED in \S+: \/media\/stories\/more-1\.webp\n.*npm run media -- remove \/media\/stories\/more-1\.webp/,
    );
    await s3.start();
    expect(await run('remove-media', '/media/stories/more-1.webp')).toBe(0);
    expect(s3.objects.size).toBe(0);
    expect(await run('remove-media', '/media/stories/more-1.webp')).toBe(1);
    expect(lines.at(-1)).toMatch(/^There is no such file in \S+: \/media\/stories\/more-1\.webp$/);
    await expect(run('remove-media', '/media/../auth-secret')).rejects.toThrow('Which files?');
  });

  it.each([
    'https://nagrik.example/media/%E0%A4%9A%E0%A4%BF%E0%A4%A4%E0%A5%8D%E0%A4%B0/a%20b+c.webp?v=1#top',
    '/media/चित्र/a b+c.webp',
    'media/चित्र/a%20b+c.webp',
  ])('finds a file by %s, once', async (address) => {
    s3.objects.set('media/चित्र/a b+c.webp', { bytes: Buffer.from('x'), type: '', sha256: undefined, at: new Date() });
    expect(await run('remove-media', address, address), lines.join('\n')).toBe(0);
    expect(s3.objects.size).toBe(0);
    expect(lines).toEqual(['Deleted: /media/%E0%A4%9A%E0%A4%BF%E0%A4%A4%E0%A5%8D%E0%A4%B0/a%20b%2Bc.webp']);
  });

  it('that cannot tell the instances does not say that the file is left', async () => {
    s3.objects.set('media/told.webp', { bytes: Buffer.from('x'), type: '', sha256: undefined, at: new Date() });
    const notify = vi.spyOn(site.services.connection, 'notifyUntilHeard').mockRejectedValue(new Error('away'));
    expect(await run('remove-media', '/media/told.webp')).toBe(1);
    notify.mockRestore();
    expect(s3.objects.size).toBe(0);
    expect(lines.join('\n')).toMatch(/^Deleted in \S+, but the instances could not be told \(away\)/);
    expect(lines.join('\n')).not.toContain('NOT DELETED');
  });

  it('of a folder of files finds them alike', async () => {
    const config = { ...site.services.config, mediaBucket: undefined };
    mkdirSync(config.mediaDir, { recursive: true });
    writeFileSync(join(config.mediaDir, 'a b.webp'), 'x');
    const remove = (file: string) => commands['remove-media']!.run([file], { ...context(), config });
    expect(await remove('/media/a%20b.webp?v=1')).toBe(0);
    expect(existsSync(join(config.mediaDir, 'a b.webp'))).toBe(false);
    expect(await remove('/media/a%20b.webp')).toBe(1);
  });
});

// Several instances share PostgreSQL, each with a disk of its own.
describe.runIf(postgresServer !== undefined)('a takedown at one of two instances', () => {
  let second: { app: App; connection: Connection; dataDir: string };
  beforeAll(async () => {
    const dataDir = newFolder();
    const connection = await connectAgain(site.services, dataDir);
    // The manifest of the browser's files lies beside the folder that is served.
    writeFileSync(join(dataDir, 'browser.json'), JSON.stringify({ first: '', boot: '/boot.js' }));
    const app = await buildApp({
      services: { ...site.services, connection, config: { ...site.services.config, dataDir } },
      ...builtPages,
      clientDir: join(dataDir, 'client'),
    });
    await app.ready();
    second = { app, connection, dataDir };
  });
  afterAll(async () => {
    await second.app.close();
    await second.connection.close();
    rmSync(second.dataDir, { recursive: true, force: true });
  });

  it('is one at the other too, on its disk as well', async () => {
    write('media/stories/shared-1.webp', Buffer.from('shared'));
    story('shared');
    expect(await importAll(), lines.join('\n')).toBe(0);
    expect(await statusOf(second.app, 'shared-1.webp')).toBe(200);
    const copy = join(second.dataDir, 'cache/media/stories/shared-1.webp');
    expect(existsSync(copy)).toBe(true);
    expect(await run('remove', 'webstory:shared', '--reason', 'a test')).toBe(0);
    await expect.poll(() => statusOf(second.app, 'shared-1.webp'), { timeout: 20_000, interval: 10 }).toBe(404);
    expect(existsSync(copy)).toBe(false);
  });
});
