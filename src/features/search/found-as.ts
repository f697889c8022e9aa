import { unescapeHtml } from './cut-highlight.ts';
import { foldWord, wordsOf } from '../search-index/words.ts';
import type { QueryWord } from './search-query.ts';

/** Why a hit is one: a word as typed, and the other word for it that the hit has. */
export type FoundAs = { typed: string; found: string };

const longestEnding = 3;

/** Whether two folded words are forms of one: they differ in their endings only. */
function isFormOf(word: string, other: string): boolean {
  let same = 0;
  while (same < word.length && word[same] === other[same]) same += 1;
  return (
    same >= 2 && word.length - same <= longestEnding && other.length - same <= longestEnding && same >= word.length / 2
  );
}

/**
 * For each word of the query that the hit does not show as it was typed: the word that it shows instead. Empty where
 * the words are the same. @param highlight HTML whose only tag is `<mark>`
 */
export function foundAs(query: string, words: QueryWord[], title: string, highlight: string | null): FoundAs[] {
  const marked = [...(highlight ?? '').matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, html]) => unescapeHtml(html!));
  const ofTitle = wordsOf(title).map(({ start, end }) => title.slice(start, end));
  const shown = [...new Set([...ofTitle, ...marked])].map((text) => ({ text, folded: foldWord(text) }));
  return words.flatMap((word) => {
    if (word.ways.length < 2 || shown.some(({ folded }) => isFormOf(word.folded, folded))) return [];
    const ways = word.ways.flatMap((way) => way.split(' ')).filter((way) => way !== word.folded);
    const instead =
      shown.find(({ folded }) => ways.includes(folded)) ??
      shown.find(({ folded }) => ways.some((way) => isFormOf(way, folded)));
    return instead ? [{ typed: query.slice(word.start, word.end), found: instead.text }] : [];
  });
}
