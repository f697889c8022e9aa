// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { codeChallenges } from '../../database/schema.ts';
import { bareBrowser, type Browser } from './browser.server.ts';
import { hashCode, identifierKey } from './code-hash.server.ts';

import {
  browserWith,
  check,
  db,
  invalid,
  isNoRefusal,
  lastCode,
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
  useAnotherPhone,
  wrong,
  wrongTries,
} from '../../testing/code-site.ts';

openCodeSite();

describe('a code', () => {
  it('is six digits, kept only as a keyed hash, and signs in once', async () => {
    expect(await send()).toEqual({ expiresInSeconds: 300, resendInSeconds: 30 });
    const code = await lastCode();
    expect(code).toMatch(/^\d{6}$/);
    const { rows } = await db().execute<{ text: string }>(
      sql`select c::text || m::text as text from code_challenges c cross join outbox_messages m where c.identifier = ${phone}`,
    );
    expect(rows).not.toHaveLength(0);
    expect(JSON.stringify(rows)).not.toContain(code);
    const { challengeId, purpose, identifier, codeHash } = await row();
    const hashUnder = (authSecret: string) => hashCode({ authSecret }, { challengeId, purpose, identifier, code });
    expect(hashUnder(site.services.config.authSecret)).toBe(codeHash);
    expect(hashUnder('x'.repeat(48))).not.toBe(codeHash);
    expect(await check(code)).toEqual({ purpose: 'signin', draft: null });
    await expect(check(code)).rejects.toMatchObject(invalid);
    expect(await wrongTries()).toBe(0);
  });

  it('is read as people type it', async () => {
    await send();
    const code = await lastCode();
    const devanagari = code.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
    expect(await check(` ${devanagari.slice(0, 3)} ${devanagari.slice(3)}`)).toMatchObject({ purpose: 'signin' });
  });

  it.each(['', '12345', '1234567', 'abcdef', '12345a', '١٢', '\u0000', "' or 1=1"])(
    '%j is no code, and costs no try',
    async (text) => {
      await send();
      await expect(check(text)).rejects.toMatchObject(invalid);
      expect((await row()).tries).toBe(0);
    },
  );

  it('is good for five minutes by the clock of the database', async () => {
    await send();
    const code = await lastCode();
    await pass(299);
    await expect(check(wrong(code))).rejects.toMatchObject(invalid);
    await pass(2);
    await expect(check(code)).rejects.toMatchObject(invalid);
  });

  it('takes five tries: the right one afterwards reads like a wrong one', async () => {
    await send();
    const code = await lastCode();
    for (let tries = 0; tries < 5; tries += 1) await expect(check(wrong(code))).rejects.toMatchObject(invalid);
    await expect(check(code)).rejects.toMatchObject(invalid);
    expect(await wrongTries()).toBe(5);
  });

  it('still works at the fifth try', async () => {
    await send();
    const code = await lastCode();
    for (let tries = 0; tries < 4; tries += 1) await expect(check(wrong(code))).rejects.toMatchObject(invalid);
    expect(await check(code)).toMatchObject({ purpose: 'signin' });
    expect(await wrongTries()).toBe(4);
  });

  it('is replaced by a new one', async () => {
    await send();
    const old = await lastCode();
    await pass(30);
    await send();
    const code = await lastCode();
    // One code in a million is equal by chance.
    const outcome = await check(old === code ? wrong(code) : old).catch((error: unknown) => error);
    expect(outcome).toMatchObject(invalid);
    expect(await check(code)).toMatchObject({ purpose: 'signin' });
  });

  it('of one number is nothing for another, and an unknown number reads like a wrong code', async () => {
    await send();
    const code = await lastCode();
    await expect(check(code, site.services, { identifier: '+916000000001' })).rejects.toMatchObject(invalid);
    expect(await check(code)).toMatchObject({ purpose: 'signin' });
  });

  it('for linking is no sign-in, and works in the session that asked for it alone', async () => {
    const sessionId = crypto.randomUUID();
    await send(site.services, { purpose: 'link', sessionId });
    const code = await lastCode();
    await expect(check(code)).rejects.toMatchObject(invalid);
    await expect(check(code, site.services, { purposes: ['link'] })).rejects.toMatchObject(invalid);
    await expect(
      check(code, site.services, { purposes: ['link'], sessionId: crypto.randomUUID() }),
    ).rejects.toMatchObject(invalid);
    expect((await row()).tries).toBe(0);
    expect(await check(code, site.services, { purposes: ['link', 'signin'], sessionId })).toEqual({
      purpose: 'link',
      draft: null,
    });
  });

  it('carries the names given with it; a later code without names forgets them', async () => {
    const draft = { firstName: 'Asha', lastName: 'Menon', consentVersion: '1' };
    await send(site.services, { draft });
    expect(await check(await lastCode())).toEqual({ purpose: 'signin', draft });
    await send(site.services, { draft });
    await pass(30);
    await send();
    expect(await check(await lastCode())).toEqual({ purpose: 'signin', draft: null });
  });

  it('belongs to its row: a hash moved to another number opens nothing', async () => {
    await send();
    const code = await lastCode();
    const { codeHash, challengeId } = await row();
    await db().delete(codeChallenges).where(eq(codeChallenges.identifier, phone));
    useAnotherPhone();
    await send();
    await db().update(codeChallenges).set({ codeHash, challengeId }).where(eq(codeChallenges.identifier, phone));
    await expect(check(code)).rejects.toMatchObject(invalid);
  });
});

