import { findLinks } from './find-links.ts';
import { type Folded, foldMessage, undisguise } from './fold-message.ts';
import type { SignId } from './message-check.contract.ts';
import { adviceWords, claimedSenders, signPatterns } from './sign-patterns.ts';

export type FoundSign = { id: SignId; start: number; end: number; weight: 1 | 2 };

/** Each sign once, at its first and strongest match; offsets refer to `text`. */
export function findSigns(text: string): FoundSign[] {
  const plain = foldMessage(text);
  const views = [plain, undisguise(plain)].filter((view) => view !== null);
  const found = new Map<SignId, FoundSign>();
  const keep = (sign: FoundSign) => {
    const before = found.get(sign.id);
    if (!before || sign.weight > before.weight) found.set(sign.id, sign);
  };
  for (const view of views) {
    const advice = [...view.text.matchAll(adviceWords)].map(({ index }) => index);
    for (const { id, weight, pattern } of signPatterns)
      for (const match of view.text.matchAll(pattern))
        if (!isAdvised(match.index, match.index + match[0].length, advice, view.text)) {
          const length = lengthToWordEnd(view.text, match.index, match[0].length);
          keep({ id, weight, ...placeOf(view, match.index, length) });
          break;
        }
    for (const { start, end, kind } of findLinks(view)) {
      if (kind === 'shortened') keep({ id: 'shortened_link', weight: 1, ...placeOf(view, start, end - start) });
      if (kind === 'lookalike') keep({ id: 'lookalike_link', weight: 2, ...placeOf(view, start, end - start) });
    }
  }
  // Genuine senders name themselves, too: a claimed sender counts only together with another sign.
  if (found.size > 0)
    for (const view of views)
      for (const match of view.text.matchAll(claimedSenders)) {
        keep({ id: 'impersonates', weight: 1, ...placeOf(view, match.index, match[0].length) });
        break;
      }
  return [...found.values()].toSorted((one, other) => one.start - other.start);
}

const reach = 110;
// Advice around a match, in the same or a neighbouring sentence, makes it a warning.
const isAdvised = (start: number, end: number, advice: number[], text: string): boolean =>
  advice.some(
    (at) =>
      at > start - reach && at < end + reach && !/\n\s*\n/.test(text.slice(Math.min(at, start), Math.max(at, end))),
  );

/** Patterns name stems ('बता'): what is shown to readers ends with the whole word ('बताएँ'). */
function lengthToWordEnd(text: string, start: number, length: number): number {
  const shown = text.slice(start, start + length);
  const rest = text.slice(start + length, start + length + longestEnding);
  const ending = /[\p{L}\p{M}]$/u.test(shown) ? (/^[\p{L}\p{M}]+/u.exec(rest)?.[0] ?? '') : '';
  return length + ending.length;
}
const longestEnding = 12;

function placeOf({ starts, ends }: Folded, start: number, length: number): { start: number; end: number } {
  return { start: starts[start] as number, end: ends[start + length - 1] as number };
}
