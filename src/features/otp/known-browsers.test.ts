// @runs on both databases
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Budgets } from '../../platform/guard/limits.server.ts';
import { bareBrowser, type Browser, knownCookie, browserOf } from './browser.server.ts';
import {
  aNumber,
  address,
  browserWith,
  check,
  db,
  isNoRefusal,
  lastCode,
  limited,
  openCodeSite,
  outcomes,
  pass,
  phone,
  refused,
  second,
  send,
  site,
  statusOf,
} from '../../testing/code-site.ts';

openCodeSite();

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
      send(limited(), at % 2 ? { browser: newlyKnown(phone) } : { purpose: 'confirm', sessionId: crypto.randomUUID() }),
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
