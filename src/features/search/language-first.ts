/**
 * How surely a piece is an answer: it is named as the query, has all the words as typed in its title, head or text (in
 * a text under a title that has them in some spelling, or another), or is a guess that has every word in some spelling
 * in its title (not in words of the same meaning) or anywhere, or only some of them.
 */
export const strengths = {
  named: 7,
  typedInTitle: 6,
  typed: 5,
  typedUnderTitle: 4,
  typedInText: 3,
  wholeInTitle: 2,
  whole: 1,
  part: 0,
};

/**
 * What a hit of the page's language is for those in others: no guess in another language moves it back, but a text with
 * the words as typed takes a guess behind it only as its own title or text would.
 */
function weightOf({ strength }: RankedHit): number {
  if (strength === strengths.typedUnderTitle) return strengths.wholeInTitle;
  return strength === strengths.typedInText ? strengths.whole : strength;
}

/** `isOwn`: in the page's language; `strength`: one of `strengths`, or between two of them. */
export type RankedHit = { id: number; isOwn: boolean; strength: number };

/**
 * A hit in another language moves behind the last one of the page's language that is at least as strong, so that a guess
 * never displaces a hit for the words as typed. On its way it passes weaker guesses, too, where both kinds are mixed.
 * Among hits of one language and strength the order stays.
 */
export function languageFirst(hits: RankedHit[]): RankedHit[] {
  const known = new Map<number, number>();
  const lastOwn = (strength: number) => {
    const last = known.get(strength) ?? hits.findLastIndex((hit) => hit.isOwn && weightOf(hit) >= strength);
    known.set(strength, last);
    return last;
  };
  const placeOf = ({ isOwn, strength }: RankedHit, at: number) => (isOwn ? at : Math.max(at, lastOwn(strength) + 0.5));
  return hits
    .map((hit, at) => ({ hit, place: placeOf(hit, at) }))
    .sort((one, other) => one.place - other.place)
    .map(({ hit }) => hit);
}
