import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryLimit } from '../../platform/limits.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Colleague, colleague } from '../../testing/studio.ts';

let test: TestApp;
let png: Buffer;
const sockets: Socket[] = [];
beforeAll(async () => {
  test = await buildTestApp({ limits: { uploads: memoryLimit(6, 3_600) } });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
});
afterAll(() => test.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const type = 'multipart/form-data; boundary=xxBoundaryxx';
const field =
  '--xxBoundaryxx\r\nContent-Disposition: form-data; name="description"\r\n\r\nA red wall\r\n--xxBoundaryxx\r\n';
const opening = `${field}Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
const whole = () => Buffer.concat([Buffer.from(opening), png, Buffer.from('\r\n--xxBoundaryxx--\r\n')]);
const send = (who: Colleague, payload: Buffer | Readable = whole()) =>
  test.app.inject({
    method: 'POST',
    url: '/api/studio/media',
    headers: { ...who.headers, 'content-type': type },
    payload,
  });
const leftOver = () => readdir(join(test.services.config.dataDir, 'uploads')).catch(() => []);

/** Sends the beginning of an upload, and then nothing for ever. */
async function begin(who: Colleague, start: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const headers = Object.entries({ ...who.headers, 'content-type': type, 'content-length': '9000', host: 'localhost' });
  socket.write(`POST /api/studio/media HTTP/1.1\r\n${headers.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
  socket.write(start);
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  return { socket, answer: once(socket, 'close').then(() => heard.split('\r\n', 1)[0]!) };
}

it('a person may send so many files an hour, and another person still can', async () => {
  const [one, other] = await Promise.all([colleague(test, 'writer'), colleague(test, 'writer')]);
  for (let count = 0; count < 6; count += 1) expect((await send(one)).statusCode).toBe(201);
  const refused = await send(one);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await send(other)).statusCode).toBe(201);
});

describe('an upload that stops for ever', () => {
  const starts: [where: string, start: string][] = [
    ['before its first part', ''],
    ['within a field', field.slice(0, 70)],
    ['within its file', opening + 'half of it'],
  ];
  it.each(starts)(
    '%s is ended within seconds, and leaves its place and its disk',
    async (_where, start) => {
      const who = await colleague(test, 'writer');
      const stopped = await Promise.all([1, 2, 3, 4].map(() => begin(who, start)));
      const another = async () => (await send(await colleague(test, 'writer'))).statusCode;
      await expect.poll(another, { timeout: 4_000 }).toBe(503);
      expect(await Promise.all(stopped.map(({ answer }) => answer))).toEqual(
        Array(4).fill('HTTP/1.1 408 Request Timeout'),
      );
      const later = await colleague(test, 'writer');
      await expect.poll(async () => (await send(later)).statusCode).toBe(201);
      await expect.poll(leftOver).toEqual([]);
    },
    30_000,
  );

  it('because the phone is gone leaves them at once', async () => {
    const who = await colleague(test, 'writer');
    const gone = await Promise.all([1, 2, 3, 4].map(() => begin(who, opening + 'half of it')));
    await expect.poll(async () => (await leftOver()).length).toBe(4);
    for (const { socket } of gone) socket.destroy();
    await expect.poll(leftOver).toEqual([]);
    expect((await send(await colleague(test, 'writer'))).statusCode).toBe(201);
  });

  it('behind a proxy that waits for it is told so after ten seconds', async () => {
    const who = await colleague(test, 'writer');
    const silent = new Readable({ read() {} });
    silent.push(`${opening}half of it`);
    const answer = await send(who, silent);
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      408,
      'Nothing more came of the file. Please send it again.',
    ]);
    expect(await leftOver()).toEqual([]);
  }, 20_000);
});
