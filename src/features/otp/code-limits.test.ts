// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeChallenges, outboxMessages } from '../../database/schema.ts';
import { type Budgets, defaultLimits, sharedLimit } from '../../platform/guard/limits.server.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { bareBrowser, type Browser, knownCookie, browserOf } from './browser.server.ts';
import { mailboxKey } from './code-hash.server.ts';
import { sendCode } from './send-code.server.ts';
import { sweepCodes } from './sweep-codes.server.ts';
import {
  aNumber,
  address,
  browserWith,
  db,
  isNoRefusal,
  limited,
  openCodeSite,
  outcomes,
  pass,
  phone,
  refused,
  row,
  second,
  send,
  site,
  statusOf,
  check,
  lastCode,
} from '../../testing/code-site.ts';

openCodeSite();

describe('limits', () => {
  const forget = (prefix: string) => db().execute(sql`delete from rate_limits where starts_with(key, ${prefix})`);
  beforeEach(async () => {
    for (const prefix of ['sms-', 'mail', 'codes-network', 'codes-56', 'codes-48']) await forget(prefix);
  });
  const from = (host: number) => `198.51.100.${host}`;

  it('let a number have five codes an hour and ten a day; a refusal leaves the code before it alone', async () => {
    const sendFive = async () => {
      for (let sent = 0; sent < 5; sent += 1) {
        await send(limited(), { address: from(1) });
        await pass(3_600);
      }
    };
    const refusal = async () =>
      send(limited(), { address: from(1) }).catch(
        (error: unknown) => error as { status: number; code: string; retryAfterSeconds: number },
      );
    const forgetHour = () =>
      db().execute(
        sql`update rate_limits set expire = 0 where key = ${`codes-hour:${mailboxKey(site.services.config, phone)}`}`,
      );
    await sendFive();
    const { challengeId } = await row();
    expect(await refusal()).toMatchObject({
      ...refused,
      retryAfterSeconds: expect.toSatisfy((wait: number) => wait > 3_500 && wait <= 3_600) as number,
    });
    expect((await row()).challengeId).toBe(challengeId);
    await forgetHour();
    await sendFive();
    await forgetHour();
    expect(await refusal()).toMatchObject({
      ...refused,
      retryAfterSeconds: expect.toSatisfy((wait: number) => wait > 80_000) as number,
    });
  });

  it('let a network address have 30 an hour, over all instances; an IPv6 /64 is one', async () => {
    const instances = [limited(), limited(second)];
    const calls = Array.from({ length: 50 }, (_, index) =>
      sendCode(instances[index % 2]!, {
        identifier: aNumber(),
        purpose: 'signin',
        browser: bareBrowser(),
        address: `2001:db8:0:7::${index.toString(16)}`,
      }),
    );
    const { good, errors } = await outcomes(calls);
    expect(good).toBe(30);
    expect(errors.map(statusOf).filter(isNoRefusal)).toEqual([]);
    await sendCode(limited(), {
      identifier: aNumber(),
      purpose: 'signin',
      browser: bareBrowser(),
      address: '2001:db8:0:8::1',
    });
    expect(networkOf('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64');
  });

  it('let one with a /48 mail forty codes a day to strangers without opening a page; behind an IPv4 address are many people', async () => {
    const instances = [limited(), limited(second)];
    const ask = (nth: number, from: string, more: Partial<Parameters<typeof send>[1]> = {}) =>
      send(instances[nth % 2]!, { identifier: `reader${nth}.${phone.slice(3)}@example.in`, address: from, ...more });
    const settled = { id: 'settled', isBare: false, isSettled: true };
    const wide = Array.from({ length: 120 }, (_, nth) =>
      ask(nth, `2001:db8:77:${nth.toString(16)}::1`, nth % 3 ? {} : { browser: { ...bareBrowser(), ...settled } }),
    );
    const { good, errors } = await outcomes(wide);
    // A third of them had opened a page.
    expect(good).toBe(80);
    expect(errors.map(statusOf).filter(isNoRefusal)).toEqual([]);
    const office = (start: number) => outcomes(Array.from({ length: 25 }, (_, nth) => ask(start + nth, from(5))));
    const first = await office(1_000);
    await forget('codes-network:');
    expect(first.good + (await office(2_000)).good).toBe(50);
    // Their numbers, another network, and who has signed in here before.
    await send(limited(), { address: '2001:db8:77:1::1' });
    await ask(3_000, '2001:db8:78:1::1');
    const owner = browserWith(`owner-${phone.slice(3)}`, `own-${phone.slice(3)}`);
    await ask(3_001, from(5), { browser: owner });
  });

  it('let a network address have 200 a day', async () => {
    await send(limited(), { address: from(6) });
    await db().execute(sql`update rate_limits set points = 199 where key = 'codes-network-day:198.51.100.6'`);
    const { good } = await outcomes([1, 2, 3].map(() => send(limited(), { identifier: aNumber(), address: from(6) })));
    expect(good).toBe(1);
  });

  it('keep the site within its budgets, exactly, over all instances; mail goes on, and what was refused has spent nothing', async () => {
    const told: string[] = [];
    const tell = (budget: string, state: string) => told.push(`${budget} ${state}`);
    const instances = [site.services, second].map((services) => ({
      ...services,
      connection: { ...services.connection },
      limits: defaultLimits(services.connection, { sms: { perMinute: 1_000, perDay: 7 } }, tell),
    }));
    const { good, errors } = await outcomes(
      Array.from({ length: 40 }, (_, index) =>
        sendCode(instances[index % 2]!, {
          identifier: aNumber(),
          purpose: 'signin',
          browser: bareBrowser(),
          address: from(index),
        }),
      ),
    );
    expect(good).toBe(7);
    expect(errors.map(statusOf).filter(isNoRefusal)).toEqual([]);
    expect([...new Set(told)].sort()).toEqual(['sms half', 'sms used']);
    const { rows } = await db().execute<{ points: number }>(
      sql`select points from rate_limits where key in ('sms-day:all', 'sms-day-last-hour:all', 'sms-minute:all')`,
    );
    expect(rows.map(({ points }) => points)).toEqual([7, 7, 7]);
    const spent = await db().execute(
      sql`select from rate_limits where starts_with(key, 'codes-network:198.51.100.') and points > 0`,
    );
    expect(spent.rowCount).toBe(7);
    await sendCode(instances[0]!, {
      identifier: `asha${phone.slice(3)}@example.in`,
      purpose: 'signin',
      browser: bareBrowser(),
      address,
    });
  });

  it('of wide networks bite only while more than half of the budget is spent; browsers that opened a page first count apart', async () => {
    const services = limited(site.services, { sms: { perMinute: 1_000, perDay: 100 } });
    const ask = (host: string, more: Partial<Browser> = {}) =>
      sendCode(services, {
        identifier: aNumber(),
        purpose: 'signin',
        browser: { ...bareBrowser(), ...more },
        address: host,
      });
    // One address per /64: 51 from one /48 exceed half of the site's budget of a hundred.
    for (let at = 0; at < 51; at += 1) await ask(`2001:db8:a:${at.toString(16).padStart(4, '0')}::1`);
    await expect(ask('2001:db8:a:ff00::1')).rejects.toMatchObject(refused);
    await ask('2001:db8:a:ff01::1', { id: 'settled', isBare: false, isSettled: true });
    await ask('2001:db8:b:1::1');
    await ask(from(77));
    // A /56 gets three and no fourth, while others in its /48 still may request codes.
    for (let at = 0; at < 2; at += 1) await ask(`2001:db8:b:${at + 2}::1`);
    await expect(ask('2001:db8:b:9::1')).rejects.toMatchObject(refused);
    await ask('2001:db8:b:900::1');
    await forget('sms-day');
    services.connection = { ...services.connection };
    await ask('2001:db8:a:ff02::1');
  });

  it('count a mailbox once, however its address is spelled; the code still goes to the address as it was typed', async () => {
    const mailbox = `a.sha${phone.slice(3)}`;
    const spellings = [`${mailbox}+1@gmail.com`, `asha${phone.slice(3)}@gmail.com`, `${mailbox}@googlemail.com`];
    for (const identifier of [...spellings, `${mailbox}+2@gmail.com`, `${mailbox}+x+y@gmail.com`])
      await send(limited(), { identifier, address: from(2) });
    const one = { identifier: `as.ha${phone.slice(3)}+z@gmail.com`, address: from(2) };
    await expect(send(limited(), one)).rejects.toMatchObject(refused);
    await send(limited(), { identifier: `arun${phone.slice(3)}@gmail.com`, address: from(2) });
    await send(limited(), { identifier: `as.ha${phone.slice(3)}@example.in`, address: from(2) });
    const [newest] = await site.services.outbox.listForDevelopment();
    expect(newest!.to).toBe(`as.ha${phone.slice(3)}@example.in`);
  });

  it('refuse a flood without a transaction: one statement, and none while the refusal is remembered', async () => {
    for (let at = 0; at < 30; at += 1) await send(limited(), { identifier: aNumber(), address: from(3) });
    const services = limited();
    let statements = 0;
    let transactions = 0;
    services.connection.db = new Proxy(services.connection.db, {
      get(target, name, receiver) {
        if (name === 'execute') statements += 1;
        if (name === 'transaction') transactions += 1;
        const value: unknown = Reflect.get(target, name, receiver);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const flood = () => send(services, { identifier: aNumber(), address: from(3) }).catch((error: unknown) => error);
    expect(await flood()).toMatchObject(refused);
    expect([statements, transactions]).toEqual([1, 0]);
    for (let at = 0; at < 60; at += 1)
      expect(await flood()).toMatchObject({
        ...refused,
        retryAfterSeconds: expect.toSatisfy((wait: number) => wait > 3_500) as number,
      });
    expect([statements, transactions]).toEqual([1, 0]);
  });

  it('give a known browser five codes and twenty tries a day of its own, whatever strangers have used up', async () => {
    const tight: Partial<Budgets> = { sms: { perMinute: 1_000, perDay: 20 } };
    const strangers = limited(site.services, tight);
    for (let at = 0; at < 5; at += 1)
      await send(strangers, { browser: browserWith(`stranger-${at}-${phone.slice(3)}`) });
    await expect(send(strangers, { browser: browserWith('one more') })).rejects.toMatchObject(refused);
    for (let at = 0; at < 15; at += 1) await send(strangers, { identifier: aNumber(), address: from(100 + at) });
    await expect(send(strangers, { identifier: aNumber(), address: from(99) })).rejects.toMatchObject(refused);
    // The identifier's, the network's and the site's budgets are used up; the known browser still gets two.
    const owner = browserWith(`owner-${phone.slice(3)}`, `own-${phone.slice(3)}`);
    await send(strangers, { browser: owner });
    await pass(3_600);
    await send(strangers, { browser: owner });
    await pass(3_600);
    await expect(send(strangers, { browser: owner })).rejects.toMatchObject(refused);
    // While the site has budget left: five of its own, then the share of unknown browsers.
    await forget('sms-');
    for (let at = 0; at < 3; at += 1) {
      await send(limited(), { browser: owner });
      await pass(3_600);
    }
    await expect(send(limited(), { browser: owner })).rejects.toMatchObject(refused);
  });

  /** One person's accounts, each a known browser of its own number; they come from all over one /48. */
  const manyAccounts = () =>
    Array.from({ length: 30 }, (_, at) => ({
      identifier: aNumber(),
      browser: browserWith(`account-${at}-${phone.slice(3)}`, `own-${at}-${phone.slice(3)}`),
      address: `2001:db8:ace:${(at * 256).toString(16)}::1`,
    }));
  const askEach = async (services: PageServices, requests: Parameters<typeof send>[1][]) => {
    let good = 0;
    for (const request of requests) good += (await outcomes([send(services, request)])).good;
    return good;
  };
  const newVisitors = () => Array.from({ length: 15 }, (_, at) => ({ identifier: aNumber(), address: from(at) }));

  it("leave a minute's codes to new visitors, however many known browsers one person has", async () => {
    const services = limited(site.services, { sms: { perMinute: 30, perDay: 400 } });
    const accounts = manyAccounts();
    const good: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await forget('code-wait');
      good.push(await askEach({ ...services, connection: { ...services.connection } }, accounts));
    }
    // Two a day of each number; then fifteen of known browsers, and of new visitors' thirty a half.
    expect(good).toEqual([30, 30, 30]);
    expect(await askEach(services, newVisitors())).toBe(15);
  });

  it("leave a day's codes to new visitors, however many known browsers one person has", async () => {
    const services = limited(site.services, { sms: { perMinute: 1_000, perDay: 100 } });
    const accounts = manyAccounts();
    let good = 0;
    for (let round = 0; round < 5; round += 1) {
      await forget('code-wait');
      good += await askEach({ ...services, connection: { ...services.connection } }, accounts);
    }
    expect(good).toBe(65);
    expect(await askEach(services, newVisitors())).toBe(15);
  });

  it('give a known browser that has used up its own codes those of unknown browsers, while they last', async () => {
    const browser = browserWith(`owner-${phone.slice(3)}`, `own-${phone.slice(3)}`);
    for (let at = 0; at < 10; at += 1) {
      await send(limited(), { browser });
      await pass(3_600);
    }
    await expect(send(limited(), { browser })).rejects.toMatchObject(refused);
  });

  it('let a session confirm its own identifier whatever strangers have used up; linking another one has no such right', async () => {
    for (let at = 0; at < 5; at += 1)
      await send(limited(), { browser: browserWith(`stranger-${at}-${phone.slice(3)}`) });
    const sessionId = crypto.randomUUID();
    await expect(send(limited(), { purpose: 'link', sessionId })).rejects.toMatchObject(refused);
    await expect(send(limited(), { purpose: 'confirm' })).rejects.toMatchObject(refused);
    await send(limited(), { purpose: 'confirm', sessionId });
    expect(await row()).toMatchObject({ purpose: 'confirm', sessionId, isBare: false });
    const counters = await db().execute(sql`select from rate_limits where key = ${`codes-known:session:${sessionId}`}`);
    expect(counters.rowCount).toBe(1);
  });

  it('never fail open: without a database nothing is sent', async () => {
    const broken = sharedLimit(
      { ...site.services.connection, db: { execute: () => Promise.reject(new Error('gone')) } } as never,
      'x',
      5,
      60,
    );
    await expect(broken('a')).rejects.toThrow('gone');
    await expect(
      send({ ...site.services, limits: { ...site.services.limits, codesPerDay: () => broken('a') } }),
    ).rejects.toThrow('gone');
    expect(await db().select().from(codeChallenges).where(eq(codeChallenges.identifier, phone))).toEqual([]);
  });
});

describe('what has served its time', () => {
  it('is swept: codes after a day, counters once they are over, messages after a week', async () => {
    await send();
    await pass(2 * 86_400);
    await db().execute(sql`insert into rate_limits (key, points, expire) values ('old', 1, 5)`);
    await db().execute(sql`update outbox_messages set delivered_at = now() - interval '8 days'`);
    await sweepCodes(site.services.connection);
    expect(await db().select().from(codeChallenges).where(eq(codeChallenges.identifier, phone))).toEqual([]);
    expect(await db().select().from(outboxMessages)).toEqual([]);
    expect((await db().execute(sql`select from rate_limits where key = 'old'`)).rowCount).toBe(0);
  });
});

describe('known browsers', () => {
  beforeEach(() => db().execute(sql`delete from rate_limits`));

  /** A browser as one that has just entered a code without sending the cookie that it had. */
  function newlyKnown(identifier: string): Browser {
    const { config } = site.services;
    const now = new Date();
    const [cookie] = knownCookie(config, { cookie: undefined, now }, identifier).split(';');
    return { ...browserOf(config, { cookie, address, now }), isBare: false };
  }
  const each = async (count: number, ask: (at: number) => Promise<unknown>) => {
    let good = 0;
    for (let at = 0; at < count; at += 1) good += (await outcomes([ask(at)])).good;
    return good;
  };
  const generalPerHour = 5;

  describe('all known browsers of one number together', () => {
    it('have twenty codes a day, however many of them its owner makes; then those of unknown browsers', async () => {
      const services = limited();
      const asked = await each(40, () => send(services, { browser: newlyKnown(phone) }));
      expect(asked).toBe(20 + generalPerHour);
      const another = aNumber();
      await send(services, { identifier: another, browser: newlyKnown(another) });
    });

    it('share them with its sessions, and with each spelling of a mailbox', async () => {
      const confirming = await each(40, (at) =>
        send(
          limited(),
          at % 2 ? { browser: newlyKnown(phone) } : { purpose: 'confirm', sessionId: crypto.randomUUID() },
        ),
      );
      expect(confirming).toBe(20 + generalPerHour);
      const mailbox = `asha${phone.slice(3)}`;
      const spelled = await each(40, (at) => {
        const identifier = `${mailbox}+${at}@example.in`;
        return send(limited(), { identifier, browser: newlyKnown(identifier) });
      });
      expect(spelled).toBe(20 + generalPerHour);
    });

    it('have them exactly, when two instances are asked at once', async () => {
      const instances = [limited(), limited(second)];
      const { good, errors } = await outcomes(
        Array.from({ length: 60 }, (_, at) =>
          send(instances[at % 2], { browser: newlyKnown(phone), address: `198.51.100.${at}` }),
        ),
      );
      expect(good).toBe(20 + generalPerHour);
      expect(errors.map(statusOf).filter(isNoRefusal)).toEqual([]);
    });

    it('have two while more than half of a budget is spent, also when they ask at once', async () => {
      const budgets: Partial<Budgets> = { sms: { perMinute: 1_000, perDay: 500 } };
      await db().execute(sql`insert into rate_limits (key, points, expire)
      values ('sms-day:all', 251, (extract(epoch from now()) * 1000)::bigint + 86400000)`);
      const instances = [limited(site.services, budgets), limited(second, budgets)];
      const { good } = await outcomes(
        Array.from({ length: 30 }, (_, at) =>
          send(instances[at % 2], { browser: newlyKnown(phone), address: `198.51.100.${at}` }),
        ),
      );
      expect(good).toBe(2 + generalPerHour);
    });

    it('lose none of them to strangers, who cannot receive the codes of this number', async () => {
      const asked = await each(40, (at) => send(limited(), { browser: browserWith(`stranger-${at}-${phone}`) }));
      expect(asked).toBe(generalPerHour);
      await expect(send(limited(), { browser: bareBrowser() })).rejects.toMatchObject(refused);
      const another = aNumber();
      await expect(send(limited(), { browser: newlyKnown(another) })).rejects.toMatchObject(refused);
      await each(40, () => send(limited(), { purpose: 'link', sessionId: crypto.randomUUID() }));
      const owner = newlyKnown(phone);
      for (let at = 0; at < 5; at += 1) {
        await send(limited(), { browser: owner });
        await pass(3_600);
      }
      await expect(send(limited(), { browser: owner })).rejects.toMatchObject(refused);
    });

    it('do not wait for strangers without cookies, though their own cookie of the day has expired', async () => {
      await send(limited());
      await expect(send(limited())).rejects.toMatchObject(refused);
      await send(limited(), { browser: { ...newlyKnown(phone), isBare: true } });
    });

    it('wait for what they asked for themselves, each time without their cookie of the day', async () => {
      const owner = newlyKnown(phone);
      const ask = () => send(limited(), { browser: { ...owner, id: crypto.randomUUID(), isBare: true } });
      await ask();
      await expect(ask()).rejects.toMatchObject(refused);
      await pass(30);
      await ask();
    });

    it('do not wait for a code that they have entered', async () => {
      const owner = { ...newlyKnown(phone), isBare: true };
      await send(limited(), { browser: owner });
      await check(await lastCode(), limited(), { browser: owner });
      const again = send(limited(), { browser: { ...owner, id: crypto.randomUUID() } });
      await expect(again).resolves.toBeDefined();
    });

    it('have their first two of a day whatever a minute has left; then the shortest wait is told', async () => {
      const services = limited(site.services, { sms: { perMinute: 4, perDay: 5_000 } });
      await each(20, () => send(services, { browser: newlyKnown(phone) }));
      const another = aNumber();
      const askOnce = () => send(services, { identifier: another, browser: newlyKnown(another) });
      expect(await each(2, askOnce)).toBe(2);
      await each(5, askOnce);
      await expect(askOnce()).rejects.toSatisfy(
        (error: { status: number; retryAfterSeconds: number }) => error.status === 429 && error.retryAfterSeconds <= 60,
      );
    });
  });
});
