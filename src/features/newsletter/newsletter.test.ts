// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  categories,
  newsletterSubscribers as subscribers,
  outboxMessages,
  rateLimits,
  users,
} from '../../database/schema.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import { defaultLimits } from '../../platform/guard/limits.server.ts';
import { unseal } from '../../platform/guard/seal.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { locationOf, pageForms } from '../../testing/page-forms.ts';
import { askForCode, signIn } from '../../testing/sign-in.ts';
import { sweepSubscribers } from './subscribers.server.ts';

const test = openTestApp({ content: 'demo' });
const { get, post } = pageForms(() => test);
const db = () => test.services.connection.db;
afterEach(async () => {
  await db().delete(rateLimits);
});

/** Of the site's subjects. */
let subject: number;
beforeAll(async () => {
  subject = (await db().select({ id: categories.id }).from(categories).limit(1))[0]!.id;
});
let serial = 0;
const newAddress = () => `reader${(serial += 1)}@example.in`;
async function mailsTo(address: string): Promise<Message[]> {
  const rows = await db().select().from(outboxMessages).orderBy(outboxMessages.id);
  const { authSecret } = test.services.config;
  return rows
    .flatMap(({ id, sealed }) => unseal<Message>({ authSecret, use: 'outbox messages' }, id, sealed ?? '') ?? [])
    .filter(({ to }) => to === address);
}
const rowOf = async (email: string) =>
  (await db().select().from(subscribers).where(eq(subscribers.email, email)))[0] ?? null;
const ask = (email: string, more: Record<string, string> = {}) => post('/newsletter', { email, lang: 'en', ...more });
/** Path and key of the link in the newest mail. */
async function linkTo(address: string): Promise<string> {
  const url = new URL(/http\S+key=\S+/.exec((await mailsTo(address)).at(-1)!.text)![0]);
  return url.pathname + url.search;
}
async function subscribed(more: Record<string, string> = {}) {
  const email = newAddress();
  await ask(email, more);
  const link = await linkTo(email);
  await post(link, { lang: 'en', go: 'yes', ...more });
  return { email, link };
}

