/**
 * How surely a piece is an answer: it is named as the query, has all the words as typed in its head or text, or is a
 * guess that has every word in some spelling, or only some of them.
 */
export const strengths = { named: 4, typed: 3, typedInText: 2, whole: 1, part: 0 };

/** `isOwn`: in the page's language; `strength`: one of `strengths`, or between two of them. */
export type RankedHit = { id: number; isOwn: boolean; strength: number };

/**
 * Hits in the page's language before those in others, except that no hit moves behind a weaker one: a guess of the
 * page's language never displaces a hit for the words as typed. Within a language the order stays.
 */
export function languageFirst(hits: RankedHit[]): RankedHit[] {
  const known = new Map<number, number>();
  const lastOwn = (strength: number) => {
    const last = known.get(strength) ?? hits.findLastIndex((hit) => hit.isOwn && hit.strength >= strength);
    known.set(strength, last);
    return last;
  };
  const placeOf = ({ isOwn, strength }: RankedHit, at: number) => (isOwn ? at : Math.max(at, lastOwn(strength) + 0.5));
  return hits
    .map((hit, at) => ({ hit, place: placeOf(hit, at) }))
    .sort((one, other) => one.place - other.place)
    .map(({ hit }) => hit);
}
