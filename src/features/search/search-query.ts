import { isFiller, otherSpellings } from './spellings.ts';
import { wordsOf } from '../search-index/words.ts';

/** One word of the query. `ways`: the word itself and its spelling variants. */
export type QueryWord = {
  start: number;
  end: number;
  folded: string;
  ways: string[];
  /** Prefix match, in addition to `ways`. */ prefix?: string;
  /** Those of `ways` that are other words of the same meaning. */ meant?: string[];
  /** Not typed: what pieces about a danger say, of which the query speaks. */ isDanger?: boolean;
  /** The index has a word that this one may be in another script or spelling: no typo. */ isRead?: boolean;
};

export const longestQuery = 200;
const mostWords = 10;
const mostCombined = 5;

/** The searchable part of the input: at most 200 characters, without what PostgreSQL rejects (NUL, lone surrogates). */
export const cleanQuery = (text: string): string =>
  text
    .slice(0, longestQuery)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f\ufffd]+/g, ' ')
    .trim();

/** The words of a query; stop words only where there are no others. */
export function queryWords(text: string): QueryWord[] {
  const all = typedWords(text);
  const distinct = all.filter((word, index) => all.findIndex((other) => other.folded === word.folded) === index);
  const telling = distinct.filter((word) => !isFiller(word.folded));
  return (telling.length > 0 ? telling : distinct).slice(0, mostWords);
}

/** All words of a query in their order, stop words too. */
export function typedWords(text: string): QueryWord[] {
  const all: QueryWord[] = [];
  const typed = wordsOf(text);
  for (let index = 0; index < typed.length; index++) {
    const { start, end, folded } = typed[index]!;
    const next = typed[index + 1];
    // 'e kyc' and 'ई-केवाईसी' are written for 'e-KYC'.
    if (next && /^[b-hj-zई]$/.test(folded)) {
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
  return all;
}

// No escaping needed: folded words are letters, marks and digits only.
const quoted = (word: string) => `'${word}'`;

/** tsquery: the word in any of its ways. */
export const anyOfWays = (word: QueryWord): string =>
  `(${[...word.ways.map(quoted), ...(word.prefix ? [`${quoted(word.prefix)}:*`] : [])].join(' | ')})`;

/** tsquery: all words, each in any of its variants. */
export const allOf = (words: QueryWord[]): string => words.map(anyOfWays).join(' & ');

/** tsquery: the same, in title, summary, categories or tags. */
export const allInHead = (words: QueryWord[]): string =>
  words.map((word) => `(${word.ways.map((way) => `${quoted(way)}:AB`).join(' | ')})`).join(' & ');

/** tsquery: all words as typed, without variants; null where that equals allOf. */
export const asTyped = (words: QueryWord[]): string | null =>
  words.every((word) => word.ways.length === 1 && !word.prefix)
    ? null
    : words.map((word) => quoted(word.folded)).join(' & ');

/** tsqueries: each two neighbours of `words`, one after the other. */
export const neighbours = (words: QueryWord[]): string[] =>
  words.slice(1).map((word, index) => {
    const [first, second] = [words[index]!, word].map(({ meant = [], ...each }) => ({
      ...each,
      ways: each.ways.filter((way) => !meant.includes(way) || way === each.folded),
    }));
    return `${anyOfWays(first!)} <-> ${anyOfWays(second!)}`;
  });

/** tsquery: at least `count` of the words. Of many words, only the longest (usually the rarest) are combined. */
export function atLeast(count: number, words: QueryWord[]): string {
  const longest = [...words].sort((a, b) => b.folded.length - a.folded.length).slice(0, mostCombined);
  const chosen: string[] = [];
  const choose = (from: number, taken: QueryWord[]) => {
    if (taken.length === count) chosen.push(`(${allOf(taken)})`);
    else for (let index = from; index < longest.length; index++) choose(index + 1, [...taken, longest[index]!]);
  };
  choose(0, []);
  return chosen.join(' | ');
}

/** Minimum word matches to try in turn when all words find little: all but one, about half, one. */
export const relaxations = (wordCount: number): number[] => {
  const most = Math.min(wordCount - 1, mostCombined);
  return [...new Set([most, Math.ceil(most / 2), 1])].filter((count) => count >= 1 && count < wordCount);
};
