import { decodeId } from '../../platform/ids.ts';
import type { TrackEvent } from './tracking.contract.ts';

type Value = string | number | boolean | null;
export type CleanEvent = { name: string; path: string; at: Date; props: Record<string, Value> | null };

// Digits of any script; runs that could be a mobile number, a code, an Aadhaar or a card.
const numbers = /\+?\p{Nd}{6,}|\+?\p{Nd}(?:[\s().\-–]{0,2}\p{Nd}){8,}/gu;
const addresses = /[^\s@/?&=]+@[^\s@/?&=]+/g;
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const tokens = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;

/** Text without numbers, addresses, ids and tokens of people. */
export const withoutPeople = (text: string): string =>
  text.replace(tokens, '(token)').replace(ids, '(id)').replace(addresses, '(address)').replace(numbers, '(number)');

const readable = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').toWellFormed();
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

// Everything else that an address carries may be somebody's own: a step of signing in, where they want to go.
function cleanPath(path: string): string {
  const [whole = '', query = ''] = path
    .replace(/^https?:\/\/[^/?#]+/i, '')
    .split('#', 1)[0]!
    .split(/\?(.*)/s);
  const page = printable(readable(whole === '' ? '/' : whole));
  // The slug of a question is what a person wrote, and must be able to go with them.
  const question = /^\/community\/question\/(?:.*-)?([^-]*?)\/?$/.exec(page);
  if (question) return `/community/question/${decodeId(question[1]!) === null ? '' : question[1]}`;
  const piece = /^(\/[a-z/]+\/(?:.*-)?)([A-Za-z0-9_]{2,14})\/?$/.exec(page);
  if (piece && decodeId(piece[2]!) !== null) return cut(withoutPeople(piece[1]!), 300) + piece[2]!;
  if (!/^\/search\/?$/.test(page)) return cut(withoutPeople(page), 300);
  const asked = cut(
    printable(new URLSearchParams(query).get('q') ?? '')
      .trim()
      .toLowerCase(),
    200,
  );
  return asked === '' ? '/search' : `/search?q=${withoutPeople(asked)}`;
}

const longestDelay = 24 * 3_600_000;

/** As it is kept: with nobody in it. */
export function cleanEvent({ name, path, at, props }: TrackEvent, now: Date): CleanEvent {
  const moment = new Date(at ?? now);
  const isNear = moment.getTime() > now.getTime() - longestDelay && moment <= now;
  const kept = Object.entries(props ?? {}).map(([key, value]): [string, Value] => {
    if (typeof value === 'string') return [key, withoutPeople(value)];
    return [
      key,
      typeof value === 'number' && Math.abs(value) >= 100_000 && Number.isInteger(value) ? '(number)' : value,
    ];
  });
  return {
    name,
    path: cleanPath(path),
    at: isNear ? moment : now,
    props: kept.length > 0 ? Object.fromEntries(kept) : null,
  };
}
