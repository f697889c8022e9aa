import { findConcepts } from './find-concepts.ts';
import { foldMessage, undisguise } from './fold-message.ts';

/** A published scam with its known wordings. */
export type KnownScam = {
  id: string;
  title: string;
  canonicalUrl: string;
  advice: string[];
  /** What readers are told of a translation that is older than its original, in the page's language. */
  olderNote?: string | null;
  texts: string[];
};
/** `score`: of its most like wording; `rank`: of its three most like together, the first weighing most. */
export type Likeness = { scam: KnownScam; score: number; rank: number };
/** Index of the known scams, built once. */
export type ScamIndex = { weights: Map<string, number>; wordings: { scam: KnownScam; features: Set<string> }[] };

// Unicode lays out India's scripts in parallel, 128 code points apart, so one Devanagari table serves nine of them.
const indicStart = 0x0900;
const indicEnd = 0x0d7f;
const consonants: Record<number, string> = Object.fromEntries(
  (
    '15 k 16 k 17 g 18 g 19 n 1a c 1b c 1c j 1d j 1e n 1f t 20 t 21 d 22 d 23 n 24 t 25 t 26 d 27 d 28 n 29 n ' +
    '2a p 2b f 2c b 2d b 2e m 2f y 30 r 31 r 32 l 33 l 34 l 35 v 36 s 37 s 38 s 39 h 58 k 59 k 5a g 5b j 5c d 5d d 5e f 02 n 01 n'
  )
    .split(' ')
    .flatMap((value, at, all) => (at % 2 === 0 ? [[Number.parseInt(value, 16), all[at + 1]]] : [])),
) as Record<number, string>;
const isIndicVowel = (place: number) => place >= 0x05 && place <= 0x14;

/** Consonant skeleton of a word in any of these scripts or in Latin: 'bijli', 'बिजली' and 'bijalee' are equal. */
function skeletonOf(word: string): string {
  let skeleton = '';
  for (const character of word) {
    const point = character.codePointAt(0) as number;
    if (point < indicStart || point > indicEnd) {
      skeleton += character;
      continue;
    }
    const place = point & 0x7f;
    skeleton += consonants[place] ?? (isIndicVowel(place) && skeleton === '' ? 'a' : '');
  }
  const begins = /^[aeiou]/.test(skeleton) ? 'a' : '';
  return (
    begins +
    skeleton
      .replaceAll(/ph/g, 'f')
      .replaceAll(/chh?/g, 'c')
      .replaceAll(/sh/g, 's')
      .replaceAll(/ck|q/g, 'k')
      .replaceAll(/x/g, 'ks')
      .replaceAll(/z/g, 'j')
      .replaceAll(/w/g, 'v')
      .replaceAll(/(?<=[bcdgjkpt])h/g, '')
      .replaceAll(/[aeiouy]/g, '')
      .replaceAll(/(.)\1+/g, '$1')
  );
}

const replaced =
  /\{[a-z]+\}|https?:\/\/\S{1,200}|[^\s.]{1,60}\.(?:apk|pdf)\b|(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}(?:\/\S{0,200})?|[+₹]?\d[\d,.:/*x-]*/g;

/** What a text is compared by. */
export type Likable = {
  /** Consonant skeletons, without numbers, links, file names and placeholders. */
  words: Set<string>;
  /** The same, their pairs, and the concepts. */
  features: Set<string>;
};

/** @param concepts found already, if they were */
export function likableOf(text: string, concepts?: Iterable<string>): Likable {
  const folded = foldMessage(text);
  const plain = (undisguise(folded) ?? folded).text.replaceAll(replaced, ' ');
  const row = [...plain.matchAll(/[\p{L}\p{M}]+/gu)]
    .map(([word]) => skeletonOf(word))
    .filter((word) => word.length > 1);
  const pairs = row.slice(1).map((word, at) => `${row[at]} ${word}`);
  const found =
    concepts ?? [...findConcepts(plain, () => false)].flatMap(([concept, { length }]) => (length ? concept : []));
  return { words: new Set(row), features: new Set([...row, ...pairs, ...[...found].map((concept) => `:${concept}`)]) };
}

/** @param scams unexpired ones */
export const indexScams = (scams: KnownScam[]): ScamIndex => indexWordings(scams.flatMap(wordingsOf));

export const wordingsOf = (scam: KnownScam): ScamIndex['wordings'] =>
  scam.texts.map((text) => ({ scam, features: likableOf(text).features }));

/** The second half of `indexScams`: a browser makes the wordings scam by scam, between other work. */
export function indexWordings(wordings: ScamIndex['wordings']): ScamIndex {
  const scamsBy = new Map<string, Set<KnownScam>>();
  for (const { scam, features } of wordings)
    for (const feature of features) scamsBy.set(feature, (scamsBy.get(feature) ?? new Set()).add(scam));
  const all = new Set(wordings.map(({ scam }) => scam)).size;
  const weights = new Map(
    [...scamsBy].map(([feature, { size }]) => [feature, Math.log(1 + all / size) / (feature.includes(' ') ? 2 : 1)]),
  );
  return { weights, wordings };
}

/** What the three most like wordings of a scam weigh in its rank: one that is like by chance is no scam's way of speaking. */
const shares = [0.46, 0.32, 0.22];

/**
 * The known scams by their likeness to a message, the highest rank first: by its concepts and by its words, whatever
 * its names, numbers, links, spelling or script. 1 for the same words, 0 for none; words that no scam uses do not count.
 */
export function findLikeScams({ features }: Likable, { weights, wordings }: ScamIndex): Likeness[] {
  let own = 0;
  for (const feature of features) own += (weights.get(feature) ?? 0) ** 2;
  const scores = new Map<KnownScam, number[]>();
  for (const { scam, features: known } of wordings) {
    let common = 0;
    let whole = 0;
    for (const feature of known) {
      const weight = (weights.get(feature) as number) ** 2;
      whole += weight;
      if (features.has(feature)) common += weight;
    }
    const score = common / Math.sqrt(whole * own || 1);
    scores.set(scam, [...(scores.get(scam) ?? []), score]);
  }
  return [...scores]
    .map(([scam, all]) => {
      const best = all.toSorted((one, other) => other - one).slice(0, shares.length);
      return { scam, score: best[0]!, rank: best.reduce((sum, score, at) => sum + score * shares[at]!, 0) };
    })
    .toSorted((one, other) => other.rank - one.rank);
}

/** The likeness of the most like wording of all; 0 where there is none. */
export const closestOf = (like: Likeness[]): number => Math.max(0, ...like.map(({ score }) => score));
