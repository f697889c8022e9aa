import type { Reading } from './find-signs.ts';
import learnt from './judge-weights.json' with { type: 'json' };
import { type SignId, signIds } from './message-limits.ts';
import { shownBy, signRules } from './sign-rules.ts';

type Place = { start: number; end: number };

/** Learnt by `bench/train-judge.ts`, which says on what. Whole numbers, in parts of `unit`. */
export type Weights = {
  /** By feature: what it weighs for a scam, then for each of `signIds`. */
  features: Record<string, string>;
  /** Base64 of one signed byte for each place that words are hashed to. */
  words: string;
};
export const unit = 32;
/** How much one unit of likeness, and one word, count beside a concept. */
export const scale = { likeness: 10, word: 0.35 };

const features = new Map(
  Object.entries((learnt as Weights).features).map(([name, row]) => [name, row.split(' ').map(Number)]),
);
const wordWeights = Int8Array.from(atob(learnt.words), (letter) => letter.charCodeAt(0));

/** FNV-1a. */
export function placeOfWord(word: string, places: number): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16_777_619);
  return ((hash ^ (hash >>> 15)) >>> 0) % places;
}

/** Each kind once; an official link is no excuse for another one beside it. */
function linksThatCount(links: Reading['links']): Reading['links'] {
  const kinds = [...new Set(links)];
  return kinds.includes('lookalike') || kinds.includes('shortened')
    ? kinds.filter((kind) => kind !== 'official')
    : kinds;
}

/** Everything but words that is weighed: concepts, combinations that make a sign, links, a warning's words. */
export const featuresOf = ({ signs, concepts, links, isAdvice }: Reading): string[] => [
  'all',
  ...concepts.keys(),
  ...signs.flatMap(({ id, weight }) => (weight === 2 ? [`${id} 1`, `${id} 2`] : [`${id} 1`])),
  ...linksThatCount(links).map((kind) => `${kind} link`),
  ...(isAdvice ? ['is advice'] : []),
];

const weightOf = (feature: string, of: number) => features.get(feature)?.[of] ?? 0;

const sufficient: SignId[] = ['lookalike_link', 'impersonates'];

/** Whether it is rather a scam than genuine. @param words skeletons; @param likeness 0 to 1, to a known scam */
export function isSuspect(reading: Reading, words: Iterable<string>, likeness: number): boolean {
  let sum = weightOf('likeness', 0) * likeness * scale.likeness;
  for (const feature of featuresOf(reading)) sum += weightOf(feature, 0);
  for (const word of words) sum += wordWeights[placeOfWord(word, wordWeights.length)]! * scale.word;
  // Whatever stands beside it: a warning in a scam's last line must not hide its link, nor few words somebody of the
  // family who asks for money from a new number.
  return sum > 0 || reading.signs.some(({ id, weight }) => weight === 2 && sufficient.includes(id));
}

/** The concepts by which a combination is begun: the others only confirm it. */
const begunBy = new Map(
  signIds.map((id) => [id, signRules.flatMap((rule) => (rule.id === id ? rule.parts[0]!.split('/') : []))]),
);

/** A sign whose combination or whose first concept stands there may be a little less likely than not. */
const leastLikely = -1.5 * unit;

/**
 * The signs of a suspect message, each with the words that show it. The likeliest is given even where none is likely.
 * @param weigh a feature, for a sign by its place in `signIds`
 */
export function learntSigns(
  reading: Reading,
  weigh = (feature: string, at: number) => weightOf(feature, at + 1),
): (Place & { id: SignId })[] {
  const { signs, concepts } = reading;
  const all = featuresOf(reading);
  const likely = signIds
    .flatMap((id, at) => {
      const weight = all.reduce((sum, feature) => sum + weigh(feature, at), 0);
      const [strongest] = begunBy
        .get(id)!
        .filter((concept) => concepts.has(concept) && weigh(concept, at) > 0)
        .toSorted((one, other) => weigh(other, at) - weigh(one, at));
      const begun = signs.find((sign) => sign.id === id) ?? concepts.get(strongest ?? '');
      const place = begun ?? concepts.get(shownBy.get(id)?.find((concept) => concepts.has(concept)) ?? '');
      return place ? [{ id, start: place.start, end: place.end, weight, least: begun ? leastLikely : 0 }] : [];
    })
    .toSorted((one, other) => other.weight - one.weight);
  return likely
    .filter(({ weight, least }, at) => weight > least || at === 0)
    .map(({ id, start, end }) => ({ id, start, end }))
    .toSorted((one, other) => one.start - other.start);
}