describe('news by mail', () => {
  it('begins with a button behind the link, not with the link, which mail scanners open', async () => {
    const email = newAddress();
    const asked = await ask(email, { state: 'Bihar', category: String(subject) });
    expect([asked.statusCode, locationOf(asked)]).toEqual([303, '/newsletter?sent=yes']);
    expect((await get('/newsletter?sent=yes')).body).toContain(
      'Look in your mail: open the link, then press the button',
    );
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ channel: 'email', subject: 'Do you want news by mail from Nagrik?' });
    const link = await linkTo(email);
    for (const headers of [{}, { 'user-agent': 'scanner' }]) {
      const page = await test.app.inject({ url: link, headers });
      expect(page.statusCode).toBe(200);
      expect(page.headers['cache-control']).toContain('no-store');
      expect(page.body).toContain('Yes, send me news');
      expect(page.body).toContain('<option value="Bihar" selected');
    }
    await test.app.inject({ method: 'HEAD', url: link });
    expect(await rowOf(email)).toMatchObject({ confirmedAt: null, consentWords: null, state: 'Bihar' });
    const confirmed = await post(link, { lang: 'en', state: 'Bihar', go: 'yes' });
    expect(confirmed.statusCode).toBe(303);
    expect((await get(locationOf(confirmed))).body).toContain('Done. You get news by mail.');
    const row = await rowOf(email);
    expect(row!.consentWords).toBe(
      'Yes, I want news by mail from this site. I can stop it at any time: each mail has a link for that.',
    );
    expect(Math.abs(row!.confirmedAt!.getTime() - Date.now())).toBeLessThan(60_000);
    // A later change moves neither the day nor the words.
    await post(link, { lang: 'hi', state: '', category: String(subject), go: 'yes' });
    expect(await rowOf(email)).toEqual({ ...row, lang: 'hi', state: null, categoryIds: [subject] });
  });

  it('is asked for in the language of the mails, by the API too', async () => {
    const email = newAddress();
    const call = (path: string, payload: object) => test.app.inject({ method: 'POST', url: `/api${path}`, payload });
    const asked = await call('/newsletter', { email: ` ${email.toUpperCase()}`, lang: 'hi' });
    expect(asked.json()).toEqual({ data: { isAsked: true } });
    expect((await mailsTo(email))[0]!.subject).toBe('क्या आपको नागरिक की खबर ईमेल पर चाहिए?');
    const link = await linkTo(email);
    expect(link).toMatch(/^\/hi\/newsletter\/mine\?key=/);
    const key = link.split('key=')[1]!;
    const mine = await call('/newsletter/mine', { key, lang: 'hi', state: 'Goa', categoryIds: [subject] });
    expect(mine.json().data).toMatchObject({ lang: 'hi', state: 'Goa', categoryIds: [subject] });
    expect((await rowOf(email))!.consentWords).toContain('मुझे इस साइट की खबर ईमेल पर चाहिए');
    expect((await call('/newsletter/stop', { key })).json().data).toEqual({ isEnded: true });
    expect(await rowOf(email)).toBeNull();
    expect((await call('/newsletter/mine', { key, lang: 'hi' })).statusCode).toBe(404);
  });

  it('gives the same answer for an address that gets it already, whose choices a stranger cannot change', async () => {
    const { email, link } = await subscribed({ state: 'Goa' });
    await db().delete(rateLimits);
    const [known, unknown] = [await ask(email, { state: 'Bihar' }), await ask(newAddress())];
    expect([known.statusCode, locationOf(known), known.body]).toEqual([
      unknown.statusCode,
      locationOf(unknown),
      unknown.body,
    ]);
    const names = ({ headers }: typeof known) => Object.keys(headers).toSorted();
    expect(names(known)).toEqual(names(unknown));
    expect((await mailsTo(email)).at(-1)!.subject).toBe('You get news by mail from Nagrik');
    expect(await linkTo(email)).toBe(link);
    expect((await rowOf(email))!.state).toBe('Goa');
  });

  it.each([
    [{ email: 'no address' }, 'Please write your email address'],
    [{ email: 'a@b.in', lang: 'xx' }, 'Please choose again'],
    [{ email: 'a@b.in', category: '999999' }, 'Please choose again'],
    [{ email: 'a@b.in', state: 'Atlantis' }, 'Please choose again'],
  ])('%j is said at its place, with what was typed', async ({ email, ...more }, said) => {
    const answer = await ask(email, more);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(said);
    expect(answer.body).toContain(`value="${email}"`);
  });

  it('a robot that fills in the trap sends nothing, and is told nothing', async () => {
    const email = newAddress();
    expect(locationOf(await ask(email, { website: 'https://spam.example' }))).toBe('/newsletter?sent=yes');
    expect(await rowOf(email)).toBeNull();
  });

  it('asks an address once a day, whoever asks and however it is spelled', async () => {
    Object.assign(test.services.limits, {
      newsletterRequests: defaultLimits(test.services.connection).newsletterRequests,
    });
    const email = newAddress();
    const answers = await Promise.all(
      [email, email, email.replace('@', '+more@'), email].map((one) => ask(one, { state: 'Goa' })),
    );
    expect(answers.map(locationOf)).toEqual(Array(4).fill('/newsletter?sent=yes'));
    expect([...(await mailsTo(email)), ...(await mailsTo(email.replace('@', '+more@')))]).toHaveLength(1);
  });

  it('is bounded for a network and a day, and takes nothing from its other mails and codes', async () => {
    const { limits, connection } = test.services;
    const before = { ...limits };
    const { newsletterMailsPerNetwork, mailsPerNetwork, codesPerNetwork } = defaultLimits(connection);
    Object.assign(limits, { newsletterMailsPerNetwork, mailsPerNetwork, codesPerNetwork });
    const statuses: number[] = [];
    for (let nth = 0; nth < 21; nth += 1) statuses.push((await ask(newAddress())).statusCode);
    expect(statuses).toEqual([...Array(20).fill(303), 429]);
    // What was not asked for is not there.
    expect(await rowOf(`reader${serial}@example.in`)).toBeNull();
    const { rows } = await db().execute<{ key: string }>(
      sql`select key from rate_limits where key ~ '^(mails-network|codes-network|mail-day|sms-day):'`,
    );
    expect(rows).toEqual([]);
    expect(await askForCode(test, { email: newAddress() })).toMatch(/^\d{6}$/);
    Object.assign(limits, before);
  });

  it('what nobody confirms is deleted after three days, and its link ends', async () => {
    const email = newAddress();
    await ask(email);
    const link = await linkTo(email);
    await sweepSubscribers(db());
    expect(await rowOf(email)).not.toBeNull();
    await db().execute(
      sql`update newsletter_subscribers set requested_at = now() - interval '73 hours' where email = ${email}`,
    );
    for (const { body } of [await post(link, { lang: 'en', go: 'yes' }), await get(link)]) {
      expect(body).toContain('This link brings no mail now');
      expect(body).not.toContain('Stopped.');
    }
    expect((await rowOf(email))!.confirmedAt).toBeNull();
    await sweepSubscribers(db());
    expect(await rowOf(email)).toBeNull();
  });
});

