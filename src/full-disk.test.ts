import pino from 'pino';
import { beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from './platform/settings/config.server.ts';
import { watchDisk } from './platform/guard/disk-space.server.ts';
import type { Delivery } from './platform/delivery/outbox-message.ts';
import { ownerAlerts } from './features/support/alert-owner.server.ts';
import { createOutbox } from './platform/delivery/outbox.server.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { signIn } from './testing/sign-in.ts';
import { colleague, dataOf } from './testing/studio.ts';

const disk = { blocks: 1_000, bavail: 99 };
const tell = vi.fn<() => void>();
let now = 0;
const test = openTestApp();
beforeAll(async () => {
  test.services.disk = watchDisk(
    '/nowhere',
    tell,
    async () => disk,
    () => now,
  );
});

it('with less than a tenth of the disk free no file is taken; reading, signing in and writing go on', async () => {
  const [writer, admin] = await Promise.all([colleague(test, 'writer'), colleague(test, 'admin')]);
  disk.bavail = 100;
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '1000' };
  const open = await test.send('POST', '/api/studio/media', undefined, { ...writer.headers, ...tus });
  const piece = String(open.headers.location);
  const goOn = () =>
    test.send('PATCH', piece, 'a'.repeat(100), {
      ...writer.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    });
  disk.bavail = 99;
  now += 5_000;
  const form = 'multipart/form-data; boundary=x';
  const post = (who: typeof writer, url: string, headers: Record<string, string>, payload = '') =>
    test.send('POST', `/api/studio${url}`, payload, { ...who.headers, ...headers });
  for (const answer of [
    await post(writer, '/media', { 'content-type': form }, '--x--'),
    await post(writer, '/media', tus),
    await writer.post('/media/captions', {
      path: '/media/studio/0123456789abcdef0123456789abcdef.mp4',
      text: 'WEBVTT',
    }),
    await post(admin, '/imports', { 'content-type': form }, '--x--'),
    await post(admin, '/imports', tus),
    await goOn(),
  ]) {
    expect(answer.json()).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: expect.stringContaining('space'),
    });
    expect(answer.headers['retry-after']).toBe('600');
  }
  expect(tell).toHaveBeenCalled();
  const reader = await signIn(test);
  expect((await test.app.inject({ url: '/api/user/get', headers: reader.headers })).statusCode).toBe(200);
  const { id, revision } = dataOf<{ id: number; revision: number }>(
    await writer.post('/articles', { title: 'A title', body: 'Text.' }),
  );
  expect((await writer.put(`/articles/${id}`, { baseRevision: revision, body: 'More text.' })).statusCode).toBe(200);
  expect((await writer.get('/media')).statusCode).toBe(200);
  // What is to make room is always done.
  const ended = await test.send('DELETE', piece, undefined, { ...writer.headers, 'tus-resumable': '1.0.0' });
  expect(ended.statusCode).toBe(204);
});

it('is asked again after some seconds, and files are taken once there is space', async () => {
  let time = 0;
  const read = vi.fn<() => Promise<typeof disk>>(async () => ({ blocks: 1_000, bavail: time < 10_000 ? 99 : 100 }));
  const watched = watchDisk(
    '/nowhere',
    () => {},
    read,
    () => time,
  );
  await expect(watched.insistOnSpace()).rejects.toMatchObject({ status: 503 });
  time = 4_999;
  await expect(watched.insistOnSpace()).rejects.toMatchObject({ status: 503 });
  expect(read).toHaveBeenCalledOnce();
  time = 10_000;
  await watched.insistOnSpace();
  // A file system that does not say is no reason to refuse.
  await watchDisk('/nowhere', tell, async () => Promise.reject(new Error('ENOENT'))).insistOnSpace();
});

it('the owner gets one mail, whichever instances find it and however often', async () => {
  const mails: Delivery[] = [];
  const { connection } = test.services;
  const config = readConfig({ DATA_DIR: test.services.config.dataDir, SUPPORT_EMAIL: 'owner@example.in' });
  let log = '';
  const logger = pino({}, { write: (line: string) => void (log += line) });
  const outbox = createOutbox({
    connection,
    config,
    log: logger,
    providers: { email: async (mail) => void mails.push(mail) },
  });
  const instances = [1, 2].map(() => ownerAlerts({ connection, config, outbox, log: logger }));
  outbox.start();
  for (let at = 0; at < 6; at += 1) instances[at % 2]!('disk', 'used');
  await vi.waitFor(() => expect(mails).toHaveLength(1), 10_000);
  expect(mails[0]).toMatchObject({ to: 'owner@example.in', subject: 'The disk of the site is nearly full' });
  expect(log).toContain('the disk is nearly full');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(mails).toHaveLength(1);
  for (let at = 0; at < 6; at += 1) instances[at % 2]!('mails', 'used');
  await vi.waitFor(() => expect(mails).toHaveLength(2), 10_000);
  expect(mails[1]!.subject).toBe('Mails of the site are being held back');
  expect(log).toContain('mails are held back by their limits');
  await outbox.stop();
});
