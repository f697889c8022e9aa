import { isFiller, otherSpellings } from './spellings.ts';
import { wordsOf } from '../search-index/words.ts';

/** One word of what was asked. `ways`: the word itself and what is looked for in its place. */
export type AskedWord = {
  start: number;
  end: number;
  folded: string;
  ways: string[];
  /** Also words that begin with this. */ prefix?: string;
};

export const longestQuery = 200;
const mostWords = 10;
const mostCombined = 5;

/** What of a typed text can be searched and shown: at most 200 characters, nothing that the database refuses. */
export const cleanQuery = (text: string): string =>
  text
    .slice(0, longestQuery)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f\ufffd]+/g, ' ')
    .trim();

/** The words to look for; small words only where there are no others. */
export function askedWords(text: string): AskedWord[] {
  const all: AskedWord[] = [];
  const typed = wordsOf(text);
  for (let index = 0; index < typed.length; index++) {
    const { start, end, folded } = typed[index]!;
    const next = typed[index + 1];
    // 'e kyc' is 'e-KYC'.
    if (next && /^[a-z]$/.test(folded) && folded !== 'a' && folded !== 'i') {
      all.push({
        start,
        end: next.end,
        folded: folded + next.folded,
        ways: [folded + next.folded, next.folded, ...otherSpellings(next.folded)],
      });
      index++;
    } else {
      all.push({ start, end, folded, ways: [folded, ...otherSpellings(folded)] });
    }
  }
  const distinct = all.filter((word, index) => all.findIndex((other) => other.folded === word.folded) === index);
  const telling = distinct.filter((word) => !isFiller(word.folded));
  return (telling.length > 0 ? telling : distinct).slice(0, mostWords);
}

// Folded words are letters, marks and digits: nothing in them means anything to to_tsquery.
const quoted = (word: string) => `'${word}'`;

const anyWayOf = (word: AskedWord): string =>
  `(${[...word.ways.map(quoted), ...(word.prefix ? [`${quoted(word.prefix)}:*`] : [])].join(' | ')})`;

/** For to_tsquery: every word, in any of its ways. */
export const allOf = (words: AskedWord[]): string => words.map(anyWayOf).join(' & ');

/** For to_tsquery: every word as it was typed; null where that is the same as allOf. */
export const asTyped = (words: AskedWord[]): string | null =>
  words.every((word) => word.ways.length === 1 && !word.prefix)
    ? null
    : words.map((word) => quoted(word.folded)).join(' & ');

/** For to_tsquery: at least `count` of the words. Of many words the longest are taken, which are seldom the common ones. */
export function atLeast(count: number, words: AskedWord[]): string {
  const longest = [...words].sort((a, b) => b.folded.length - a.folded.length).slice(0, mostCombined);
  const chosen: string[] = [];
  const choose = (from: number, taken: AskedWord[]) => {
    if (taken.length === count) chosen.push(`(${allOf(taken)})`);
    else for (let index = from; index < longest.length; index++) choose(index + 1, [...taken, longest[index]!]);
  };
  choose(0, []);
  return chosen.join(' | ');
}

/** How many of the words are enough when all of them find little: one less, about half, one. */
export const relaxations = (wordCount: number): number[] => {
  const most = Math.min(wordCount - 1, mostCombined);
  return [...new Set([most, Math.ceil(most / 2), 1])].filter((count) => count >= 1 && count < wordCount);
};
