import { setTimeout as wait } from 'node:timers/promises';
import type { SMTPServer, SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { nameSite } from '../../messages/name-site.server.ts';
import { openMailSink, type TakenMail } from '../../testing/mail-sink.ts';
import { codeOfDeadMailbox, mailProvider } from './mail.server.ts';
import { type Delivery, Undeliverable } from './outbox-message.ts';

const message: Delivery = {
  channel: 'email',
  to: 'asha@example.in',
  purpose: 'signin',
  subject: 'Your Nagrik code: 123456',
  text: 'Your code is 123456\nनमस्ते',
  reference: '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee',
  headers: { 'Reply-To': 'help@nagrik.example' },
};
const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

let servers: SMTPServer[] = [];
afterEach(async () => {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          for (const client of server.connections) client.close();
        }),
    ),
  );
  servers = [];
});

async function listen(options: SMTPServerOptions = {}, from = 'Nagrik <no-reply@nagrik.example>') {
  const mails: TakenMail[] = [];
  const { server, port } = await openMailSink((mail) => mails.push(mail), options);
  servers.push(server);
  return {
    mails,
    server,
    port,
    send: mailProvider({ url: `smtp://127.0.0.1:${port}`, from }, { timeoutMs: 400 }),
  };
}
const signal = new AbortController().signal;

describe('mail', () => {
  it('goes to its one recipient, and its Message-ID is the message’s own', async () => {
    const { mails, send } = await listen();
    await send(message, signal);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.recipients).toEqual(['asha@example.in']);
    expect(mails[0]!.text).toContain(`Message-ID: <${message.reference}@nagrik.example>`);
    expect(mails[0]!.text).toContain('From: Nagrik <no-reply@nagrik.example>');
    expect(mails[0]!.text).toContain('Subject: Your Nagrik code: 123456');
    expect(mails[0]!.text).toContain('Auto-Submitted: auto-generated');
    expect(mails[0]!.text).toContain('Reply-To: help@nagrik.example');
  });

  it('comes from the site by name, where the settings give an address alone', async () => {
    nameSite('Lucknow Khabar, Daily');
    const { mails, send } = await listen({}, 'no-reply@nagrik.example');
    await send(message, signal);
    nameSite(undefined);
    expect(mails[0]!.text).toContain('From: "Lucknow Khabar, Daily" <no-reply@nagrik.example>');
  });

  it('has the same Message-ID on every try', async () => {
    const { mails, send } = await listen();
    await send(message, signal);
    await send(message, signal);
    const ids = mails.map(({ text }) => /Message-ID: (\S+)/.exec(text)?.[1]);
    expect(ids[0]).toBe(ids[1]);
  });

  it.each(['a@b.in\r\nBcc: evil@x.in', 'a@b.in, evil@x.in', 'Asha <a@b.in>, evil@x.in', '"evil@x.in" <a@b.in>'])(
    'to %j, which no address is, reaches nobody else',
    async (to) => {
      const { mails, send } = await listen();
      await send({ ...message, to }, signal).catch(() => {});
      for (const mail of mails) {
        expect(mail.recipients).not.toContain('evil@x.in');
        expect(mail.text).not.toMatch(/^Bcc:/im);
      }
    },
  );

  it('keeps line breaks in a subject or header out of the head', async () => {
    const { mails, send } = await listen();
    await send(
      { ...message, subject: 'Hello\r\nBcc: evil@x.in', headers: { 'X-Kind': 'a\r\nBcc: evil@x.in' } },
      signal,
    );
    expect(mails[0]!.recipients).toEqual(['asha@example.in']);
    expect(mails[0]!.text.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
  });

  it('that the server refuses for good is given up', async () => {
    const { send } = await listen({ onRcptTo: (_address, _session, done) => done(refusal(550)) });
    await expect(send(message, signal)).rejects.toBeInstanceOf(Undeliverable);
    const { send: sendOther } = await listen({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(refusal(554)));
      },
    });
    await expect(sendOther(message, signal)).rejects.toBeInstanceOf(Undeliverable);
  });

  it.each([
    ['the recipient is refused', 'onRcptTo', '550 5.1.1 No such user', '550 5.1.1'],
    ['our own server is refused at the recipient', 'onRcptTo', '554 5.7.1 Blocked', null],
    ['our sender is refused', 'onMailFrom', '550 5.1.8 No such sender', null],
  ] as const)('says whether a mailbox is no longer there: %s', async (_what, at, said, code) => {
    const [, responseCode, words] = /^(\d+) (.*)$/.exec(said)!;
    const refuse = (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
      done(Object.assign(new Error(words), { responseCode: Number(responseCode) }));
    const { send } = await listen({ [at]: refuse });
    const error = await send(message, signal).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Undeliverable);
    expect(codeOfDeadMailbox((error as Error).message)).toBe(code);
  });

  it('to many people goes over connections that stay open, also past a refusal, and over new ones after a loss', async () => {
    const logins: string[] = [];
    const { mails, server, port } = await listen({
      onConnect: ({ id }, done) => {
        logins.push(id);
        done();
      },
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('dead') ? refusal(550) : undefined),
    });
    const pooled = mailProvider(
      { url: `smtp://127.0.0.1:${port}`, from: 'no-reply@nagrik.example' },
      { timeoutMs: 2_000, isPooled: true },
    );
    const sendTo = (to: string) => pooled({ ...message, to, reference: to }, signal);
    for (let nth = 0; nth < 5; nth += 1) await sendTo(`reader${nth}@example.in`);
    await expect(sendTo('dead@example.in')).rejects.toBeInstanceOf(Undeliverable);
    await sendTo('after@example.in');
    // A connection is free for the next one a moment after its answer.
    expect(logins.length).toBeLessThanOrEqual(2);
    for (const client of server.connections) client.close();
    await wait(50);
    await Promise.all(Array.from({ length: 30 }, (_, nth) => sendTo(`later${nth}@example.in`)));
    expect(mails).toHaveLength(36);
    expect(new Set(mails.flatMap(({ recipients }) => recipients)).size).toBe(36);
    expect(logins.length).toBeLessThanOrEqual(22);
  });

  it.each([
    [
      'refuses for now',
      { onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) => done(refusal(451)) },
    ],
    [
      'refuses our own sender or password',
      { onMailFrom: (_address: unknown, _session: unknown, done: (error?: Error) => void) => done(refusal(452)) },
    ],
    ['hangs', { onRcptTo: () => {} }],
    [
      'takes the message and hangs up without an answer',
      {
        onData(this: SMTPServer, stream: NodeJS.ReadableStream) {
          stream.resume().on('end', () => {
            for (const client of servers.at(-1)!.connections) client.close();
          });
        },
      },
    ],
    [
      'hangs up at once',
      {
        onConnect: () => {
          for (const client of servers.at(-1)!.connections) client.close();
        },
      },
    ],
  ] as [string, SMTPServerOptions][])('is worth another try where the server %s', async (_what, options) => {
    const { send } = await listen(options);
    const startedAt = performance.now();
    const error = await send(message, signal).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Undeliverable);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('is worth another try where nobody listens', async () => {
    const send = mailProvider({ url: 'smtp://127.0.0.1:1', from: 'no-reply@nagrik.example' }, { timeoutMs: 400 });
    const error = await send(message, signal).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).not.toBeInstanceOf(Undeliverable);
    expect(error).toMatchObject({ code: expect.stringMatching(/ECONN|ESOCKET/) as string });
  });
});
