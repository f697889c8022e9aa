import { decodeId } from '../../platform/wire/ids.ts';
import { splitPrefix } from '../../platform/settings/site-languages.ts';
import type { TrackEvent } from './tracking.contract.ts';

type Value = string | number | boolean | null;
export type CleanEvent = { name: string; path: string; at: Date; props: Record<string, Value> | null };

// Digits of any script: runs that may be a phone number, code, Aadhaar or card number.
const numbers = /\+?\p{Nd}{6,}|\+?\p{Nd}(?:[\s().\-–]{0,2}\p{Nd}){8,}/gu;
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
// Lookbehinds anchor each match at the start of a run: retrying at every character of the run would be quadratic.
const addresses = /(?<![^\s/?&=])[^\s/?&=]+/g;
const tokens = /(?<![\w-])[\w-]{11,}\.[\w-]+\.[\w-]*/g;
const isAddress = (run: string) => /[^@]@+[^@]/.test(run);

function withoutToken(run: string): string {
  const at = run.search(/\beyJ/);
  return at === -1 || run.indexOf('.') - at < 11 ? run : `${run.slice(0, at)}(token)`;
}

/** Redacts phone numbers, email addresses, ids and tokens. */
export const withoutPeople = (text: string): string =>
  text
    .replace(tokens, withoutToken)
    .replace(ids, '(id)')
    .replace(addresses, (run) => (isAddress(run) ? '(address)' : run))
    .replace(numbers, '(number)');

const readable = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const printable = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').toWellFormed();
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

// Query parameters are an allow-list: any other may be personal, such as a sign-in step or a return URL.
function cleanPath(path: string): string {
  const [whole = '', query = ''] = path
    .replace(/^https?:\/\/[^/?#]+/i, '')
    .split('#', 1)[0]!
    .split(/\?(.*)/s);
  const { language, bare } = splitPrefix(printable(readable(whole === '' ? '/' : whole)));
  const page = cleanPage(bare, query);
  return language === null ? page : `/${language}${page === '/' ? '' : page}`;
}

function cleanPage(page: string, query: string): string {
  const bare = page.endsWith('/') ? page.slice(0, -1) : page;
  // A question's slug is user text, which must be erasable: keep the id only.
  if (bare.startsWith('/community/question/')) {
    const id = bare.slice(Math.max('/community/question/'.length, bare.lastIndexOf('-') + 1));
    return `/community/question/${decodeId(id) === null ? '' : id}`;
  }
  const idAt = Math.max(bare.lastIndexOf('-'), bare.lastIndexOf('/')) + 1;
  const [name, id] = [bare.slice(0, idAt), bare.slice(idAt)];
  const isPiece = (name.endsWith('/') ? /^\/[a-z/]+\/$/ : /^\/[a-z/]+\//).test(name) && /^[A-Za-z0-9_]+$/.test(id);
  if (isPiece && decodeId(id) !== null) return cut(withoutPeople(name), 300) + id;
  if (!/^\/search\/?$/.test(page)) return cut(withoutPeople(page), 300);
  const searched = cut(
    printable(new URLSearchParams(query).get('q') ?? '')
      .trim()
      .toLowerCase(),
    200,
  );
  return searched === '' ? '/search' : `/search?q=${withoutPeople(searched)}`;
}

const longestDelay = 24 * 3_600_000;

/** The event as stored: anonymised. */
export function cleanEvent({ name, path, at, props }: TrackEvent, now: Date): CleanEvent {
  const moment = new Date(at ?? now);
  const isNear = moment.getTime() > now.getTime() - longestDelay && moment <= now;
  const cleaned = Object.entries(props ?? {}).map(([key, value]): [string, Value] => {
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
    props: cleaned.length > 0 ? Object.fromEntries(cleaned) : null,
  };
}
