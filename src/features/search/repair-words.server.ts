import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments, searchWords } from '../../database/schema.ts';
import type { AskedWord } from './search-query.ts';
import { isKnownSpelling, otherSpellings } from './spellings.ts';

export type Repair = {
  words: AskedWord[];
  /** The words that were taken for mistakes, and what they were taken for. */
  corrections: Map<AskedWord, string>;
  /** Other words near to them. */
  alternatives: string[];
};

const shortestForTypos = 4;
const completions = 8;

/** Words that occur nowhere: the last is completed, others are taken for the nearest word that does occur. Null when there is nothing to mend. */
export async function repairWords(tx: Queryable, words: AskedWord[]): Promise<Repair | null> {
  const unknown = await wordsThatOccurNowhere(tx, words);
  if (unknown.size === 0) return null;
  const repair: Repair = { words: [], corrections: new Map(), alternatives: [] };
  let isMended = false;
  for (const [index, word] of words.entries()) {
    if (!unknown.has(word)) {
      repair.words.push(word);
      continue;
    }
    const longer = index === words.length - 1 ? await wordsBeginningWith(tx, word.folded, completions) : [];
    const near = longer.length === 0 ? await wordsLike(tx, word.folded) : [];
    const [best, ...others] = near;
    if (longer.length > 0) repair.words.push({ ...word, ways: [word.folded, ...longer] });
    else if (best) {
      repair.words.push({ ...word, ways: [best, ...otherSpellings(best)] });
      repair.corrections.set(word, best);
      repair.alternatives.push(...others.slice(0, 2));
      // Words of bodies are in no list; a long beginning of one is rare enough to be looked for in the index itself.
    } else repair.words.push(word.folded.length >= shortestForTypos ? { ...word, prefix: word.folded } : word);
    isMended ||= longer.length > 0 || best !== undefined || word.folded.length >= shortestForTypos;
  }
  return isMended ? repair : null;
}

/** The typed text with its mistakes put right, the rest as it was typed. */
export function correctedText(text: string, corrections: Map<AskedWord, string>): string {
  let corrected = text;
  for (const [word, better] of [...corrections].sort(([a], [b]) => b.start - a.start)) {
    corrected = corrected.slice(0, word.start) + better + corrected.slice(word.end);
  }
  return corrected;
}

async function wordsThatOccurNowhere(tx: Queryable, words: AskedWord[]): Promise<Set<AskedWord>> {
  const doubtful = words.filter((word) => !isKnownSpelling(word.folded) && !/^\d+$/.test(word.folded));
  if (doubtful.length === 0) return new Set();
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from unnest(${sql.param(doubtful.map(({ folded }) => folded))}::text[]) as asked(word)
    where exists (select 1 from ${searchDocuments} where vector @@ to_tsquery('nagrik', '''' || asked.word || '''') and published_at <= now() offset 0)`);
  const occurring = new Set(rows.map(({ word }) => word));
  return new Set(doubtful.filter(({ folded }) => !occurring.has(folded)));
}

/** Words of titles and summaries that begin so. */
export async function wordsBeginningWith(tx: Queryable, beginning: string, limit: number): Promise<string[]> {
  if (beginning.length < 2) return [];
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from ${searchWords} where word like ${`${beginning}%`} order by length(word), word limit ${limit}`);
  return rows.map(({ word }) => word);
}

/** Words that may have been meant, best first; each occurs in something published. */
export async function wordsLike(tx: Queryable, word: string): Promise<string[]> {
  if (word.length < shortestForTypos || word.length > 32) return [];
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from ${searchWords} where word % ${word} order by similarity(word, ${word}) desc limit 60`);
  const most = word.length < 6 ? 1 : word.length < 10 ? 2 : 3;
  const near = rows
    .map((row) => ({ word: row.word, distance: distanceBetween(word, row.word) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5);
  if (near.length === 0) return [];
  const counted = await tx.execute<{ word: string; uses: number }>(sql`
    select word, (select count(*)::int from (select 1 from ${searchDocuments} where vector @@ to_tsquery('nagrik', '''' || near.word || '''') and published_at <= now() limit 200) as uses) as uses
    from unnest(${sql.param(near.map((each) => each.word))}::text[]) as near(word)`);
  const usesOf = new Map(counted.rows.map((row) => [row.word, row.uses]));
  return near
    .filter((each) => usesOf.get(each.word)! > 0)
    .sort((a, b) => a.distance - b.distance || usesOf.get(b.word)! - usesOf.get(a.word)!)
    .map((each) => each.word);
}

/** Letters to add, drop, change or swap to come from one word to the other. */
export function distanceBetween(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      let least = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        least = Math.min(least, before[column - 2]! + 1);
      current.push(least);
    }
    [before, last] = [last, current];
  }
  return last[to.length]!;
}
