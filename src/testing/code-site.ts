import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Connection } from '../database/connect.server.ts';
import { codeChallenges, type CodePurpose } from '../database/schema.ts';
import { type Budgets, defaultLimits } from '../platform/guard/limits.server.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';
import { toAppError } from '../platform/http/to-app-error.server.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { connectAgain, postgresServer } from './test-database.ts';
import { checkCode } from '../features/otp/check-code.server.ts';
import { bareBrowser, type Browser } from '../features/otp/browser.server.ts';
import { identifierKey, waitKey } from '../features/otp/code-hash.server.ts';
import { sendCode } from '../features/otp/send-code.server.ts';

export let site: TestApp;
/** A second instance on the same database; on PGlite, which has one process, the first one again. */
export let second: PageServices;
let secondConnection: Connection | undefined;

/** A site for the test file that calls this, with another phone number for each test. */
export function openCodeSite(): void {
  beforeAll(async () => {
    site = await buildTestApp();
    if (postgresServer) {
      secondConnection = await connectAgain(site.services, site.services.config.dataDir);
    } else console.info('PGlite has one process: what two instances do at once is tried with parallel calls of one.');
    second = { ...site.services, connection: secondConnection ?? site.services.connection };
  });
  afterAll(async () => {
    await secondConnection?.close();
    await site.close();
  });
  beforeEach(useAnotherPhone);
}

export const db = () => site.services.connection.db;
/** With the site's own limits. A separate connection object has no cached refusals: counters may be deleted. */
export const limited = (services = site.services, budgets: Partial<Budgets> = {}): PageServices => ({
  ...services,
  connection: { ...services.connection },
  limits: defaultLimits(services.connection, budgets),
});
export const address = '203.0.113.9';
export const invalid = {
  status: 400,
  code: 'code_invalid',
  message: 'That code is not right, or it is too old. Check it, or ask for a new one.',
};
export const refused = { status: 429, code: 'too_many_requests' };
let next = 9_000_000_000;
export let phone: string;
export const aNumber = () => `+91${(next += 1)}`;
export function useAnotherPhone(): void {
  phone = aNumber();
}

export const send = (services = site.services, more: Partial<Parameters<typeof sendCode>[1]> = {}) =>
  sendCode(services, { identifier: phone, purpose: 'signin', browser: bareBrowser(), address, ...more });
export const check = (
  code: string,
  services = site.services,
  more: { purposes?: CodePurpose[]; sessionId?: string; identifier?: string; browser?: Browser } = {},
) => checkCode(services, { identifier: phone, code, purposes: ['signin'], browser: bareBrowser(), ...more });
/** A browser with its challenge cookie; `own` is its rate limit key. */
export const browserWith = (id: string, own: string | null = null): Browser => ({
  ...bareBrowser(),
  id,
  isBare: false,
  own: () => own,
});
export const lastCode = async () =>
  (await site.services.outbox.listForDevelopment()).find(({ to }) => to === phone)!.code as string;
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
export const row = async () =>
  (
    await db()
      .select()
      .from(codeChallenges)
      .where(eq(codeChallenges.identifier, phone))
      .orderBy(desc(codeChallenges.sentAt))
  )[0]!;
/** Backdates the stored codes and counters. */
export const pass = async (seconds: number) => {
  await db().execute(
    sql`update code_challenges set sent_at = sent_at - make_interval(secs => ${seconds}), expires_at = expires_at - make_interval(secs => ${seconds}) where identifier = ${phone}`,
  );
  await db().execute(
    sql`update rate_limits set expire = expire - ${seconds * 1_000} where starts_with(key, ${waitKey(site.services.config, phone, '')})`,
  );
};
export const wrongTries = async () =>
  (
    await db().execute<{ points: number }>(
      sql`select points from rate_limits where key = ${`wrong-codes:${identifierKey(site.services.config, phone)}`}`,
    )
  ).rows[0]?.points ?? 0;
export const statusOf = (error: unknown) => toAppError(error).status;
export const isNoRefusal = (status: number) => status !== 429;
export const outcomes = async (calls: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls);
  return {
    good: settled.filter(({ status }) => status === 'fulfilled').length,
    errors: settled.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { status: number; code: string }] : [],
    ),
  };
};
