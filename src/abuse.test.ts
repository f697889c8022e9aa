import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { articles } from './database/schema.ts';
import { defaultLimits } from './platform/guard/limits.server.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { join } from './testing/join.ts';
import { cookiesOf, endWaits, signIn } from './testing/sign-in.ts';
import { seeded } from './testing/seeded.ts';

// A small, seeded copy of bench/faults/r24-abuse.ts: what one client with a /48 and one with many accounts can use up.
const seed = Number(process.env.ABUSE_SEED ?? 24);
const perDay = 60;
const told: string[] = [];
const site = openTestApp({ content: 'demo' });

function randomFrom(start: number): (below: number) => number {
  const next = seeded(start);
  return (below) => next() % below;
}

const get = async (url: string, remoteAddress: string, cookie = '') =>
  (await site.app.inject({ url, remoteAddress, headers: cookie ? { cookie } : {} })).statusCode;
const post = async (url: string, remoteAddress: string, payload: object, headers: Record<string, string> = {}) =>
  (await site.app.inject({ method: 'POST', url, remoteAddress, headers, payload })).statusCode;
const bySms = (number: number | string, from: string, cookie = '') =>
  get(`/api/otp/send/phone/${number}`, from, cookie);
const byMail = (name: string, from: string) => get(`/api/otp/send/email/${name}@nagrik.example`, from);
const viewsOf = async (id: number) =>
  (await site.db.select({ views: articles.viewCount }).from(articles).where(eq(articles.id, id)))[0]!.views;

it(`a client with a /48 uses up neither codes, mails nor views of others, and the owner is told (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const phone = '9822200024';
  const { cookies } = await signIn(site, { phone });
  // The browser of somebody who opens the page before asking for a code.
  const opened = await site.app.inject({
    url: '/login',
    remoteAddress: '2001:db8:bad:1::2',
    headers: { cookie: cookies },
  });
  const victim = cookiesOf(opened.headers['set-cookie'], cookies);
  await endWaits(site, `+91${phone}`);
  const limits = defaultLimits(
    site.services.connection,
    { sms: { perMinute: 1_000, perDay }, mailsPerDay: perDay },
    (budget, state) => void told.push(`${budget} ${state}`),
  );
  Object.assign(site.services.limits, limits);
  const views = await viewsOf(1001);
  let next = 9_000_000_000;
  const inside = () => `2001:db8:bad:${random(65_536).toString(16)}::${random(65_536).toString(16)}`;
  const acts: (() => Promise<number>)[] = [
    () => bySms((next += 1), inside()),
    () => byMail(`made-up-${(next += 1)}`, inside()),
    () => bySms(phone, inside()),
    () =>
      post('/api/provider-token/verify', inside(), {
        providerToken: String(100_000 + random(900_000)),
        provider: 'JB',
        phoneNo: phone,
      }),
    // All views come from one /64, each as another visit.
    () =>
      post(
        '/api/track',
        `2001:db8:bad:7::${random(65_536).toString(16)}`,
        { name: 'view', path: '/article/x-MTAwMQ' },
        { cookie: `jrk_session_id=bought-${random(1e9)}` },
      ),
  ];
  const statuses = new Set<number>();
  const sent = { sms: 0, mail: 0 };
  for (let round = 0; round < 100; round += 1) {
    for (const [at, act] of acts.entries()) {
      const status = await act();
      statuses.add(status);
      if (status === 200 && at === 0) sent.sms += 1;
      if (status === 200 && at === 1) sent.mail += 1;
    }
  }
  expect([...statuses].filter((status) => ![200, 204, 400, 429].includes(status))).toEqual([]);
  expect([...statuses]).toContain(429);
  expect(sent.sms).toBeLessThan(perDay * 0.6);
  expect(sent.mail).toBeLessThan(perDay * 0.6);
  expect(told).toContain('sms half');
  expect(told).toContain('mail half');

  expect(await bySms(phone, '2001:db8:bad:1::2', victim)).toBe(200);
  for (let at = 0; at < 8; at += 1) {
    expect(await bySms((next += 1), `198.51.100.${at}`)).toBe(200);
    expect(await byMail(`honest-${at}`, `198.51.100.${at}`)).toBe(200);
  }
  await vi.waitFor(async () => expect(await viewsOf(1001)).toBe(views + 20), { timeout: 15_000 });
}, 120_000);

it(`one person's many accounts hide nothing and post within their limits (seed ${seed})`, async () => {
  const { services } = site;
  const random = randomFrom(seed);
  const writer = await join(services);
  const asked = await site.send(
    'POST',
    '/api/communities/question/create',
    { title: 'Where is the ration office?' },
    writer.headers,
  );
  const { id, canonicalUrl } = asked.json<{ data: { id: number; canonicalUrl: string } }>().data;
  const accounts = await Promise.all(Array.from({ length: 12 }, () => join(services, { joinedDaysAgo: 0 })));
  const posted = new Map(accounts.map((account) => [account, 0]));
  for (let round = 0; round < 120; round += 1) {
    const account = accounts[random(accounts.length)]!;
    const from = `2001:db8:bad:${random(65_536).toString(16)}::1`;
    const status = await post(
      '/api/communities/comment/create',
      from,
      { questionId: id, body: `Buy here ${round}` },
      account.headers,
    );
    expect([201, 429]).toContain(status);
    if (status === 201) posted.set(account, posted.get(account)! + 1);
    await post(
      '/api/communities/report',
      from,
      { entityType: 'QUESTION', entityId: id, reason: 'SPAM' },
      account.headers,
    );
  }
  expect(Math.max(...posted.values())).toBeLessThanOrEqual(5);
  expect(await get(canonicalUrl, '203.0.113.9')).toBe(200);
}, 120_000);
