// @runs on both databases
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { ticketAnswers, tickets } from '../../database/schema.ts';
import { tooMany } from '../../platform/wire/errors.ts';
import type { Limit } from '../../platform/guard/limits.server.ts';
import { corpora, naughtyStrings, spread } from '../../testing/corpora.ts';
import { signIn } from '../../testing/sign-in.ts';
import { complaintOf, mailsTo, messageOf, runInbox, sendToSupport } from '../../testing/support-calls.ts';
import { answerTicket } from './answer-ticket.server.ts';
import { sweepTickets } from './support.queries.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp({
  env: { SUPPORT_EMAIL: 'help@nagrik.example' },
  limits: {
    contact: (key) => {
      spent.push(key);
      return limit(key);
    },
  },
});
const spent: string[] = [];
let limit: Limit = async () => {};
let unique = 0;

beforeEach(() => {
  unique += 1;
  limit = async () => {};
});

const send = (url: string, body: object, headers?: Record<string, string>) => sendToSupport(test, url, body, headers);
const message = (more?: object) => messageOf(unique, more);
const complaint = (more?: object) => complaintOf(unique, more);
const count = () => test.db.$count(tickets);
const mails = (to: string) => mailsTo(test, to);
const inbox = (...args: string[]) => runInbox(test, ...args);

describe('a message to support', () => {
  it('is stored and mailed, and answered with its number; nobody needs to be signed in', async () => {
    const answer = await send('contactUs', message({ phoneNo: '098765 43210' }));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ data: { ticketId: expect.any(Number) } });
    const { ticketId } = answer.json().data;
    expect(await test.db.select().from(tickets).where(eq(tickets.id, ticketId))).toMatchObject([
      {
        kind: 'contact',
        status: 'open',
        name: 'Asha Rao',
        email: 'asha@example.in',
        phone: '+919876543210',
        userId: null,
      },
    ]);
    expect((await mails('help@nagrik.example'))[0]).toMatchObject({
      subject: `[#${ticketId}] A question ${unique}`,
      text: expect.stringContaining('Which papers do I need?'),
    });
  });

  it('of a robot, which fills in what people do not see, is 200, and nothing is stored', async () => {
    const before = await count();
    const answer = await send('contactUs', message({ website: 'https://spam.example' }));
    expect([answer.statusCode, await count()]).toEqual([200, before]);
    expect((await send('contactUs', message({ website: '' }))).statusCode).toBe(201);
  });

  it.each([
    ['a line break in the name', { name: 'Asha\r\nBcc: all@example.in' }],
    ['a line break in the address', { email: 'a@b.in\r\nBcc: c@d.in' }],
    ['a line break in the subject', { subject: 'Hello\nX-Spam: no' }],
    ['no name', { name: ' ' }],
    ['two addresses', { email: 'a@b.in,c@d.in' }],
    ['no address', { email: '' }],
    ['a short message', { message: 'Too short' }],
    ['a message of blanks', { message: ' '.repeat(20) }],
    ['a message of five emoji and blanks', { message: `${'😀'.repeat(5)}${' '.repeat(5)}` }],
    ['a message too long', { message: 'x'.repeat(5_001) }],
    ['a number that is none', { phoneNo: '12' }],
    ['a NUL', { message: 'Which papers\u0000 do I need?' }],
    ['a field that is not known', { isAdmin: true }],
    ['a sign that turns the line around', { name: 'Asha \u202eoaR' }],
  ])('is 400 with %s', async (_what, more) => {
    const before = await count();
    expect((await send('contactUs', message(more))).statusCode).toBe(400);
    expect(await count()).toBe(before);
  });

  it('says once what is wrong with a field, and which number is wanted', async () => {
    const { details } = (await send('contactUs', message({ phoneNo: '12', message: 'Too short' }))).json();
    expect(details).toEqual([
      { path: 'phoneNo', message: 'Enter a mobile number of ten digits.' },
      { path: 'message', message: 'must have at least 10 letters' },
    ]);
  });

  it('is counted by network address, and refused with 429 before anything is stored', async () => {
    spent.length = 0;
    await send('contactUs', message());
    expect(spent).toEqual(['127.0.0.1']);
    limit = async () => {
      throw tooMany(1_800);
    };
    const refused = await send('contactUs', message({ subject: 'One more' }));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1800']);
  });

  it('sent ten times at once is one ticket and one mail, with a key and without', async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('contactUs', message())));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const key = { 'idempotency-key': `contact-${unique}` };
    const first = await send('contactUs', message({ subject: 'With a key' }), key);
    expect((await send('contactUs', message({ subject: 'With a key' }), key)).body).toBe(first.body);
    expect((await send('contactUs', message({ subject: 'Other' }), key)).statusCode).toBe(422);
    expect(await count()).toBe(before + 2);
  });

  it.runIf(corpora)('takes what anybody writes, and refuses the rest without an error of ours', async () => {
    for (const text of spread(naughtyStrings(), 80))
      expect([201, 400]).toContain(
        (
          await send(
            'contactUs',
            message({ name: text || 'x', subject: text || 'x', message: `${text} and ten more letters` }),
          )
        ).statusCode,
      );
    expect((await inbox('--all')).status).toBe(0);
    expect((await inbox('export')).status).toBe(0);
  });
});

