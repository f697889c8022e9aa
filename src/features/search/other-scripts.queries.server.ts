import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchWords } from '../../database/schema.ts';
import { beginningCost, wordCost } from '../transliteration/likeness.ts';
import { latinKey, soundKeys } from '../transliteration/sound-key.ts';
import type { QueryWord } from './search-query.ts';
import { otherSpellings, sameMeaningAs } from './spellings.ts';

const mostOfAKey = 1_500;
/** Of stop words, which only tell the order: the vocabulary has the common words first. */
const mostOfASmallKey = 300;
const mostWays = 6;
const leastLetters = 2;

/** The dearest that a spelling may be for `word` to mean it: people write English words in many ways. */
const bearable = (word: string) => 1.51 + 1.7 * word.length;
/** Costs above the cheapest spelling's: so much less likely is none worth a search. A short word is like many others. */
const margin = (word: string) => Math.min(4, word.length);

/**
 * Words that the index has and that may be a word of the query in another script or spelling, added to its `ways`, with
 * their synonyms.
 * @param all every word of the query, stop words too
 * @returns null where there are none; `inOrder`: `all`, read in the same way
 */
export async function readInOtherScripts(
  tx: Queryable,
  words: QueryWord[],
  all: QueryWord[] = words,
): Promise<{ words: QueryWord[]; inOrder: QueryWord[] } | null> {
  const isTelling = new Set(words.map(({ folded }) => folded));
  const small = all.filter(({ folded }) => !isTelling.has(folded));
  const keysOf = new Map(
    [...words, ...small].map((word) => [word, isReadable(word.folded) ? soundKeys(word.folded) : []]),
  );
  const keys = [...new Set(words.flatMap((word) => keysOf.get(word)!))];
  if (keys.length === 0) return null;
  const smallKeys = [...new Set(small.flatMap((word) => keysOf.get(word)!))].filter((key) => !keys.includes(key));
  const { rows } = await tx.execute<{ key: string; word: string }>(sql`
    select asked.key, found.word from unnest(${sql.param([...keys, ...smallKeys])}::text[]) with ordinality as asked(key, at), lateral (
      select word from ${searchWords} where sound_keys @> array[asked.key]
      limit case when asked.at <= ${keys.length} then ${mostOfAKey}::int else ${mostOfASmallKey}::int end) as found`);
  const wordsByKey = Map.groupBy(rows, ({ key }) => key);
  const compounds = await wordsOfCompounds(tx, words);
  const nearOf = (word: QueryWord) => {
    const soundAlike = keysOf
      .get(word)!
      .flatMap((key) => wordsByKey.get(key) ?? [])
      .map((row) => row.word);
    return nearest(word.folded, new Set(soundAlike));
  };
  const read = words.map((word) => {
    const near = nearOf(word);
    const close = new Set([
      ...word.ways,
      ...(compounds.get(word.folded) ?? []),
      ...near.flatMap((each) => [each, ...otherSpellings(each)]),
    ]);
    const meant = sameMeaningAs(word.folded).filter((each) => !close.has(each));
    if (close.size + meant.length === word.ways.length) return word;
    return { ...word, ways: [...close, ...meant], meant, isRead: near.length > 0 };
  });
  if (!read.some((word, index) => word !== words[index])) return null;
  const asRead = new Map(read.map((word) => [word.folded, word]));
  for (const word of small) asRead.set(word.folded, { ...word, ways: [...word.ways, ...nearOf(word)] });
  return { words: read, inOrder: all.map(({ folded }) => asRead.get(folded)!) };
}

const leastHalf = 4;
const leastCompound = 9;

/** Two words of the index that are written as one in the query ('gruhalakshmi'), as phrases. */
async function wordsOfCompounds(tx: Queryable, words: QueryWord[]): Promise<Map<string, string[]>> {
  const halves = words
    .map(({ folded }) => folded)
    .filter((folded) => folded.length >= leastCompound && isReadable(folded))
    .flatMap((folded) =>
      Array.from({ length: folded.length - 2 * leastHalf + 1 }, (_, at) => [
        folded,
        folded.slice(0, leastHalf + at),
        folded.slice(leastHalf + at),
      ]),
    );
  if (halves.length === 0) return new Map();
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from ${searchWords} where word = any(${sql.param([...new Set(halves.flatMap(([, first, second]) => [first, second]))])}::text[])`);
  const known = new Set(rows.map(({ word }) => word));
  const found = new Map<string, string[]>();
  for (const [whole, first, second] of halves as [string, string, string][])
    if (known.has(first) && known.has(second)) found.set(whole, [...(found.get(whole) ?? []), `${first} ${second}`]);
  return found;
}

const isReadable = (folded: string) => folded.length >= leastLetters && !/\d/.test(folded);

/** Of `words`, those that `folded` is likely to be, best first. */
export function nearest(folded: string, words: Iterable<string>, most = mostWays): string[] {
  let bound = bearable(folded);
  const near: { word: string; cost: number }[] = [];
  for (const word of words) {
    if (word === folded) continue;
    const cost = wordCost(folded, word, bound);
    if (cost > bound) continue;
    near.push({ word, cost });
    bound = Math.min(bound, cost + margin(folded));
  }
  return near
    .filter(({ cost }) => cost <= bound)
    .sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1))
    .slice(0, most)
    .map(({ word }) => word);
}

const leastTyped = 3;
const mostRanked = 500;
const mostBegun = 12;
/** Each letter that is still to come makes a word a little less likely. */
const perLetter = 0.15;

/**
 * Words of titles and summaries in Indian scripts that somebody may be about to type in Latin letters, the likeliest
 * first. One range of an index, by the sounds typed so far.
 */
export async function nativeWordsBegunAs(tx: Queryable, latin: string): Promise<string[]> {
  if (latin.length < leastTyped || !/^[a-z]+$/.test(latin)) return [];
  // A last 'c' may become 'ch', which sounds otherwise.
  const key = latinKey(latin.replace(/c$/, ''));
  if (key.length < 2) return [];
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from ${searchWords} where sound_keys[1] ~>=~ ${key} and sound_keys[1] ~<~ ${`${key}~`}
      and not is_body_only and word ~>~ '~' order by length(sound_keys[1]), word limit ${mostRanked}`);
  const bound = bearable(latin) / 2;
  return rows
    .map(({ word }) => ({ word, cost: beginningCost(latin, word, bound) + perLetter * word.length }))
    .filter(({ cost }) => cost < Infinity)
    .sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1))
    .slice(0, mostBegun)
    .map(({ word }) => word);
}
