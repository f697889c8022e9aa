import { latinSpellings, spellingTable } from './spelling-table.ts';

/**
 * A coarse key of how a Latin spelling sounds: words that may be the same one have the same key. Consonants by class
 * (voice, aspiration, doubling and vowels are dropped, as writers do); a first vowel stays as 'a'.
 */
export function latinKey(latin: string): string {
  return latin
    .replace(/zh/g, 'l')
    .replace(/x/g, 'ks')
    .replace(/c(?=[ehiy])|[jz]/g, 's')
    .replace(/ph|[bfvw]/g, 'p')
    .replace(/[cgq]/g, 'k')
    .replace(/d/g, 't')
    .replace(/(?<=[^aeiouy])h/g, '')
    .replace(/^[aeiouy]+/, 'a')
    .replace(/(?!^)[aeiouyh]/g, '')
    .replace(/m/g, 'n')
    .replace(/(.)\1+/g, '$1')
    .slice(0, 12);
}

/** Keys of a word: of a Latin one its own, of an Indic one those of its likeliest Latin spellings; at most `most`. */
export function soundKeys(word: string, most = 4, table = spellingTable()): string[] {
  if (/^[a-z]+$/.test(word)) return [latinKey(word)];
  const keys = new Set<string>();
  for (const { latin } of latinSpellings(word, 24, table)) {
    if (keys.size >= most) break;
    keys.add(latinKey(latin));
  }
  return [...keys].filter((key) => key !== '');
}
