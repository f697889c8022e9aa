import { placesOf } from '../search-index/words.ts';

const longestFragment = 36;
const leadIn = 7;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

/**
 * The part of a text that has most of what was looked for, as HTML with nothing but `<mark>`; null where none of it is there.
 * `text`: the summary, a line break, the body. `hits`: which lexeme stands at which position of the indexed vector.
 */
export function cutHighlight(text: string, hits: { lexeme: string; position: number }[]): string | null {
  const words = placesOf(text);
  const endOfSummary = text.indexOf('\n');
  const firstOfBody = words.findIndex((word) => word.start > endOfSummary);
  const wordsOfSummary = firstOfBody === -1 ? words.length : firstOfBody;
  // The vector has a boundary, which takes a place of its own, between the summary and the body.
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
  return html.replace(/\s+/g, ' ').trim();
}

/** Where the fragment with the most different words begins, then the most words; the earliest of equals. */
function bestStart(positions: number[], marked: Map<number, string>, wordsOfSummary: number): number {
  let best = { start: positions[0]!, worth: 0 };
  for (let index = 0; index < positions.length; index++) {
    const start = positions[index]!;
    // A fragment is of the summary or of the body, never of both.
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
