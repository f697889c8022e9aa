import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derivedKey, keyedHash } from '../../platform/guard/derived-key.server.ts';
import { bareBrowser, type Browser, browserOf, knownCookie } from './browser.server.ts';

const config = { authSecret: 'a secret of the tests, long enough', publicOrigin: 'http://localhost:3000' };
const secure = { ...config, publicOrigin: 'https://nagrik.example' };
const start = new Date('2026-11-01T10:00:00Z');
const after = (seconds: number, from = start) => new Date(from.getTime() + seconds * 1_000);
const days = (count: number) => count * 86_400;
const address = '203.0.113.9';
const phone = '+919876543210';

const pairOf = (line: string | undefined) => line!.split(';', 1)[0]!;
const valueOf = (line: string | undefined) => pairOf(line).split('=')[1]!;
const reader = (cookie?: string, more: { now?: Date; address?: string } = {}, settings = config): Browser =>
  browserOf(settings, { cookie, address, now: start, ...more });
const mark = (identifier: string, cookie?: string, now = start) => knownCookie(config, { cookie, now }, identifier);
/** As the site signs: whoever has the secret may also have written an odd text. */
const signed = (use: string, text: string) =>
  `${text}.${createHmac('sha256', derivedKey(config.authSecret, use)).update(text).digest('base64url')}`;

describe('the challenge cookie', () => {
  it('is given to a browser without one, for a day, and recognises it from then on', () => {
    const first = reader();
    expect(first).toMatchObject({ isBare: true, isSettled: false, id: expect.stringMatching(/^[\w-]{22}$/) });
    expect(first.setCookies).toEqual([
      expect.stringMatching(
        /^nagrik\.challenge=[\w.-]+; Path=\/; Max-Age=86400; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const again = reader(pairOf(first.setCookies[0]));
    expect(again).toMatchObject({ id: first.id, isBare: false, isSettled: false, setCookies: [] });
    expect(reader().id).not.toBe(first.id);
  });

  it('is bound to the host and to HTTPS where the site has that', () => {
    const [line] = reader(undefined, {}, secure).setCookies;
    expect(line).toMatch(/^__Host-nagrik\.challenge=.*; Secure; SameSite=Lax$/);
    expect(knownCookie(secure, { cookie: undefined, now: start }, phone)).toMatch(
      /^__Host-nagrik\.known-for=[^;]+; Path=\/; Max-Age=15552000; .*; Secure; SameSite=Lax$/,
    );
    expect(reader(pairOf(line), {}, secure).isBare).toBe(false);
    expect(reader(pairOf(line)).isBare).toBe(true);
  });

  it.each([
    ['two seconds later', { now: after(2.999) }, false],
    ['three seconds later', { now: after(3) }, true],
    ['from another network', { now: after(60), address: '203.0.113.10' }, false],
  ])('is settled after three seconds in one network: %s', (_when, more, isSettled) => {
    expect(reader(pairOf(reader().setCookies[0]), more)).toMatchObject({ isBare: false, isSettled });
  });

  it('counts the seconds between whole ones, and a household as one network', () => {
    const given = pairOf(reader(undefined, { now: after(0.9), address: '2001:db8::1' }).setCookies[0]);
    expect(reader(given, { now: after(3), address: '2001:db8::2' }).isSettled).toBe(true);
    expect(reader(given, { now: after(3), address: '2001:db8:0:1::2' }).isSettled).toBe(false);
  });

  it('counts only as it was signed', () => {
    const value = valueOf(reader().setCookies[0]);
    const [text, mac] = [value.slice(0, value.lastIndexOf('.')), value.slice(value.lastIndexOf('.') + 1)];
    const isTaken = (sent: string) => !reader(`nagrik.challenge=${sent}`).isBare;
    expect(isTaken(value)).toBe(true);
    const refused = [
      '',
      text,
      mac,
      `.${mac}`,
      `${text}.`,
      `${text}.${mac.slice(1)}`,
      `${text}.${mac.slice(1)}x`,
      `x${text}.${mac}`,
      signed('known browser', text),
      `${'x'.repeat(1_001)}.${mac}`,
      signed('challenge', 'x'.repeat(957)),
    ];
    expect(refused.filter(isTaken)).toEqual([]);
    expect(isTaken(signed('challenge', 'x'.repeat(956)))).toBe(true);
  });

  it('is none for commands, which are all one', () => {
    expect(bareBrowser()).toMatchObject({ isBare: true, isSettled: false, setCookies: [] });
    expect(bareBrowser().own(phone)).toBeNull();
    expect(bareBrowser().id).toMatch(/^[\w-]{22}$/);
  });
});

describe('a browser that has signed in', () => {
  it('has a key of its own for that identifier and for no other, for 180 days', () => {
    const line = mark(phone);
    expect(line).toMatch(/^nagrik\.known-for=[^;]+; Path=\/; Max-Age=15552000; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const own = (identifier: string, now: Date) => reader(pairOf(line), { now }).own(identifier);
    const hash = keyedHash(config.authSecret, 'known browser', phone).slice(0, 22);
    expect(own(phone, start)).toMatch(new RegExp(`^${hash}:[\\w-]{11}$`));
    expect(own('+919876543211', start)).toBeNull();
    expect(own(phone, after(days(180) - 1))).toBe(own(phone, start));
    expect(own(phone, after(days(180)))).toBeNull();
    expect(reader().own(phone)).toBeNull();
    expect(mark(phone)).not.toBe(line);
  });

  it('keeps its key when it signs in again, for another 180 days; once that is over it gets a new one', () => {
    const first = mark(phone);
    const ownOf = (line: string, now: Date) => reader(pairOf(line), { now }).own(phone);
    const renewed = mark(phone, pairOf(first), after(days(100)));
    expect(ownOf(renewed, after(days(279)))).toBe(ownOf(first, start));
    const later = mark(phone, pairOf(first), after(days(181)));
    expect(ownOf(later, after(days(182)))).not.toBeNull();
    expect(ownOf(later, after(days(182)))).not.toBe(ownOf(first, start));
  });

  it('remembers five identifiers, without doubles; the least recently used makes room', () => {
    const people = Array.from({ length: 6 }, (_, at) => `person-${at}@example.in`);
    let cookie: string | undefined;
    const signIn = (person: string) => (cookie = pairOf(mark(person, cookie)));
    const remembered = () => people.filter((person) => reader(cookie).own(person) !== null);
    for (const person of people.slice(0, 5)) signIn(person);
    expect(remembered()).toEqual(people.slice(0, 5));
    signIn(people[0]!);
    expect(decodeURIComponent(cookie!).split('~')).toHaveLength(5);
    signIn(people[5]!);
    expect(remembered()).toEqual(people.filter((_, at) => at !== 1));
  });

  it('is not known by a cookie that was signed for something else, or by one with odd parts', () => {
    const value = decodeURIComponent(valueOf(mark(phone)));
    const text = value.slice(0, value.lastIndexOf('.'));
    const own = (sent: string) => reader(`nagrik.known-for=${encodeURIComponent(sent)}`).own(phone);
    expect(own(signed('known browser', text))).not.toBeNull();
    for (const sent of [text, signed('challenge', text), signed('known browser', `${text.split('!')[0]}!x`)])
      expect(own(sent), sent).toBeNull();
  });
});