describe('the end', () => {
  it.each([
    ['by one tap in a mail program (RFC 8058)', { 'List-Unsubscribe': 'One-Click' }],
    ['by the button of the page', { go: 'stop' }],
  ])('comes %s, without an account: the address goes', async (_how, fields) => {
    const { email, link } = await subscribed({ state: 'Goa', category: String(subject) });
    const { id } = (await rowOf(email))!;
    // A mail program sends neither cookie nor origin.
    const stopped = await post(link, fields, '', {});
    expect(stopped.statusCode).toBe(200);
    expect(stopped.body).toContain('Stopped. No more news comes by mail.');
    const [row] = await db().select().from(subscribers).where(eq(subscribers.id, id));
    expect(row).toMatchObject({ email: null, state: null, categoryIds: [], endedBy: 'reader' });
    expect(row!.confirmedAt).not.toBeNull();
    expect(row!.endedAt).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(email);
    expect((await post(link, { lang: 'en', go: 'yes' })).statusCode).toBe(200);
    expect((await get(link)).body).toContain('Ask for news by mail');
    expect(await rowOf(email)).toBeNull();
    await db().execute(sql`update newsletter_subscribers set ended_at = now() - interval '181 days' where id = ${id}`);
    await sweepSubscribers(db());
    expect(await db().$count(subscribers, eq(subscribers.id, id))).toBe(0);
  });

  it('of what was never confirmed leaves nothing, and a wrong key opens nothing', async () => {
    const email = newAddress();
    await ask(email);
    const link = await linkTo(email);
    const { id } = (await rowOf(email))!;
    for (const wrong of [link.slice(0, -1), `${link}A`, '/newsletter/mine', `/newsletter/mine?key=${id}`])
      expect((await post(wrong, { go: 'stop' })).statusCode).toBe(404);
    await post(link, { go: 'stop' });
    expect(await db().$count(subscribers, eq(subscribers.id, id))).toBe(0);
  });

  it('comes with an account of the same address, which exports it before', async () => {
    const person = await signIn(test);
    const { email, link } = await subscribed({ state: 'Goa' });
    await db().update(users).set({ email }).where(eq(users.id, person.user.id));
    const send = (method: 'GET' | 'DELETE' | 'POST', url: string, payload?: object) =>
      test.app.inject({ method, url: `/api${url}`, headers: person.headers, ...(payload ? { payload } : {}) });
    const exported = (await send('GET', '/user/export')).json().data.newsletter;
    expect(exported).toMatchObject([{ email, lang: 'en', state: 'Goa', consentWords: expect.stringContaining('Yes') }]);
    const { id } = (await rowOf(email))!;
    expect((await send('DELETE', '/user', {})).statusCode).toBe(200);
    const [row] = await db().select().from(subscribers).where(eq(subscribers.id, id));
    expect(row).toMatchObject({ email: null, endedBy: 'account' });
    expect((await get(link)).body).toContain('This link brings no mail now');
  });
});

it('is linked from the foot of every page, and from the settings of notifications', async () => {
  expect((await get('/about')).body).toContain('href="/newsletter"');
  const person = await signIn(test);
  expect((await test.app.inject({ url: '/notifications', headers: person.headers })).body).toMatch(
    /<main[^]*href="\/newsletter"[^]*<\/main>/,
  );
  const page = await get('/hi/newsletter');
  expect(page.body).toContain('<h1>ईमेल पर खबर</h1>');
  expect(page.body).toContain('<option value="hi" lang="hi" selected');
});
