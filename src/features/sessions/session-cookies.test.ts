import { describe, expect, it } from 'vitest';
import type { Config } from '../../platform/settings/config.server.ts';
import type { UserRow } from '../users/users.queries.server.ts';
import { csrfTokenFor, isOwnForm } from './csrf.server.ts';
import { clearedCookies, hintCookies, isSessionGuarded, secretOf, sessionCookies } from './session-cookies.server.ts';

const open = {
  authSecret: 'a secret of the tests, long enough',
  publicOrigin: 'http://localhost:3000',
  isProduction: false,
} as Config;
const guarded = { ...open, publicOrigin: 'https://nagrik.example' };
const user = { id: 'u1', email: 'asha@example.in', phone: null } as UserRow;
const session = { expiresAt: new Date(Date.now() + 3_600_000), isNewUser: true };
/** Without the date, which says the same as the age. */
const plain = (lines: string[]) => lines.map((line) => line.replace(/ Expires=[^;]+;/, ''));

describe("a session's cookies", () => {
  it('hold the secret and the token for scripts to miss, and hints for them to read', () => {
    expect(plain(sessionCookies(open, { session, user, token: 'token', secret: 'secret' }))).toEqual([
      'nagrik.session-token=secret; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax',
      'access_token=token; Path=/; Max-Age=900; HttpOnly; SameSite=Lax',
      'email=asha%40example.in; Path=/; Max-Age=3600; SameSite=Lax',
      'user_id=u1; Path=/; Max-Age=3600; SameSite=Lax',
      'newUser=true; Path=/; Max-Age=3600; SameSite=Lax',
      'isPhoneLinked=false; Path=/; Max-Age=3600; SameSite=Lax',
    ]);
  });

  it('are hints alone after a change of the account; one that is empty goes', () => {
    const lines = plain(hintCookies(open, { ...user, email: null, phone: '+919876543210' }, session));
    expect(lines).toEqual([
      'email=; Path=/; Max-Age=0; SameSite=Lax',
      'user_id=u1; Path=/; Max-Age=3600; SameSite=Lax',
      'newUser=true; Path=/; Max-Age=3600; SameSite=Lax',
      'isPhoneLinked=true; Path=/; Max-Age=3600; SameSite=Lax',
    ]);
  });

  it('go with the session, all of them; that somebody has left stays for 90 days', () => {
    expect(plain(clearedCookies(open))).toEqual([
      'nagrik.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      'access_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      ...['email', 'user_id', 'newUser', 'isPhoneLinked'].map((name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`),
      'has_left=1; Path=/; Max-Age=7776000; SameSite=Lax',
    ]);
  });

  it('are bound to the host on HTTPS, and then no other name counts', () => {
    expect([isSessionGuarded(open), isSessionGuarded(guarded)]).toEqual([false, true]);
    const [first, ...others] = sessionCookies(guarded, { session, user, token: 'token', secret: 'secret' });
    expect(first).toMatch(/^__Host-nagrik\.session-token=secret; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/);
    for (const line of [...others, ...clearedCookies(guarded)]) expect(line).toMatch(/; Secure; SameSite=Lax$/);
    expect(clearedCookies(guarded)[0]).toMatch(/^__Host-nagrik\.session-token=;/);
    expect(secretOf(guarded, { cookie: 'a=1; __Host-nagrik.session-token=secret' })).toBe('secret');
    expect(secretOf(guarded, { cookie: 'nagrik.session-token=secret' })).toBeUndefined();
    expect(secretOf(open, { cookie: 'nagrik.session-token=secret' })).toBe('secret');
    expect(secretOf(open, { cookie: 'nagrik.session-token=' })).toBeUndefined();
    expect(secretOf(open, {})).toBeUndefined();
  });
});

describe('the token of a form', () => {
  const origin = { origin: open.publicOrigin };
  const given = csrfTokenFor(open, {});
  const cookie = given.setCookie!.split(';', 1)[0]!;

  it('is new for a browser without one, lasts as long as it is open, and is the same from then on', () => {
    expect(given.csrfToken).toMatch(/^[\da-f]{64}$/);
    expect(given.setCookie).toMatch(/^nagrik\.csrf-token=[\da-f]{64}%7C[\da-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(csrfTokenFor(guarded, {}).setCookie).toMatch(/^__Host-nagrik\.csrf-token=.*; Secure; SameSite=Lax$/);
    expect(csrfTokenFor(open, { cookie })).toEqual({ csrfToken: given.csrfToken, setCookie: null });
    expect(csrfTokenFor(open, {}).csrfToken).not.toBe(given.csrfToken);
  });

  it('counts where it is the one of the cookie, and the page is not of another site', () => {
    expect(isOwnForm(open, { cookie, ...origin }, given.csrfToken)).toBe(true);
    expect(isOwnForm(open, { cookie, origin: 'https://evil.example' }, given.csrfToken)).toBe(false);
    const other = csrfTokenFor(open, {}).csrfToken;
    for (const sent of [other, given.csrfToken.slice(1), `${given.csrfToken}0`, '', undefined, [given.csrfToken]])
      expect(isOwnForm(open, { cookie, ...origin }, sent), String(sent)).toBe(false);
  });

  it('counts only with the mark of this site', () => {
    const [token, mac] = decodeURIComponent(cookie.split('=')[1]!).split('|') as [string, string];
    for (const value of ['', token, `${token}|`, `|${mac}`, `${token}|${mac.slice(1)}0`, `${token}|${mac}|x`]) {
      const sent = `nagrik.csrf-token=${encodeURIComponent(value)}`;
      expect(isOwnForm(open, { cookie: sent, ...origin }, token), value).toBe(false);
      expect(isOwnForm(open, { cookie: sent, ...origin }, ''), value).toBe(false);
    }
    expect(isOwnForm({ ...open, authSecret: 'another secret of this site' }, { cookie, ...origin }, token)).toBe(false);
  });
});
