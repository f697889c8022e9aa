import { eq, sql } from 'drizzle-orm';
import { otpCodes, type Role, users } from '../database/schema.ts';
import { normaliseEmail, normalisePhone } from '../features/otp/identifiers.ts';
import { sendCode } from '../features/otp/send-code.server.ts';
import type { User } from '../features/users/users.contract.ts';
import { readCookies } from '../platform/cookies.server.ts';
import type { TestApp } from './build-test-app.ts';

export type SignedIn = {
  user: User;
  token: string;
  /** As a browser would send them back. */
  cookies: string;
  headers: { authorization: string };
};
export type Person = {
  /** Ten digits; without phone and email, a number that nobody has had. */
  phone?: string;
  email?: string;
  role?: Role;
  /** Joined just now, as the first 24 hours have limits of their own. Else: a month ago. */
  isNew?: boolean;
};

let lastNumber = 7_000_000_000 + Math.floor(Math.random() * 900_000) * 1_000;

/** Signs somebody in through the call that the site itself makes, with the code from the development outbox. */
export async function signIn(test: TestApp, { phone, email, role, isNew = false }: Person = {}): Promise<SignedIn> {
  const number = phone ?? (email === undefined ? String((lastNumber += 1)) : undefined);
  const code = await askForCode(test, number === undefined ? { email: email! } : { phone: number });
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/provider-token/verify',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      providerToken: code,
      provider: 'JB',
      ...(number === undefined ? { emailId: email } : { phoneNo: number }),
    }),
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

/** Has a code sent, and reads it where a person would: in the message. */
export async function askForCode(test: TestApp, to: { phone: string } | { email: string }): Promise<string> {
  const identifier = 'phone' in to ? normalisePhone(to.phone) : normaliseEmail(to.email);
  if (identifier === null) throw new Error('That is no number or address to sign in with.');
  await test.services.connection.db
    .update(otpCodes)
    .set({ nextSendAt: sql`now()` })
    .where(eq(otpCodes.identifier, identifier));
  await sendCode(test.services, { identifier, purpose: 'signin', address: '127.0.0.1' });
  return codeFor(test, identifier);
}

/** The newest code that was sent to a number or address, normalised. */
export async function codeFor(test: TestApp, identifier: string): Promise<string> {
  const message = (await test.services.outbox.listForDevelopment()).find(
    ({ to, code }) => to === identifier && code !== null,
  );
  if (!message?.code) throw new Error(`No code was sent to ${identifier}.`);
  return message.code;
}

/** A Cookie header of what Set-Cookie lines leave in a browser, on top of what it had. */
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

// One cast for all tests; a test that needs several of a kind signs them in by hand.
export const asReader = (test: TestApp) => signIn(test, { phone: '9800000001' });
export const asAuthor = (test: TestApp) => signIn(test, { phone: '9800000002' });
export const asModerator = (test: TestApp) => signIn(test, { phone: '9800000003', role: 'moderator' });
