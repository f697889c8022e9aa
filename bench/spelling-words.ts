import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldWord } from '../src/features/search-index/words.ts';
import { spellingCost } from '../src/features/transliteration/likeness.ts';
import { latinKey, soundKeys } from '../src/features/transliteration/sound-key.ts';
import { randomFrom } from './search-corpus.ts';

export const readLines = (folder: string, language: string, what: 'words' | 'sentences'): string[][] =>
  gunzipSync(readFileSync(join(folder, `${language}.${what}.tsv.gz`)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

/** Words by sound key, as the search's table of words has them. */
export function bucketsOf(words: string[]): Map<string, string[]> {
  const buckets = new Map<string, string[]>();
  for (const word of words)
    for (const key of soundKeys(word)) {
      const bucket = buckets.get(key);
      if (bucket) bucket.push(word);
      else buckets.set(key, [word]);
    }
  return buckets;
}

export type WordFigures = { asked: number; first: number; topFive: number; found: number; bucket: number };

/**
 * Dev part of words.tsv, closed vocabulary: every native word of the file stands to choice. Words that the index folds
 * into one count as one. A word as cheap as the right one counts as before it.
 */
export function measureWords(folder: string, language: string, most = Infinity): WordFigures {
  const lines = readLines(folder, language, 'words');
  const buckets = bucketsOf([...new Set(lines.map(([, native]) => foldWord(native!)))]);
  const dev = lines.filter(([part]) => part === 'dev');
  const random = randomFrom(17);
  const sample = dev.length <= most ? dev : dev.filter(() => random() < most / dev.length);
  const figures = { asked: sample.length, first: 0, topFive: 0, found: 0, bucket: 0 };
  for (const [, native, latin] of sample) {
    const right = foldWord(native!);
    const bucket = buckets.get(latinKey(latin!)) ?? [];
    figures.bucket += bucket.length / sample.length;
    if (!bucket.includes(right)) continue;
    const own = spellingCost(latin!, right);
    const before = bucket.filter((word) => word !== right && spellingCost(latin!, word, own) <= own).length;
    figures.found += 1 / sample.length;
    if (before < 1) figures.first += 1 / sample.length;
    if (before < 5) figures.topFive += 1 / sample.length;
  }
  return figures;
}