describe('many at once', () => {
  it('of 200 parallel requests one sends a message; the rest are told to wait', async () => {
    const { good, errors } = await outcomes(
      Array.from({ length: 200 }, (_, index) => send(index % 2 ? second : site.services)),
    );
    expect(good).toBe(1);
    expect(errors.map(statusOf).filter(isNoRefusal)).toEqual([]);
    const messages = (await site.services.outbox.listForDevelopment()).filter(({ to }) => to === phone);
    expect(messages).toHaveLength(1);
  });

  it('of many parallel requests of one browser all but one cost the database nothing', async () => {
    const browser = browserWith('in a hurry');
    const execute = vi.spyOn(db(), 'execute');
    try {
      await send(site.services, { browser });
      const ofOne = execute.mock.calls.length;
      await pass(30);
      execute.mockClear();
      const { good } = await outcomes(Array.from({ length: 20 }, () => send(site.services, { browser })));
      expect([good, execute.mock.calls.length]).toEqual([1, ofOne]);
    } finally {
      execute.mockRestore();
    }
  });

  it('of 200 parallel wrong codes exactly five are looked at', async () => {
    await send();
    const code = await lastCode();
    const { good, errors } = await outcomes(
      Array.from({ length: 200 }, (_, index) => check(wrong(code), index % 2 ? second : site.services)),
    );
    expect(good).toBe(0);
    expect(errors.filter((error) => error.code !== 'code_invalid')).toEqual([]);
    expect((await row()).tries).toBe(5);
    expect(await wrongTries()).toBe(5);
    await expect(check(code)).rejects.toMatchObject(invalid);
  });

  it('of 50 parallel right codes one wins, and the others are no wrong tries', async () => {
    await send();
    const code = await lastCode();
    const { good, errors } = await outcomes(
      Array.from({ length: 50 }, (_, index) => check(code, index % 2 ? second : site.services)),
    );
    expect(good).toBe(1);
    expect(errors).toHaveLength(49);
    expect(errors.filter((error) => error.code !== 'code_invalid')).toEqual([]);
    expect(await wrongTries()).toBe(0);
  });
});

describe('waiting', () => {
  it('is 30 seconds, then 60, 120, 240; an hour later it starts again', async () => {
    for (const wait of [30, 60, 120, 240]) {
      expect(await send()).toEqual({ expiresInSeconds: 300, resendInSeconds: wait });
      const refusal = (await send().catch((error: { retryAfterSeconds: number }) => error)) as {
        retryAfterSeconds: number;
      };
      expect(refusal).toMatchObject(refused);
      expect(refusal.retryAfterSeconds).toBeGreaterThan(wait - 3);
      expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(wait);
      await pass(wait - 2);
      await expect(send()).rejects.toMatchObject(refused);
      await pass(2);
    }
    await pass(3_600);
    expect(await send()).toMatchObject({ resendInSeconds: 30 });
  });

  it('is the same for a browser whose first call had no cookie yet', async () => {
    const fresh = bareBrowser();
    await send(site.services, { browser: fresh });
    const again = () => send(site.services, { browser: browserWith(fresh.id) });
    await expect(again()).rejects.toMatchObject(refused);
    await pass(30);
    expect(await again()).toMatchObject({ resendInSeconds: 60 });
    await check(await lastCode(), site.services, { browser: browserWith(fresh.id) });
    expect(await again()).toMatchObject({ resendInSeconds: 30 });
  });

  it('is over once the code was used: whoever signs in on a second device need not wait', async () => {
    await send();
    await check(await lastCode());
    expect(await send()).toMatchObject({ resendInSeconds: 30 });
  });
});

