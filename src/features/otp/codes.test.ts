import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../database/connect.server.ts';
import { type CodePurpose, otpCodes, outboxMessages } from '../../database/schema.ts';
import { defaultLimits, networkOf, sharedLimit } from '../../platform/limits.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { toAppError } from '../../platform/to-app-error.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { connectAgain, postgresServer } from '../../testing/test-database.ts';
import { checkCode } from './check-code.server.ts';
import { identifierKey } from './code-hash.server.ts';
import { sendCode } from './send-code.server.ts';
import { sweepCodes } from './sweep-codes.server.ts';

let site: TestApp;
/** Another instance over the same database; on PGlite, which has one process, the same once more. */
let second: PageServices;
let secondConnection: Connection | undefined;

beforeAll(async () => {
  site = await buildTestApp();
  if (postgresServer) {
    const { rows } = await db().execute<{ name: string }>(sql`select current_database() as name`);
    secondConnection = await connectAgain(rows[0]!.name, site.services.config.dataDir);
  } else console.info('PGlite has one process: what two instances do at once is tried with parallel calls of one.');
  second = { ...site.services, connection: secondConnection ?? site.services.connection };
});
afterAll(async () => {
  await secondConnection?.close();
  await site.close();
});

const db = () => site.services.connection.db;
const address = '203.0.113.9';
const invalid = {
  status: 400,
  code: 'code_invalid',
  message: 'That code is not right, or no longer good. Check it, or ask for a new one.',
};
const refused = { status: 429, code: 'too_many_requests' };
let next = 9_000_000_000;
let phone: string;
beforeEach(() => {
  phone = `+91${(next += 1)}`;
});

const send = (services = site.services, more: Partial<Parameters<typeof sendCode>[1]> = {}) =>
  sendCode(services, { identifier: phone, purpose: 'signin', address, ...more });
const check = (
  code: string,
  services = site.services,
  more: { purposes?: CodePurpose[]; sessionId?: string; identifier?: string } = {},
) => checkCode(services, { identifier: phone, code, purposes: ['signin'], ...more });
const lastCode = async () =>
  (await site.services.outbox.listForDevelopment()).find(({ to }) => to === phone)!.code as string;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const row = async () => (await db().select().from(otpCodes).where(eq(otpCodes.identifier, phone)))[0]!;
/** As if so much time had gone by since. */
const pass = (seconds: number) =>
  db().execute(
    sql`update otp_codes set sent_at = sent_at - make_interval(secs => ${seconds}), next_send_at = next_send_at - make_interval(secs => ${seconds}), expires_at = expires_at - make_interval(secs => ${seconds}) where identifier = ${phone}`,
  );
const wrongTries = async () =>
  (
    await db().execute<{ points: number }>(
      sql`select points from rate_limits where key = ${`wrong-codes:${identifierKey(site.services.config, phone)}`}`,
    )
  ).rows[0]?.points ?? 0;
const statusOf = (error: unknown) => toAppError(error).status;
const isNoRefusal = (status: number) => status !== 429;
const outcomes = async (calls: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls);
  return {
    good: settled.filter(({ status }) => status === 'fulfilled').length,
    errors: settled.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { status: number; code: string }] : [],
    ),
  };
};

describe('a code', () => {
  it('is six digits, kept only as a keyed hash, and signs in once', async () => {
    expect(await send()).toEqual({ expiresInSeconds: 300, resendInSeconds: 30 });
    const code = await lastCode();
    expect(code).toMatch(/^\d{6}$/);
    const tables = await db().execute(
      sql`select o::text || coalesce(m::text, '') as text from otp_codes o left join outbox_messages m on true where o.identifier = ${phone}`,
    );
    expect(JSON.stringify(tables.rows)).not.toContain(code);
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
    await db().update(otpCodes).set({ tries: 0 }).where(eq(otpCodes.identifier, phone));
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
    // One in a million is the same again.
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
    phone = `+91${(next += 1)}`;
    await send();
    await db().update(otpCodes).set({ codeHash, challengeId }).where(eq(otpCodes.identifier, phone));
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
});

describe('limits', () => {
  const limited = (services = site.services): PageServices => ({
    ...services,
    limits: defaultLimits(services.connection, { perMinute: 1_000, perDay: 1_000 }),
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
        sql`update rate_limits set expire = 0 where key = ${`codes-hour:${identifierKey(site.services.config, phone)}`}`,
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
    const calls = Array.from({ length: 50 }, (_, index) =>
      sendCode(limited(index % 2 ? second : site.services), {
        identifier: `+91${(next += 1)}`,
        purpose: 'signin',
        address: `2001:db8:0:7::${index.toString(16)}`,
      }),
    );
    const { good, errors } = await outcomes(calls);
    expect(good).toBe(30);
    expect(errors.map(statusOf).filter(isNoRefusal)).toEqual([]);
    await sendCode(limited(), { identifier: `+91${(next += 1)}`, purpose: 'signin', address: '2001:db8:0:8::1' });
    expect(networkOf('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64');
  });

  it('keep the site within its budget for SMS, and say so once; mail goes on', async () => {
    const alerts: string[] = [];
    const { smsPerMinute } = defaultLimits(site.services.connection, { perMinute: 3, perDay: 1_000 }, (budget) =>
      alerts.push(budget),
    );
    const services = { ...site.services, limits: { ...site.services.limits, smsPerMinute } };
    await db().execute(sql`delete from rate_limits where key like 'sms-%'`);
    const { good, errors } = await outcomes(
      Array.from({ length: 10 }, () =>
        sendCode(services, { identifier: `+91${(next += 1)}`, purpose: 'signin', address }),
      ),
    );
    expect(good).toBe(3);
    expect(errors.every(({ status }) => status === 429)).toBe(true);
    expect(alerts).toEqual(['minute']);
    await sendCode(services, { identifier: 'asha@example.in', purpose: 'signin', address });
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
    expect(await db().select().from(otpCodes).where(eq(otpCodes.identifier, phone))).toEqual([]);
  });
});

describe('what has served its time', () => {
  it('is swept: codes after a day, counters once they are over, messages after a week', async () => {
    await send();
    await pass(2 * 86_400);
    await db().execute(sql`insert into rate_limits (key, points, expire) values ('old', 1, 5)`);
    await db().execute(sql`update outbox_messages set delivered_at = now() - interval '8 days'`);
    await sweepCodes(site.services.connection);
    expect(await db().select().from(otpCodes).where(eq(otpCodes.identifier, phone))).toEqual([]);
    expect(await db().select().from(outboxMessages)).toEqual([]);
    expect((await db().execute(sql`select from rate_limits where key = 'old'`)).rowCount).toBe(0);
  });
});
