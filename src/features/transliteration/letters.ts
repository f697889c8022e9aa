import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';
// Indic words as rows of letters in one alphabet, whatever their script: the blocks of Unicode are parallel.

/** Scripts by the first code point of their block. Devanagari first: letters are named by its code points. */
export const scripts = [
  { name: 'Deva', start: 0x0900, languages: ['hi', 'mr'] },
  { name: 'Beng', start: 0x0980, languages: ['bn'] },
  { name: 'Guru', start: 0x0a00, languages: ['pa'] },
  { name: 'Gujr', start: 0x0a80, languages: ['gu'] },
  { name: 'Taml', start: 0x0b80, languages: ['ta'] },
  { name: 'Telu', start: 0x0c00, languages: ['te'] },
  { name: 'Knda', start: 0x0c80, languages: ['kn'] },
  { name: 'Mlym', start: 0x0d00, languages: ['ml'] },
] as const;
export type ScriptName = (typeof scripts)[number]['name'];

/**
 * A letter as offset in its block, 0 to 127; `inherent` is the vowel that is spoken, or not, after a bare consonant.
 */
export type Letters = { script: ScriptName; letters: number[]; contexts: number[] };

export const inherent = 0x7f;
const nukta = 0x3c;
const virama = 0x4d;
const isConsonant = (letter: number) => (letter >= 0x15 && letter <= 0x39) || (letter >= 0x58 && letter <= 0x5f);
const isVowelSign = (letter: number) =>
  (letter >= 0x3e && letter <= 0x4c) ||
  letter === 0x55 ||
  letter === 0x56 ||
  letter === 0x57 ||
  letter === 0x62 ||
  letter === 0x63;
const isVowel = (letter: number) => (letter >= 0x05 && letter <= 0x14) || letter === 0x60 || letter === 0x61;
const isNasal = (letter: number) => letter <= 0x02;
// Malayalam's letters without a vowel, and Bengali's khanda ta, as consonant and virama.
const dead: Record<string, Record<number, number>> = {
  Mlym: { 0x7a: 0x23, 0x7b: 0x28, 0x7c: 0x30, 0x7d: 0x32, 0x7e: 0x33, 0x7f: 0x15 },
  Beng: { 0x4e: 0x24 },
};

const blockOf = (code: number) => scripts.find(({ start }) => code >= start && code < start + 128);

/** The letters of a word of one Indic script; null for any other word. Unknown signs and joiners are left out. */
export function lettersOf(word: string): Letters | null {
  const plain = normaliseUnicode(word, 'NFD').replace(/[\u200c\u200d]/g, '');
  const script = blockOf(plain.codePointAt(0) ?? 0);
  if (!script) return null;
  const letters: number[] = [];
  for (const character of plain) {
    const code = character.codePointAt(0)!;
    if (code < script.start || code >= script.start + 128) return null;
    const letter = code - script.start;
    const before = letters.at(-1);
    const asDead = dead[script.name]?.[letter];
    if (letter === nukta) continue;
    if (before !== undefined && isConsonant(before) && !isVowelSign(letter) && letter !== virama)
      letters.push(inherent);
    if (asDead !== undefined) letters.push(asDead, virama);
    else letters.push(letter);
  }
  if (letters.length > 0 && isConsonant(letters.at(-1)!)) letters.push(inherent);
  return { script: script.name, letters, contexts: contextsOf(letters) };
}

/**
 * What tells how a letter is written in Latin letters, next to itself. For a spoken or silent vowel: where it stands
 * and whether vowels surround it (the rule by which Hindi drops it); for others: what follows.
 */
function contextsOf(letters: number[]): number[] {
  return letters.map((letter, at) => {
    const before = letters[at - 1];
    const next = letters[at + 1];
    if (letter === inherent) {
      if (next === undefined)
        return letters.slice(0, at).some((each) => isVowel(each) || isVowelSign(each) || each === inherent) ? 1 : 2;
      if (isNasal(next)) return 3;
      const isFirst = at === 1;
      const isAfterCluster = letters[at - 2] === virama;
      const after = letters[at + 2];
      if (!isConsonant(next)) return 4;
      const follows =
        after === undefined
          ? 0
          : after === virama
            ? 1
            : after === inherent
              ? at + 2 === letters.length - 1
                ? 2
                : 3
              : 4;
      return 8 + follows * 4 + (isFirst ? 1 : 0) + (isAfterCluster ? 2 : 0);
    }
    if (isNasal(letter))
      return next === undefined ? 1 : 2 + (isConsonant(next) ? Math.min(5, Math.floor((next - 0x15) / 5)) : 6);
    if (isVowel(letter) || isVowelSign(letter)) return next === undefined ? 1 : isNasal(next) ? 2 : at <= 1 ? 3 : 4;
    if (letter === virama) return next === undefined ? 1 : next === letters[at - 1] ? 2 : 3;
    const doubled = next === virama && letters[at + 2] === letter;
    return next === undefined
      ? 1
      : doubled
        ? 2
        : next === virama
          ? 3 + (letters[at + 2] === 0x2f ? 1 : 0)
          : before === virama
            ? 5
            : before === undefined
              ? 6
              : isNasal(before)
                ? 8
                : 7;
  });
}
