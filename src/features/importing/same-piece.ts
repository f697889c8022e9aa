import { isUndated } from '../../platform/wire/undated.ts';
import { sameTitle } from './adopt-former-pieces.server.ts';

/** What tells whether a stored piece and an entry with the same key are one piece. */
export type Traits = {
  title: string;
  publishedAt: Date | null;
  /** Markdown. */
  body: string;
  /** The source's lasting id; null where none is known. */
  sourceId: string | null;
  /** Normalised old addresses made of its slug; none of a draft. */
  addresses: string[];
};
/** `unclear`: it may be an edited piece, and another site's; what most pieces of the export are decides. */
export type Sameness = 'same' | 'unclear' | 'other';

/**
 * Compares two pieces with the same key. Titles, addresses, days and texts are edited, but rarely most of them at once.
 * A day alone is no evidence: sites are set up by the same script, and days have no time in many sources.
 * @param keysAreNumbers whether the key is a number, which other sites have too
 */
export function compareTraits(stored: Traits, given: Traits, keysAreNumbers: boolean): Sameness {
  const knowsIds = stored.sourceId !== null && given.sourceId !== null;
  if (knowsIds && stored.sourceId === given.sourceId) return 'same';
  const title = sameTitle(stored.title, given.title);
  const address = sameAddress(stored.addresses, given.addresses);
  const text = sameText(stored.body, given.body);
  const all = [title, address, sameDay(stored.publishedAt, given.publishedAt), text];
  const [alike, unlike] = [all.filter((one) => one === true).length, all.filter((one) => one === false).length];
  // A site that moved may have new guids: its text and name, or most of all else, have to outweigh them.
  if (knowsIds) return (text && (title || address)) || alike > unlike + 1 ? 'same' : 'other';
  if (!keysAreNumbers && alike + 1 < unlike) return 'other';
  if (keysAreNumbers && (alike < unlike || !(title || address || text))) return 'other';
  return title || text || (keysAreNumbers && address) ? 'same' : 'unclear';
}

const sameDay = (one: Date | null, other: Date | null): boolean | null =>
  one === null || other === null || isUndated(one) || isUndated(other) ? null : one.getTime() === other.getTime();

const sameAddress = (some: string[], others: string[]): boolean | null =>
  some.length === 0 || others.length === 0 ? null : some.some((one) => others.includes(one));

const shingle = 3;
const fewest = 8;
const longest = 20_000;

/** Whether texts share runs of words. Null for texts too short to tell. */
function sameText(one: string, other: string): boolean | null {
  const [here, there] = [wordsOf(one), wordsOf(other)];
  if (here.length > 0 && here.join(' ') === there.join(' ')) return true;
  const [some, others] = [runsOf(here), runsOf(there)];
  const smaller = Math.min(some.size, others.size);
  if (smaller < fewest) return null;
  const shared = [...some].filter((run) => others.has(run)).length / smaller;
  return shared >= 0.3 ? true : shared < 0.1 ? false : null;
}

/** Without addresses: those of pictures change when they are fetched. */
const wordsOf = (markdown: string): string[] =>
  markdown
    .slice(0, longest)
    .replace(/\]\([^()\s]{0,2000}/g, ']')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const runsOf = (words: string[]): Set<string> =>
  new Set(words.slice(shingle - 1).map((_, index) => words.slice(index, index + shingle).join(' ')));