describe('a complaint', () => {
  it('gets its number, a receipt, and a clock: 24 hours and 7 days', async () => {
    const answer = await send('grievance', complaint({ entityAddress: '/article/x-MTAwMQ' }));
    expect(answer.statusCode).toBe(201);
    const { ticketId, acknowledgeBy, decideBy } = answer.json().data;
    const hours = (moment: string) => Math.round((Date.parse(moment) - Date.now()) / 3_600_000);
    expect([hours(acknowledgeBy), hours(decideBy)]).toEqual([24, 168]);
    expect(await test.db.select().from(tickets).where(eq(tickets.id, ticketId))).toMatchObject([
      { kind: 'grievance', subject: 'WRONG', about: '/article/x-MTAwMQ' },
    ]);
    expect((await mails('asha@example.in'))[0]).toMatchObject({
      subject: `[#${ticketId}] We have your complaint`,
      text: expect.not.stringContaining('The fee'),
    });
    expect((await mails('help@nagrik.example'))[0]!.subject).toBe(`[#${ticketId}] Grievance: WRONG`);
  });

  it('of the kinds that the Rules name is decided sooner; a mobile number is enough to answer', async () => {
    const decided = async (category: string) =>
      Math.round(
        (Date.parse(
          (await send('grievance', complaint({ category, email: undefined, phoneNo: '9876543210' }))).json().data
            .decideBy,
        ) -
          Date.now()) /
          3_600_000,
      );
    expect([await decided('INTIMATE'), await decided('UNLAWFUL'), await decided('something of their own')]).toEqual([
      2, 36, 168,
    ]);
    expect(await decided('X')).toBe(168);
  });

  it.each([
    ['neither address nor number', { email: undefined }],
    ['no category', { category: '' }],
    ['no text', { text: ' ' }],
    ['a line break in the name', { name: 'a\nb' }],
    ['a line break in the category', { category: 'a\r\nb' }],
    ['a field that is not known', { status: 'closed' }],
    ['a text too long', { text: 'x'.repeat(5_001) }],
  ])('is 400 with %s', async (_what, more) => {
    expect((await send('grievance', complaint(more))).statusCode).toBe(400);
  });

  it('has a limit of its own, and the same trap', async () => {
    spent.length = 0;
    expect((await send('grievance', complaint({ website: 'x' }))).statusCode).toBe(200);
    expect(spent).toEqual(['grievance:127.0.0.1']);
  });
});

describe("a person's messages", () => {
  it('are in their export; names on tickets go with the account, complaints stay without one for 180 days', async () => {
    const person = await signIn(test, { email: `own${unique}@example.in` });
    await send('contactUs', message({ email: `own${unique}@example.in` }));
    const { ticketId } = (
      await send('grievance', complaint({ email: undefined, phoneNo: '9876500000' }), person.headers)
    ).json().data;
    const exported = (await test.send('GET', '/api/user/export', undefined, person.headers)).json().data.support;
    expect(exported).toMatchObject([{ kind: 'contact' }, { id: ticketId, kind: 'grievance', phone: '+919876500000' }]);
    expect((await test.send('DELETE', '/api/user', undefined, person.headers)).statusCode).toBe(200);
    expect(
      await test.db
        .select()
        .from(tickets)
        .where(eq(tickets.email, `own${unique}@example.in`)),
    ).toEqual([]);
    const [row] = await test.db.select().from(tickets).where(eq(tickets.id, ticketId));
    expect(row).toMatchObject({ name: '', email: null, phone: null, userId: null });
    expect(Math.round((row!.expiresAt!.getTime() - Date.now()) / 86_400_000)).toBe(180);
  });

  it('that are closed go after their time', async () => {
    const [newest] = await test.db.select().from(tickets).orderBy(desc(tickets.id)).limit(1);
    await test.db
      .update(tickets)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(tickets.id, newest!.id));
    await sweepTickets(test.db);
    expect(await test.db.select().from(tickets).where(eq(tickets.id, newest!.id))).toEqual([]);
  });
});

it('who gave only a number is told by SMS where the answer stands, and reads it there', async () => {
  const phoneNo = '9812345670';
  const sent = await test.send(
    'POST',
    '/contact',
    String(
      new URLSearchParams({ name: 'Asha Rao', email: '', phoneNo, subject: 'A fee', message: 'Which fee is it now?' }),
    ),
    { 'content-type': 'application/x-www-form-urlencoded', origin: test.services.config.publicOrigin },
  );
  expect(sent.statusCode).toBe(303);
  const id = Number(/sent=(\d+)/.exec(String(sent.headers.location))?.[1]);
  const answered = await answerTicket(test.services, id, { text: 'It is ₹50 since May.', close: true });
  expect(answered?.isMailed).toBe(false);
  const [sms, ...others] = (await test.services.outbox.listForDevelopment()).filter(
    ({ to, text }) => to === `+91${phoneNo}` && text.includes('has an answer'),
  );
  expect(others).toEqual([]);
  expect(sms).toMatchObject({ channel: 'sms' });
  expect(sms!.text).toContain('/profile/complaints');
  expect(sms!.text).not.toContain('₹50');
  const { cookies } = await signIn(test, { phone: phoneNo });
  const page = await test.app.inject({ url: '/profile/complaints', headers: { cookie: cookies } });
  expect(page.body).toContain('It is ₹50 since May.');
});

it('over the limits of a number an answer is stored, without an SMS', async () => {
  const { ticketId } = (await send('grievance', complaint({ email: undefined, phoneNo: '9812345671' }))).json().data;
  const limits = { ...test.services.limits, mailsPerMailbox: () => Promise.reject(tooMany(60)) };
  const answered = await answerTicket({ ...test.services, limits }, ticketId, { text: 'Put right.', close: false });
  expect(answered).toMatchObject({ isMailed: false });
  const sent = (await test.services.outbox.listForDevelopment()).filter(({ to }) => to === '+919812345671');
  expect(sent).toEqual([]);
  expect(await test.db.$count(ticketAnswers, eq(ticketAnswers.ticketId, ticketId))).toBe(1);
});
