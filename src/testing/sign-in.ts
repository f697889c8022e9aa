import { eq, sql } from 'drizzle-orm';
import { type Role, users } from '../database/schema.ts';
import { normaliseEmail, normalisePhone } from '../features/otp/identifiers.ts';
import { bareBrowser } from '../features/otp/browser.server.ts';
import { waitKey } from '../features/otp/code-hash.server.ts';
import { sendCode } from '../features/otp/send-code.server.ts';
import type { User } from '../features/users/users.contract.ts';
import { readCookies } from '../platform/http/cookies.server.ts';
import type { TestApp } from './build-test-app.ts';

export type SignedIn = {
  user: User;
  token: string;
  /** The Cookie header that a browser would send. */
  cookies: string;
  headers: { authorization: string };
};
export type Person = {
  /** Ten digits; with neither phone nor email, an unused number. */
  phone?: string;
  email?: string;
  role?: Role;
  /** A new account, which has lower limits during its first 24 hours. Otherwise a month old. */
  isNew?: boolean;
};

let lastNumber = 7_000_000_000 + Math.floor(Math.random() * 900_000) * 1_000;

/** Signs a user in through the API, with the code from the development outbox. */
export async function signIn(test: TestApp, { phone, email, role, isNew = false }: Person = {}): Promise<SignedIn> {
  const number = phone ?? (email === undefined ? String((lastNumber += 1)) : undefined);
  const code = await askForCode(test, number === undefined ? { email: email! } : { phone: number });
  const answer = await test.send('POST', '/api/provider-token/verify', {
    providerToken: code,
    provider: 'JB',
    ...(number === undefined ? { emailId: email } : { phoneNo: number }),
  });
  if (answer.statusCode !== 200) throw new Error(`Signing in for a test failed: ${answer.body}`);
  const { token, user } = answer.json<{ data: { token: string; user: User } }>().data;
  const { db } = test.services.connection;
  if (role)
    await db
      .update(users)
      .set({ roles: [role] })
      .where(eq(users.id, user.id));
  if (!isNew)
    await db
      .update(users)
      .set({ createdAt: sql`now() - interval '30 days'` })
      .where(eq(users.id, user.id));
  return {
    user: role ? { ...user, roles: [role] } : user,
    token,
    cookies: cookiesOf(answer.headers['set-cookie']),
    headers: { authorization: `Bearer ${token}` },
  };
}

/** Requests a code and reads it from the outbox message. */
export async function askForCode(test: TestApp, to: { phone: string } | { email: string }): Promise<string> {
  const identifier = 'phone' in to ? normalisePhone(to.phone) : normaliseEmail(to.email);
  if (identifier === null) throw new Error('That is no number or address to sign in with.');
  await endWaits(test, identifier);
  await sendCode(test.services, {
    identifier,
    purpose: 'signin',
    browser: bareBrowser(),
    address: '127.0.0.1',
  });
  return codeFor(test, identifier);
}

/** Ends the wait before another code may be requested. */
export const endWaits = ({ services: { connection, config } }: Pick<TestApp, 'services'>, identifier: string) =>
  connection.db.execute(sql`delete from rate_limits where starts_with(key, ${waitKey(config, identifier, '')})`);

/** The latest code sent to a normalised number or address. */
export async function codeFor(test: TestApp, identifier: string): Promise<string> {
  const message = (await test.services.outbox.listForDevelopment()).find(
    ({ to, code }) => to === identifier && code !== null,
  );
  if (!message?.code) throw new Error(`No code was sent to ${identifier}.`);
  return message.code;
}

/** Applies Set-Cookie lines to a cookie jar, and returns its Cookie header. */
export function cookiesOf(lines: string | string[] | undefined, before = ''): string {
  const jar = new Map([...readCookies(before)].map(([name, value]) => [name, encodeURIComponent(value)]));
  for (const line of [lines ?? []].flat()) {
    const [pair = ''] = line.split(';', 1);
    const name = pair.slice(0, pair.indexOf('='));
    if (/;\s*max-age=0\b/i.test(line)) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

// The shared cast of users; a test that needs several of one role signs them in itself.
export const asReader = (test: TestApp) => signIn(test, { phone: '9800000001' });
export const asAuthor = (test: TestApp) => signIn(test, { phone: '9800000002' });
export const asModerator = (test: TestApp) => signIn(test, { phone: '9800000003', role: 'moderator' });
