import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments, searchWords } from '../../database/schema.ts';
import { distanceBetween } from '../../platform/text/edit-distance.ts';
import { errandNames } from './match-errands.server.ts';
import type { QueryWord } from './search-query.ts';
import { isKnownSpelling, otherSpellings } from './spellings.ts';

export type Repair = {
  words: QueryWord[];
  /** Words taken for typos, with their corrections. */
  corrections: Map<QueryWord, string>;
  /** Other close words, for "did you mean". */
  alternatives: string[];
};

const shortestForTypos = 4;
const completions = 8;

/**
 * For words in no document: the last is completed, others get the closest known word, unless an errand is named by
 * them: 'tension' is no slip of 'pension'. Null when nothing changes.
 */
export async function repairWords(tx: Queryable, words: QueryWord[]): Promise<Repair | null> {
  const unknown = await wordsThatOccurNowhere(tx, words);
  if (unknown.size === 0) return null;
  const repair: Repair = { words: [], corrections: new Map(), alternatives: [] };
  let isMended = false;
  const named = (await errandNames(tx)).weights;
  for (const [index, word] of words.entries()) {
    if (!unknown.has(word)) {
      repair.words.push(word);
      continue;
    }
    const longer = index === words.length - 1 ? await wordsBeginningWith(tx, word.folded, completions) : [];
    const near = longer.length === 0 && !named.has(word.folded) ? await wordsLike(tx, word.folded) : [];
    const [best, ...others] = near;
    if (longer.length > 0) repair.words.push({ ...word, ways: [word.folded, ...longer] });
    else if (best) {
      repair.words.push({ ...word, ways: [best, ...otherSpellings(best)] });
      repair.corrections.set(word, best);
      repair.alternatives.push(...others.slice(0, 2));
      // Body words are in no word list: a long prefix is rare enough to be searched in the index itself.
    } else repair.words.push(word.folded.length >= shortestForTypos ? { ...word, prefix: word.folded } : word);
    isMended ||= longer.length > 0 || best !== undefined || word.folded.length >= shortestForTypos;
  }
  return isMended ? repair : null;
}

const shortestSlip = 5;
const mostSlips = 2;
/** A longer query is found by its other words; each word looked up costs a query. */
const mostUnknown = 3;

/**
 * Words that occur nowhere as typed, though they sound like others: what is one letter away may be meant as well, so it
 * is added to their `ways`.
 */
export async function addSlips(tx: Queryable, words: QueryWord[]): Promise<QueryWord[]> {
  const candidates = words.filter(({ isRead, folded }) => isRead && folded.length >= shortestSlip);
  const unknown = await occurNowhere(tx, candidates);
  if (unknown.size === 0 || unknown.size > mostUnknown) return words;
  const added: QueryWord[] = [];
  for (const word of words) {
    const near = unknown.has(word) ? await wordsLike(tx, word.folded) : [];
    const slips = near.filter((each) => distanceBetween(word.folded, each) === 1).slice(0, mostSlips);
    added.push(slips.length > 0 ? { ...word, ways: [...new Set([...word.ways, ...slips])] } : word);
  }
  return added;
}

/** The typed text with its typos replaced, otherwise unchanged. */
export function correctedText(text: string, corrections: Map<QueryWord, string>): string {
  let corrected = text;
  for (const [word, better] of [...corrections].sort(([a], [b]) => b.start - a.start)) {
    corrected = corrected.slice(0, word.start) + better + corrected.slice(word.end);
  }
  return corrected;
}

const wordsThatOccurNowhere = (tx: Queryable, words: QueryWord[]) =>
  occurNowhere(
    tx,
    words.filter((word) => !word.isRead && !isKnownSpelling(word.folded) && !/^\d+$/.test(word.folded)),
  );

async function occurNowhere(tx: Queryable, doubtful: QueryWord[]): Promise<Set<QueryWord>> {
  if (doubtful.length === 0) return new Set();
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from unnest(${sql.param(doubtful.map(({ folded }) => folded))}::text[]) as asked(word)
    where exists (select 1 from ${searchDocuments} where vector @@ to_tsquery('nagrik', '''' || asked.word || '''') and published_at <= now() offset 0)`);
  const occurring = new Set(rows.map(({ word }) => word));
  return new Set(doubtful.filter(({ folded }) => !occurring.has(folded)));
}

/** Prefix completions among the words of titles and summaries. */
export async function wordsBeginningWith(tx: Queryable, beginning: string, limit: number): Promise<string[]> {
  if (beginning.length < 2) return [];
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from ${searchWords} where word like ${`${beginning}%`} and not is_body_only order by length(word), word limit ${limit}`);
  return rows.map(({ word }) => word);
}

/** Spelling candidates, best first; each occurs in a published document. */
export async function wordsLike(tx: Queryable, word: string): Promise<string[]> {
  if (word.length < shortestForTypos || word.length > 32) return [];
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from ${searchWords} where word % ${word} and not is_body_only order by similarity(word, ${word}) desc limit 60`);
  const most = word.length < 6 ? 1 : word.length < 10 ? 2 : 3;
  const near = rows
    .map((row) => ({ word: row.word, distance: distanceBetween(word, row.word) }))
    // What is two letters shorter is another word: 'राशि' is no slip of 'राशिफल'.
    .filter((row) => row.distance <= most && word.length - row.word.length <= 1)
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
