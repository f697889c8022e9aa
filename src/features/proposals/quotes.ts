import { plainLine } from './split-clauses.ts';

const longest = 300;
const invisible = /[\p{Cc}\p{Cf}]/gu;

/**
 * A verbatim quote but for whitespace and emphasis, safe to print on a terminal (no control characters).
 * Longer than 300 characters, it is cut at a word.
 */
export function quoteOf(text: string): string {
  const plain = plainLine(text.replace(invisible, ' ')).replace(/\s+/g, ' ').trim();
  if (plain.length <= longest) return plain;
  const cut = plain.slice(0, longest);
  return cut
    .slice(0, Math.max(cut.lastIndexOf(' '), 100))
    .toWellFormed()
    .replaceAll('\ufffd', '');
}
