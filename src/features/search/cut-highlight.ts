import { placesOf } from '../search-index/words.ts';

const longestFragment = 36;
const leadIn = 7;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
/** The text of a highlight or a part of it. */
export const unescapeHtml = (html: string): string =>
  Object.entries(entities)
    .toReversed()
    .reduce((text, [character, entity]) => text.replaceAll(entity, character), html);

/**
 * The fragment with the most matched words, as HTML whose only tag is `<mark>`; null without a match.
 * `text`: summary, line break, body. `hits`: lexemes by position in the indexed tsvector.
 */
export function cutHighlight(text: string, hits: { lexeme: string; position: number }[]): string | null {
  const words = placesOf(text);
  const endOfSummary = text.indexOf('\n');
  const firstOfBody = words.findIndex((word) => word.start > endOfSummary);
  const wordsOfSummary = firstOfBody === -1 ? words.length : firstOfBody;
  // The tsvector has a boundary lexeme between summary and body, which takes one position of its own.
  const marked = new Map<number, string>();
  for (const { lexeme, position } of hits) {
    const index = position <= wordsOfSummary ? position - 1 : position - 2;
    if (index < words.length && position !== wordsOfSummary + 1 && position < 16_383) marked.set(index, lexeme);
  }
  if (marked.size === 0) return null;

  const start = bestStart(
    [...marked.keys()].sort((a, b) => a - b),
    marked,
    wordsOfSummary,
  );
  const isInSummary = start < wordsOfSummary;
  const first = isInSummary ? Math.max(0, start - leadIn) : Math.max(wordsOfSummary, start - leadIn);
  const last = Math.min((isInSummary ? wordsOfSummary : words.length) - 1, first + longestFragment - 1);

  const isWhole = first === (isInSummary ? 0 : wordsOfSummary);
  let html = isWhole ? '' : '… ';
  let from = isWhole ? (isInSummary ? 0 : endOfSummary + 1) : words[first]!.start;
  for (let index = first; index <= last; index++) {
    const word = words[index]!;
    if (!marked.has(index)) continue;
    html += `${escapeHtml(text.slice(from, word.start))}<mark>${escapeHtml(text.slice(word.start, word.end))}</mark>`;
    from = word.end;
  }
  const end =
    last === (isInSummary ? wordsOfSummary : words.length) - 1
      ? isInSummary
        ? endOfSummary
        : text.length
      : words[last]!.end;
  html += escapeHtml(text.slice(from, end)) + (end === words[last]!.end && last < words.length - 1 ? ' …' : '');
  // Each line is a block (paragraph, heading, list item, table row): keep a separator between them.
  return html
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .reduce((before, line) => before + (/[.!?:;,।…]$/.test(before.slice(-1)) ? ' ' : ' · ') + line)
    .replace(/\s+/g, ' ');
}

/** Start of the fragment with the most distinct matches, then the most matches, then the earliest. */
function bestStart(positions: number[], marked: Map<number, string>, wordsOfSummary: number): number {
  let best = { start: positions[0]!, worth: 0 };
  for (let index = 0; index < positions.length; index++) {
    const start = positions[index]!;
    // A fragment never crosses from the summary into the body.
    const end = Math.min(start + longestFragment - leadIn, start < wordsOfSummary ? wordsOfSummary : Infinity);
    const seen = new Set<string>();
    let count = 0;
    for (let next = index; next < positions.length && positions[next]! < end; next++, count++)
      seen.add(marked.get(positions[next]!)!);
    const worth = seen.size * 100 + count;
    if (worth > best.worth) best = { start, worth };
  }
  return best.start;
}
