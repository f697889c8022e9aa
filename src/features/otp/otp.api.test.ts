// @runs on both databases
import { PassThrough } from 'node:stream';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, buildApp } from '../../app.server.ts';
import { type TestApp, builtPages } from '../../testing/build-test-app.ts';
import { askForCode, openLoggingApp } from '../../testing/logging-app.ts';
import { listenOn, rawRequest, sendRaw } from '../../testing/raw-request.ts';

let site: TestApp;
let app: App;
let log = '';
let next = 7_300_000_000;
let mobile: string;
const logger = pino(
  { level: 'trace' },
  new PassThrough().on('data', (chunk: Buffer) => {
    log += chunk.toString();
  }),
);

let close = async () => {};
beforeAll(async () => {
  ({ site, app, close } = await openLoggingApp(logger));
});
afterAll(() => close());

beforeEach(() => {
  mobile = String((next += 1));
});

// Each row of the table has different headers; the union type has to be widened.
const sendable = (headers: object) => headers as Record<string, string>;

const sent = async () => (await site.services.outbox.listForDevelopment()).filter(({ to }) => to.endsWith(mobile));
const ask = (target: string, options?: Parameters<typeof askForCode>[2]) => askForCode(app, target, options);

describe('asking for a code', () => {
  it.each(['GET', 'POST'] as const)('by %s sends one, and no cache keeps the answer', async (method) => {
    const answer = await ask(`phone/${mobile}`, { method });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ data: { expiresInSeconds: 300, resendInSeconds: 30 } });
    expect(answer.headers['cache-control']).toBe('no-store');
    const [message] = await sent();
    expect(message).toMatchObject({ channel: 'sms', to: `+91${mobile}`, subject: '' });
    expect(message!.code).toMatch(/^\d{6}$/);
    expect(message!.text.split('\n').at(-1)).toBe(`@localhost #${message!.code}`);
  });

  it('works with a trailing slash, an encoded plus, and an address', async () => {
    expect((await ask(`phone/%2B91${mobile}/`)).statusCode).toBe(200);
    expect((await ask(`email/${encodeURIComponent(`Mail.${mobile}@Example.IN`)}`)).statusCode).toBe(200);
    const [mail] = await site.services.outbox.listForDevelopment();
    expect(mail).toMatchObject({ channel: 'email', to: `mail.${mobile}@example.in` });
    expect(mail!.subject).toContain(mail!.code);
    expect(
      (await ask(`email/${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.in`)).statusCode,
    ).toBe(200);
  });

  it('decodes the address once', async () => {
    expect((await ask(`phone/%252B91${mobile}`)).statusCode).toBe(400);
    expect(await sent()).toEqual([]);
  });

  it.each([
    'phone/+882169999999',
    'phone/1800123456',
    'phone/98765',
    'phone/x',
    'phone/%00',
    'email/asha',
    'email/%22e@evil.com%22@victim.com',
    'email/a%EF%BC%A0evil.com@v.com',
    'email/a@b.c%0d%0aBcc:x',
    'email/a@b.in%00',
    `email/${'a'.repeat(300)}@b.in`,
  ])('%s is 400, and nothing is sent', async (target) => {
    const before = (await site.services.outbox.listForDevelopment()).length;
    const answer = await ask(target);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await site.services.outbox.listForDevelopment()).length).toBe(before);
  });

  it('with a field in the body is 400: this call knows none', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(
      (await ask(`phone/${mobile}`, { method: 'POST', headers, payload: '{"purpose":"link"}' })).json(),
    ).toMatchObject({ status: 400, code: 'unknown_field' });
    expect((await ask(`phone/${mobile}`, { method: 'POST', headers, payload: '{}' })).statusCode).toBe(200);
  });

  it('twice within 30 seconds is 429, with whole seconds to wait', async () => {
    await ask(`phone/${mobile}`);
    const answer = await ask(`phone/0${mobile}`);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: 'too_many_requests' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(25);
    expect(String(answer.headers['retry-after'])).toMatch(/^\d+$/);
    expect(await sent()).toHaveLength(1);
  });

  it('by HEAD is 404, by PUT 405, and neither sends anything', async () => {
    expect((await ask(`phone/${mobile}`, { method: 'HEAD' })).statusCode).toBe(404);
    const put = await ask(`phone/${mobile}`, { method: 'PUT' });
    expect(put.statusCode).toBe(405);
    expect(String(put.headers.allow).split(', ').sort()).toEqual(['GET', 'POST']);
    expect(await sent()).toEqual([]);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'x' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('from elsewhere (%j) is 403, and nothing is sent', async (headers) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await ask(`phone/${mobile}`, { method, headers: sendable(headers) });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'foreign_origin', message: "Forbidden. You don't have permission." });
    }
    expect(await sent()).toEqual([]);
  });

  it.each([
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
  ])('from the site itself (%j) sends one', async (headers) => {
    expect((await ask(`phone/${mobile}`, { headers: sendable(headers) })).statusCode).toBe(200);
  });

  it('answers the same for a known and an unknown number', async () => {
    await site.services.connection.db.execute(
      sql`insert into users (id, phone, member_number) values (gen_random_uuid(), ${`+91${mobile}`}, 1234)`,
    );
    const known = await ask(`phone/${mobile}`);
    const unknown = await ask(`phone/${(next += 1)}`);
    // Left out: header values that are random for each request.
    const bare = ({ 'x-request-id': _id, date: _date, 'set-cookie': line, ...headers }: Record<string, unknown>) => ({
      ...headers,
      challenge: String(line)
        .replace(/=[\w.-]+;/, '=;')
        .replace(/Expires=[^;]+/, ''),
      length: String(line).length,
    });
    expect(known.body).toBe(unknown.body);
    expect(bare(known.headers)).toEqual(bare(unknown.headers));
  });

  it('answers 503 while the database is away, and says nothing of the number', async () => {
    const { connection } = site.services;
    const answer = await site.app.inject({ url: `/api/otp/send/phone/${mobile}` });
    expect(answer.statusCode).toBe(200);
    const away = await buildApp({
      services: {
        ...site.services,
        connection: {
          ...connection,
          db: {
            // The name of the site, which is read at the start.
            select: () => ({ from: () => Promise.resolve([]) }),
            execute: () =>
              Promise.reject(
                new DrizzleQueryError(
                  'select 1 where identifier = $1',
                  [`+91${mobile}`],
                  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
                ),
              ),
          } as never,
        },
      },
      ...builtPages,
      logger: app.log,
    });
    const failed = await away.inject({ url: `/api/otp/send/phone/${mobile}` });
    expect(failed.statusCode).toBe(503);
    expect(failed.headers['retry-after']).toBeDefined();
    await away.close();
  });

  it('leaves no number and no address in the log: four digits at most', async () => {
    const port = await listenOn(app);
    const address = `who.${mobile}@example.in`;
    await ask(`phone/${mobile}`);
    await ask(`phone/${mobile}`);
    await ask(`email/${address}`);
    await ask(`email/${address}@`);
    await ask(`phone/${mobile}x`);
    await ask(`phone/${mobile}`, { method: 'HEAD' });
    await ask(`phone/${mobile}/${mobile}`);
    await ask(`phone/${mobile}%zz`);
    for (const target of [
      `/api/otp/send/phone/${mobile}%E0%A4%A`,
      `/otp/send/phone/${mobile}`,
      `//api/otp/send/phone/${mobile}`,
      `/api/otp/send/phone/${mobile} x`,
    ])
      await sendRaw(port, rawRequest(target), 1_000);
    expect(log).toContain(mobile.slice(-4));
    expect(log).toMatch(/"code":"\d{6}"/);
    expect(log).not.toMatch(/73000\d{5}/);
    expect(log).not.toContain('who.');
  });

  it('nor where the answer comes too late to be given', async () => {
    const slow = await buildApp({ services: { ...site.services, longestAnswer: 1 }, ...builtPages, logger });
    expect((await slow.inject(`/api/otp/send/phone/${mobile}`)).statusCode).toBe(503);
    await vi.waitFor(async () => expect(await sent()).toHaveLength(1), { timeout: 20_000 });
    await slow.close();
    expect(log).not.toMatch(/73000\d{5}/);
  });
});
