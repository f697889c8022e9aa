import { diffArrays } from 'diff';

// A text field of a browser knows only \n. What was stored with other line ends keeps them where nothing was changed.

/** As a text field shows it. */
export const shownText = (stored: string): string => stored.replace(/\r\n?/g, '\n');

const linesOf = (text: string): { words: string; end: string }[] =>
  (text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map((line) => {
    const words = line.replace(/[\r\n]+$/, '');
    return { words, end: line.slice(words.length) };
  });

/**
 * The text to store for what the field holds now: lines that nobody touched keep their bytes, and new lines end as the
 * others do. Unchanged it is `stored` itself.
 */
export function storedText(stored: string, typed: string): string {
  if (shownText(stored) === typed) return stored;
  if (!stored.includes('\r')) return typed;
  const before = linesOf(stored);
  const after = linesOf(typed);
  const crlf = before.filter(({ end }) => end === '\r\n').length;
  const newEnd = crlf * 2 >= before.length ? '\r\n' : '\n';
  const parts = diffArrays(
    before.map(({ words, end }) => words + (end && '\n')),
    after.map(({ words, end }) => words + end),
    { maxEditLength: 6_000, timeout: 1_000 },
  );
  if (!parts) return typed.replaceAll('\n', newEnd);
  let at = 0;
  const text = parts
    .map(({ added, removed, value }) => {
      if (added) return value.join('').replaceAll('\n', newEnd);
      const lines = before.slice(at, at + value.length);
      at += value.length;
      return removed ? '' : lines.map(({ words, end }) => words + end).join('');
    })
    .join('');
  // A kept \r before a new \n would become one line end.
  return shownText(text) === typed ? text : typed.replaceAll('\n', newEnd);
}