describe('wrong tries of a day', () => {
  it('are 20 for a number, however many codes are sent meanwhile; then 429, for the right code too', async () => {
    for (let round = 0; round < 4; round += 1) {
      await send();
      const code = await lastCode();
      for (let tries = 0; tries < 5; tries += 1) await expect(check(wrong(code))).rejects.toMatchObject(invalid);
      await pass(3_600);
    }
    await send();
    const refusal = await check(await lastCode()).catch((error: unknown) => error);
    expect(refusal).toMatchObject(refused);
    expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(80_000);
    await db().execute(
      sql`update rate_limits set expire = 0 where key = ${`wrong-codes:${identifierKey(site.services.config, phone)}`}`,
    );
    expect(await check(await lastCode())).toMatchObject({ purpose: 'signin' });
  });

  it('are counted for 24 hours from the first, then anew', async () => {
    const key = `wrong-codes:${identifierKey(site.services.config, phone)}`;
    const hoursLeft = async () =>
      (
        await db().execute<{ hours: number }>(
          sql`select round((expire - extract(epoch from now()) * 1000) / 3600000)::int as hours from rate_limits where key = ${key}`,
        )
      ).rows[0]!.hours;
    const passHours = (hours: number) =>
      db().execute(sql`update rate_limits set expire = expire - ${hours * 3_600_000} where key = ${key}`);
    const guess = async () => expect(check(wrong(await lastCode()))).rejects.toMatchObject(invalid);
    await send();
    await guess();
    expect([await wrongTries(), await hoursLeft()]).toEqual([1, 24]);
    await passHours(23);
    await guess();
    expect([await wrongTries(), await hoursLeft()]).toEqual([2, 1]);
    await passHours(2);
    await guess();
    expect([await wrongTries(), await hoursLeft()]).toEqual([1, 24]);
  });
});

describe('browsers', () => {
  it('have each a code of their own: a new one replaces the same browser’s, never another’s', async () => {
    const [one, other] = [browserWith('one'), browserWith('other')];
    await send(site.services, { browser: one });
    const first = await lastCode();
    await send(second, { browser: other });
    const others = await lastCode();
    await expect(send(site.services, { browser: one })).rejects.toMatchObject(refused);
    await pass(30);
    expect(await send(site.services, { browser: one })).toMatchObject({ resendInSeconds: 60 });
    const newest = await lastCode();
    // One code in a million is equal by chance.
    const unlike = (code: string, than: string) => (code === than ? wrong(than) : code);
    await expect(check(unlike(first, newest), second, { browser: one })).rejects.toMatchObject(invalid);
    await expect(check(unlike(newest, others), second, { browser: other })).rejects.toMatchObject(invalid);
    expect(await check(others, site.services, { browser: other })).toMatchObject({ purpose: 'signin' });
    expect(await check(newest, second, { browser: one })).toMatchObject({ purpose: 'signin' });
  });

  it('that send no cookies are one; who keeps the cookie of the answer keeps the code too', async () => {
    const kept = bareBrowser();
    await send(site.services, { browser: kept });
    const first = await lastCode();
    await expect(send(second)).rejects.toMatchObject(refused);
    await pass(30);
    await send(second);
    const newest = await lastCode();
    await expect(check(first === newest ? wrong(newest) : first)).rejects.toMatchObject(invalid);
    expect(await check(first, second, { browser: browserWith(kept.id) })).toMatchObject({ purpose: 'signin' });
    expect(await check(newest)).toMatchObject({ purpose: 'signin' });
  });

  it('that send no cookies keep the code of one number when they ask for one to another', async () => {
    await send();
    const code = await lastCode();
    await send(second, { identifier: `+91${Number(phone.slice(3)) - 1_000_000_000}` });
    expect(await check(code)).toMatchObject({ purpose: 'signin' });
  });

  it('use up the tries of their own code alone', async () => {
    const [owner, stranger] = [browserWith('owner'), browserWith('stranger')];
    await send(site.services, { browser: owner });
    const code = await lastCode();
    await send(site.services, { browser: stranger });
    const { good } = await outcomes(
      Array.from({ length: 50 }, (_, index) =>
        check(wrong(code), index % 2 ? second : site.services, { browser: stranger }),
      ),
    );
    expect([good, await wrongTries()]).toEqual([0, 5]);
    await expect(check(code, second, { browser: browserWith('nobody') })).rejects.toMatchObject(invalid);
    expect(await check(code, second, { browser: owner })).toMatchObject({ purpose: 'signin' });
  });

  it('that are known have twenty wrong tries of their own, which strangers cannot use up, nor they the strangers’', async () => {
    const owner = browserWith('owner', `own-${phone}`);
    const guess = async (browser: Browser) => {
      await send(site.services, { browser });
      const code = await lastCode();
      for (let tries = 0; tries < 5; tries += 1)
        await expect(check(wrong(code), site.services, { browser })).rejects.toMatchObject(invalid);
      await pass(3_600);
    };
    for (let round = 0; round < 4; round += 1) await guess(browserWith(`stranger-${round}`));
    await send(site.services, { browser: browserWith('late') });
    await expect(check(await lastCode(), second, { browser: browserWith('late') })).rejects.toMatchObject(refused);
    await send(site.services, { browser: owner });
    expect(await check(await lastCode(), second, { browser: owner })).toMatchObject({ purpose: 'signin' });
    for (let round = 0; round < 4; round += 1) await guess(owner);
    await send(site.services, { browser: owner });
    await expect(check(await lastCode(), second, { browser: owner })).rejects.toMatchObject(refused);
    expect(await wrongTries()).toBe(20);
  });
});
