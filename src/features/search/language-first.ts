/**
 * How surely a piece is an answer: it is named as the query, has all the words as typed in its head or text, or is a
 * guess that has every word in some spelling, or only some of them.
 */
export const strengths = { named: 4, typed: 3, typedInText: 2, whole: 1, part: 0 } as const;
export type Strength = (typeof strengths)[keyof typeof strengths];

/** `isOwn`: in the page's language. */
export type RankedHit = { id: number; isOwn: boolean; strength: Strength };

/**
 * Hits in the page's language before those in others, except that no hit moves behind a weaker one: a guess of the
 * page's language never displaces a hit for the words as typed. Within a language the order stays.
 */
export function languageFirst(hits: RankedHit[]): RankedHit[] {
  const lastOwn = (strength: Strength) => hits.findLastIndex((hit) => hit.isOwn && hit.strength >= strength);
  const lastOf = new Map(Object.values(strengths).map((strength) => [strength, lastOwn(strength)]));
  const placeOf = ({ isOwn, strength }: RankedHit, at: number) =>
    isOwn ? at : Math.max(at, lastOf.get(strength)! + 0.5);
  return hits
    .map((hit, at) => ({ hit, place: placeOf(hit, at) }))
    .sort((one, other) => one.place - other.place)
    .map(({ hit }) => hit);
}
