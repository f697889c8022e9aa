import type { Fields } from './editor-props.ts';
import { type Base, same, valueIn } from './piece-snapshot.ts';

const most = 3;

/** Sent without an answer so far: the studio may have it all the same. */
export const withSent = (unanswered: Fields[], sent: Fields): Fields[] =>
  [...unanswered.filter((one) => !same(one, sent)), sent].slice(-most);

/** Which of them the studio took, where nobody else has saved since. */
export function takenOf(unanswered: Fields[], from: number, theirs: Base): Fields | null {
  if (theirs.revision !== from + 1) return null;
  return unanswered.findLast((sent) => isIn(sent, theirs)) ?? null;
}

export const isIn = (sent: Fields, theirs: Base): boolean =>
  Object.entries(sent).every(([name, value]) => same(value, valueIn(theirs, name)));
