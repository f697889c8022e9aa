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
export type Likeness = { scam: KnownScam; score: number };
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

/** Unigrams and bigrams of skeletons, without numbers, links, file names and placeholders. */
function featuresOf(text: string): Set<string> {
  const folded = foldMessage(text);
  const plain = (undisguise(folded) ?? folded).text.replaceAll(replaced, ' ');
  const words = [...plain.matchAll(/[\p{L}\p{M}]+/gu)]
    .map(([word]) => skeletonOf(word))
    .filter((word) => word.length > 1);
  const features = new Set(words);
  for (let at = 1; at < words.length; at += 1) features.add(`${words[at - 1]} ${words[at]}`);
  return features;
}

/** @param scams unexpired ones */
export const indexScams = (scams: KnownScam[]): ScamIndex => indexWordings(scams.flatMap(wordingsOf));

export const wordingsOf = (scam: KnownScam): ScamIndex['wordings'] =>
  scam.texts.map((text) => ({ scam, features: featuresOf(text) }));

/** The second half of `indexScams`: a browser makes the wordings scam by scam, between other work. */
export function indexWordings(wordings: ScamIndex['wordings']): ScamIndex {
  const counts = new Map<string, number>();
  for (const { features } of wordings)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const weights = new Map([...counts].map(([feature, count]) => [feature, Math.log(1 + wordings.length / count)]));
  return { weights, wordings };
}

/** Threshold for a match. Below it, warnings and genuine notices score as high. */
const likeEnough = 0.55;

/**
 * Known scams that a message repeats with other names, numbers, links, spelling or script, best match first.
 * `score`: 1 for the same words, 0 for none.
 */
export function findLikeScams(text: string, { weights, wordings }: ScamIndex): Likeness[] {
  const features = featuresOf(text);
  const rare = Math.log(1 + wordings.length);
  // Features unknown to all wordings lower the score, at half weight because scams are padded.
  let own = 0;
  for (const feature of features) own += (weights.get(feature) ?? rare / 2) ** 2;
  const best = new Map<string, Likeness>();
  for (const { scam, features: known } of wordings) {
    let common = 0;
    let whole = 0;
    for (const feature of known) {
      const weight = (weights.get(feature) as number) ** 2;
      whole += weight;
      if (features.has(feature)) common += weight;
    }
    // Cosine similarity with a floor for the message's norm: an excerpt of a scam still matches.
    const score = common / Math.sqrt(whole * Math.max(own, whole * 0.6) || 1);
    const before = best.get(scam.id);
    if (!before || score > before.score) best.set(scam.id, { scam, score });
  }
  return [...best.values()]
    .filter(({ score }) => score >= likeEnough)
    .toSorted((one, other) => other.score - one.score);
}
