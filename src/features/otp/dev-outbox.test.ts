import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../../app.server.ts';
import { createOutbox } from '../../platform/delivery/outbox.server.ts';
import { type TestApp, builtPages } from '../../testing/build-test-app.ts';
import { askForCode, openLoggingApp } from '../../testing/logging-app.ts';

let site: TestApp;
let app: App;
let next = 7_300_000_000;
let mobile: string;
const logger = pino({ level: 'silent' });

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

const ask = (target: string, options?: Parameters<typeof askForCode>[2]) => askForCode(app, target, options);

describe('the development outbox', () => {
  const read = (headers: Record<string, string> = {}, url = '/dev/outbox.json', remoteAddress = '127.0.0.1') =>
    app.inject({ url, headers: { host: 'localhost:3000', ...headers }, remoteAddress });

  it('lists what would have been sent, newest first', async () => {
    await ask(`phone/${mobile}`);
    await ask(`email/m${mobile}@example.in`);
    const answer = await read();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const { data } = answer.json<{ data: Record<string, unknown>[] }>();
    expect(data.slice(0, 2).map(({ channel, to }) => [channel, to])).toEqual([
      ['email', `m${mobile}@example.in`],
      ['sms', `+91${mobile}`],
    ]);
    expect(Object.keys(data[0]!).sort()).toEqual(['channel', 'code', 'createdAt', 'id', 'subject', 'text', 'to']);
    expect(new Date(data[0]!.createdAt as string).toISOString()).toBe(data[0]!.createdAt);
    const page = await read({}, '/dev/outbox');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain(`+91${mobile}`);
  });

  it('shows at most 100, as text: what is in a message cannot become markup', async () => {
    await site.services.connection.db.transaction(async (tx) => {
      for (let count = 0; count < 101; count += 1)
        await site.services.outbox.send(tx, {
          channel: 'email',
          to: 'x@y.in',
          purpose: 'test',
          subject: '<script>alert(1)</script>',
          text: '<img src=x onerror=alert(1)>',
        });
    });
    expect((await read()).json<{ data: unknown[] }>().data).toHaveLength(100);
    const { body } = await read({}, '/dev/outbox');
    expect(body).not.toMatch(/<script|<img/);
  });

  it.each([
    { host: 'nagrik.example' },
    { host: '127.0.0.1.evil.example' },
    { host: 'localhost.evil.example:3000' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 x' },
    { 'x-real-ip': '127.0.0.1' },
  ])('is not there for a request with %j', async (headers) => {
    for (const url of ['/dev/outbox.json', '/dev/outbox']) {
      const answer = await read(sendable(headers), url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('example.in');
    }
  });

  it('is not there for another machine', async () => {
    expect((await read({}, '/dev/outbox.json', '192.168.1.9')).statusCode).toBe(404);
    expect((await read({}, '/dev/outbox.json', '::ffff:127.0.0.1')).statusCode).toBe(200);
    expect((await read({ host: '[::1]:3000' }, '/dev/outbox.json', '::1')).statusCode).toBe(200);
  });

  it.each([{ publicOrigin: 'https://nagrik.example' }, { host: '0.0.0.0' }])(
    'is not there with %j',
    async (settings) => {
      const other = await buildApp({
        services: { ...site.services, config: { ...site.services.config, ...settings } },
        ...builtPages,
      });
      expect((await other.inject({ url: '/dev/outbox.json', headers: { host: 'localhost:3000' } })).statusCode).toBe(
        404,
      );
      await other.close();
    },
  );

  it('is not there once every channel has a provider', async () => {
    const deliver = async () => {};
    const outbox = createOutbox({
      connection: site.services.connection,
      config: site.services.config,
      providers: { sms: deliver, email: deliver },
    });
    const other = await buildApp({ services: { ...site.services, outbox }, ...builtPages });
    expect((await other.inject({ url: '/dev/outbox.json', headers: { host: 'localhost:3000' } })).statusCode).toBe(404);
    await other.close();
  });
});
