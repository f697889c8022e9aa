import { lettersOf } from './letters.ts';
import { latinSpellings, type Spelling, spellingsOf, spellingTable } from './spelling-table.ts';

/** Cost of a letter that is written, or left out, in a way that nobody was seen to use. */
const slip = 9;
/** Cost of a letter that is written twice where the word has it once. */
const doubled = 2.5;
/** Cost of an h on the other side of a nasal or l. */
const swap = 1.5;

/**
 * How unlikely it is that somebody writes `native` (a word of one Indic script) as `latin` (lower-case a to z): minus
 * the natural logarithm of its share. Infinity where it costs more than `bound`, or `native` is no such word.
 */
export function spellingCost(latin: string, native: string, bound = 60): number {
  const rows = rowsOf(native);
  // A last vowel is always written: 'pan' is no पानी.
  if (!rows || (/[\u093e-\u094c]$/.test(native) && /[^aeiouhwy]$/.test(latin))) return Infinity;
  const cost = costOf(latin, rows, bound);
  // Of a conjunct with ह, people write the h first as well: ohna, bramhan, chihn.
  const swapped = latin.replace(/h([nml])(?!h)|(?<![bcdgjkpst])([nml])h/, (_, after = '', before = '') =>
    after ? `${after}h` : `h${before}`,
  );
  return swapped === latin ? cost : Math.min(cost, swap + costOf(swapped, rows, Math.min(bound, cost) - swap));
}

/** The same for the beginning of `native`: `latin` may end within it, and within the spelling of a letter. */
export function beginningCost(latin: string, native: string, bound = 60): number {
  const rows = rowsOf(native);
  return rows ? costOf(latin, rows, bound, true) : Infinity;
}

/** Whether `latin` stays below the cost of what about two of three writers write for `native`. */
export const isLikelySpelling = (latin: string, native: string): boolean =>
  spellingCost(latin, native, 0.6 + 0.85 * latin.length) < Infinity;

const mostRows = 20_000;
const rowsByWord = new Map<string, Spelling[][] | null>();

/** Each search asks about the same few thousand words of the vocabulary. */
function rowsOf(native: string): Spelling[][] | null {
  const known = rowsByWord.get(native);
  if (known !== undefined) return known;
  const letters = lettersOf(native);
  const rows = letters && spellingsOf(letters, spellingTable());
  if (rowsByWord.size >= mostRows) rowsByWord.clear();
  rowsByWord.set(native, rows);
  return rows;
}

const isLatin = (word: string) => /^[a-z]+$/.test(word);

/** Letters that writers of Indian words in Latin letters take for each other. */
const evenLatin = (latin: string) =>
  latin
    .replace(/ee|ii|y(?![aeiou])/g, 'i')
    .replace(/oo|uu/g, 'u')
    .replace(/ph/g, 'f')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/q|ck/g, 'k')
    .replace(/sh/g, 's')
    .replace(/(?<=[bcdgjkpt])h/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/h?$/, '');

/** How unlikely it is that two words are one, in any two scripts; see spellingCost. Not for two equal words. */
export function wordCost(word: string, other: string, bound = 60): number {
  if (isLatin(word)) {
    if (!isLatin(other)) return spellingCost(word, other, bound);
    const [from, to] = [evenLatin(word), evenLatin(other)];
    // One letter, however often it was pressed, sounds like half the short words.
    if (from.length < 2) return Infinity;
    // Vowels are heard in many ways, but not at will: 'card' is no 'crude'.
    return from === to ? 1 : from.replaceAll('a', '') === to.replaceAll('a', '') && from[0] === to[0] ? 3 : Infinity;
  }
  if (isLatin(other)) return spellingCost(other, word, bound);
  const latin = latinSpellings(word, 1)[0];
  return latin ? latin.cost / 2 + spellingCost(latin.latin, other, bound) : Infinity;
}

function costOf(latin: string, rows: Spelling[][], bound: number, isBeginning = false): number {
  const size = latin.length;
  let begun = Infinity;
  let costs = new Float64Array(size + 1).fill(Infinity);
  costs[0] = 0;
  for (const row of rows) {
    const next = new Float64Array(size + 1).fill(Infinity);
    let least = Infinity;
    for (let at = 0; at <= size; at++) {
      const cost = costs[at]!;
      if (cost > bound) continue;
      for (const spelling of row) {
        if (!latin.startsWith(spelling.latin, at)) {
          if (isBeginning && at < size && spelling.latin.startsWith(latin.slice(at)))
            begun = Math.min(begun, cost + spelling.cost);
          continue;
        }
        const end = at + spelling.latin.length;
        if (cost + spelling.cost < next[end]!) next[end] = cost + spelling.cost;
      }
      if (cost + slip < next[at]!) next[at] = cost + slip;
      if (at < size && cost + slip < next[at + 1]!) next[at + 1] = cost + slip;
    }
    for (let at = 1; at <= size; at++) {
      const extra = next[at - 1]! + (latin[at - 1] === latin[at - 2] ? doubled : slip);
      if (extra < next[at]!) next[at] = extra;
    }
    for (const cost of next) if (cost < least) least = cost;
    if (isBeginning) begun = Math.min(begun, next[size]!);
    if (least > bound) return begun > bound ? Infinity : begun;
    costs = next;
  }
  const cost = isBeginning ? begun : costs[size]!;
  return cost > bound ? Infinity : cost;
}
