// @runs slow
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryLimit } from '../../../platform/guard/limits.server.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { type Colleague, colleague } from '../../../testing/studio.ts';
import { forgetFolders } from './forget-folders.server.ts';

const test = openTestApp({ limits: { uploads: memoryLimit(6, 3_600) } });
let png: Buffer;
let requestTimeout: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  requestTimeout = test.app.server.requestTimeout;
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  test.app.server.requestTimeout = requestTimeout;
});

const type = 'multipart/form-data; boundary=xxBoundaryxx';
const field =
  '--xxBoundaryxx\r\nContent-Disposition: form-data; name="description"\r\n\r\nA red wall\r\n--xxBoundaryxx\r\n';
const opening = `${field}Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
const whole = () => Buffer.concat([Buffer.from(opening), png, Buffer.from('\r\n--xxBoundaryxx--\r\n')]);
const send = (who: Colleague, payload: Buffer | Readable = whole()) =>
  test.send('POST', '/api/studio/media', payload, { ...who.headers, 'content-type': type });
const leftOver = () => readdir(join(test.services.config.dataDir, 'uploads')).catch(() => []);

type Opening = { line?: string; more?: Record<string, string> };
/** Ends no upload for its duration until the test is over, or sets `requestTimeout` again. */
const endNone = () => void (test.app.server.requestTimeout = 600_000);

/** Sends the beginning of an upload, and then nothing for ever. */
async function begin(
  who: Colleague,
  start: string,
  { line = 'POST /api/studio/media', more = { 'content-type': type } }: Opening = {},
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const headers = Object.entries({ ...who.headers, ...more, 'content-length': '9000', host: 'localhost' });
  socket.write(`${line} HTTP/1.1\r\n${headers.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
  socket.write(start);
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  return { socket, answer: once(socket, 'close').then(() => heard.split('\r\n', 1)[0]!) };
}

it('one person who stops in the middle of many pieces leaves places for others', async () => {
  const tus = { 'tus-resumable': '1.0.0' };
  const chunk = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const [one, other] = await Promise.all([colleague(test, 'writer'), colleague(test, 'writer')]);
  const began = async ({ headers }: Colleague) => {
    const asked = { ...headers, ...tus, 'upload-length': '10000' };
    const { headers: told } = await test.send('POST', '/api/studio/media', undefined, asked);
    return String(told.location);
  };
  const [slow, quick] = [await began(one), await began(other)];
  endNone();
  await Promise.all(Array.from({ length: 24 }, () => begin(one, 'some', { line: `PATCH ${slow}`, more: chunk })));
  await expect.poll(async () => (await leftOver()).length).toBe(8);
  const headers = { ...other.headers, ...chunk };
  expect((await test.send('PATCH', quick, 'more', headers)).statusCode).toBe(204);
});

it('a piece longer than its upload does not hold up the next request of its connection', async () => {
  const who = await colleague(test, 'writer');
  const headers = { ...who.headers, 'tus-resumable': '1.0.0' };
  const asked = { ...headers, 'upload-length': '1000' };
  const { headers: told } = await test.send('POST', '/api/studio/media', undefined, asked);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = test.app.server.address() as AddressInfo;
  const ask = (method: string, path: string, more: Record<string, string>, chunks: string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', agent, method, path, headers: { ...headers, ...more } });
      sent.on('error', reject).on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
      for (const chunk of chunks) sent.write(chunk);
      sent.end();
    });
  const chunk = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  expect(await ask('PATCH', String(told.location), chunk, ['a', 'a'.repeat(600_000)])).toBe(413);
  expect(await ask('POST', '/api/check/message', { 'content-type': 'application/json' }, ['{"text":"Hello"}'])).toBe(
    200,
  );
  agent.destroy();
});

