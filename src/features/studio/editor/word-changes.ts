import { diffArrays } from 'diff';

export type Change = { kind: 'same' | 'added' | 'gone'; text: string };

// By Unicode: the word patterns of diff itself take every Devanagari or Tamil letter for a word.
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s]/gu) ?? [];
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** Past this many changes words are compared by lines, and lines as a whole: the answer must not keep a phone busy. */
const mostWords = 4_000;
const mostLines = 6_000;

/** All of one text, then all of the other: what is left where they could not be compared. */
export const bothWhole = (before: string, after: string): Change[] => [
  ...(before ? [{ kind: 'gone' as const, text: before }] : []),
  ...(after ? [{ kind: 'added' as const, text: after }] : []),
];

/**
 * How `after` differs from `before`, by word. Concatenated without what is gone it is `after`.
 * @param timeout milliseconds for words, and as many for lines
 */
export const wordChanges = (before: string, after: string, timeout = 1_500): Change[] =>
  changesInTime(before, after, timeout) ?? bothWhole(before, after);

/** The same, or null where the words could not be compared in time, and no line is the same. */
export function changesInTime(before: string, after: string, timeout: number): Change[] | null {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const found =
    before.length + after.length < 200_000
      ? diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: mostWords, timeout })
      : undefined;
  const parts = found ?? diffArrays(linesOf(before), linesOf(after), { maxEditLength: mostLines, timeout });
  // By lines nothing may be the same either: a text of one line.
  if (!parts || (!found && parts.every(({ added, removed }) => added || removed))) return null;
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'gone' : 'same',
    text: value.join(''),
  }));
}