it('what a killed process left is deleted after an hour, and what an import may still read after a day', async () => {
  const { config } = test.services;
  const parent = join(config.dataDir, 'uploads');
  for (const name of ['u-killed', 'i-killed']) await mkdir(join(parent, name), { recursive: true });
  const after = (hours: number) => forgetFolders(config, Date.now() + hours * 3_600_000);
  const named = async () => (await leftOver()).filter((name) => name.endsWith('-killed')).toSorted();
  await after(0.9);
  expect(await named()).toEqual(['i-killed', 'u-killed']);
  await after(1.1);
  expect(await named()).toEqual(['i-killed']);
  await after(24.1);
  expect(await named()).toEqual([]);
});

it('a person may send so many files an hour, and another person still can', async () => {
  const [one, other] = await Promise.all([colleague(test, 'writer'), colleague(test, 'writer')]);
  for (let count = 0; count < 6; count += 1) expect((await send(one)).statusCode).toBe(201);
  const refused = await send(one);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await send(other)).statusCode).toBe(201);
});

it('one person who sends slowly takes no place of others, and is ended for what trickles in', async () => {
  const [slow, other] = await Promise.all([colleague(test, 'writer'), colleague(test, 'editor')]);
  endNone();
  const slowly = await Promise.all([1, 2, 3, 4].map(() => begin(slow, `${opening}\x89PNG`)));
  const trickling = setInterval(() => slowly.forEach(({ socket }) => socket.write('a')), 500);
  await expect.poll(async () => (await leftOver()).length).toBe(2);
  expect((await send(other)).statusCode).toBe(201);
  expect((await send(slow)).statusCode).toBe(503);
  await expect.poll(async () => (await leftOver()).length, { timeout: 14_000, interval: 500 }).toBe(0);
  clearInterval(trickling);
}, 25_000);

it('a person may send so many bytes a day, in one piece or in several, and another person still can', async () => {
  const [one, other] = await Promise.all([colleague(test, 'writer'), colleague(test, 'writer')]);
  const before = test.services.limits.uploadMegabytesPerDay;
  test.services.limits.uploadMegabytesPerDay = memoryLimit(9, 86_400);
  const begun = (who: Colleague, megabytes: number) =>
    test.send('POST', '/api/studio/media', undefined, {
      ...who.headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(megabytes * 1_048_576),
    });
  expect((await begun(one, 8)).statusCode).toBe(201);
  expect((await begun(one, 2)).json()).toMatchObject({ status: 429, message: expect.stringContaining('in a day') });
  expect((await send(one)).statusCode).toBe(201);
  expect((await send(one)).statusCode).toBe(429);
  expect((await begun(other, 8)).statusCode).toBe(201);
  test.services.limits.uploadMegabytesPerDay = before;
});

describe('an upload that stops for ever', () => {
  const starts: [where: string, start: string][] = [
    ['before its first part', ''],
    ['within a field', field.slice(0, 70)],
    ['within its file', opening + 'half of it'],
  ];
  it.each(starts)('%s is ended within seconds, and leaves its place and its disk', async (_where, start) => {
    const [one, two, other] = await Promise.all([1, 2, 3].map(() => colleague(test, 'writer')));
    endNone();
    const stopped = await Promise.all([one, one, two, two].map((who) => begin(who!, start)));
    await expect.poll(async () => (await leftOver()).length).toBe(4);
    expect((await send(other!)).statusCode).toBe(503);
    test.app.server.requestTimeout = requestTimeout;
    expect(await Promise.all(stopped.map(({ answer }) => answer))).toEqual(
      Array(4).fill('HTTP/1.1 408 Request Timeout'),
    );
    await expect.poll(leftOver).toEqual([]);
    expect((await send(other!)).statusCode).toBe(201);
  });

  it('because the phone is gone leaves them at once', async () => {
    const who = await colleague(test, 'writer');
    endNone();
    const gone = await Promise.all([1, 2].map(() => begin(who, opening + 'half of it')));
    await expect.poll(async () => (await leftOver()).length).toBe(2);
    for (const { socket } of gone) socket.destroy();
    // Silence alone would end them after ten seconds.
    await expect.poll(leftOver, { timeout: 8_000 }).toEqual([]);
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
  });
});
