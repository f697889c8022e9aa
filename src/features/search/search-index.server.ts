import type { Queryable } from '../../database/connect.server.ts';
import { cappedTotal } from '../../platform/paging.ts';
import {
  findDocuments,
  type Found,
  prepareSearch,
  rankDocuments,
  type Scope,
  type WordQuery,
} from './find-documents.server.ts';
import { correctedText, repairWords } from './repair-words.server.ts';
import { allOf, type AskedWord, askedWords, asTyped, atLeast, cleanQuery, relaxations } from './search-query.ts';
import { foldText } from '../search-index/words.ts';

export type Correction = { text: string; how: 'applied' | 'offered' };
export type Answer<Kind extends string = string> = {
  /** What was looked for in the end: for highlights. */
  words: AskedWord[];
  /** null when there was no word to look for. */
  query: WordQuery | null;
  found: Record<Kind, Found>;
  correction: Correction | null;
  /** Words near to the mistakes, other than the correction. */
  alternatives: string[];
};

export type Question<Kind extends 'ARTICLE' | 'VIDEO' | 'QUESTION'> = {
  text: string;
  kinds: Kind[];
  categoryIds?: number[] | undefined;
  tagIds?: number[] | undefined;
  /** Takes the words as they are typed. */
  isExact?: boolean | undefined;
  /** False where another order than relevance is wanted: only texts with all the words are then found. */
  isRanked: boolean;
};

const fewHits = 3;
const enoughHits = 10;
const nothing: Found = { ids: [], total: 0, isCapped: false };

/**
 * Texts with all the words; where they are few, words that occur nowhere are completed or put right, and then texts with
 * most or some of the words follow. `owner`: what window edges are remembered for (the connection's database).
 */
export async function searchIndex<Kind extends 'ARTICLE' | 'VIDEO' | 'QUESTION'>(
  tx: Queryable,
  owner: object,
  question: Question<Kind>,
): Promise<Answer<Kind>> {
  const text = cleanQuery(question.text);
  let words = askedWords(text);
  const none = Object.fromEntries(question.kinds.map((kind) => [kind, nothing])) as Record<Kind, Found>;
  const answer: Answer<Kind> = { words, query: null, found: none, correction: null, alternatives: [] };
  let query =
    words.length === 0
      ? null
      : await prepareSearch(tx, allOf(words), { phrase: foldText(text), typed: asTyped(words) });
  if (!query) return answer;

  const find = async (asked: WordQuery): Promise<Record<Kind, Found>> => {
    const found: Partial<Record<Kind, Found>> = {};
    for (const kind of question.kinds) found[kind] = await findDocuments(tx, owner, asked, scopeOf(kind));
    return found as Record<Kind, Found>;
  };
  const scopeOf = (kind: Kind): Scope => ({ kind, categoryIds: question.categoryIds, tagIds: question.tagIds });
  const totalOf = (all: Record<Kind, Found>) => question.kinds.reduce((sum, kind) => sum + all[kind].total, 0);

  let found = await find(query);
  if (totalOf(found) < fewHits && !question.isExact) {
    const repair = await repairWords(tx, words);
    if (repair) {
      const mended = { ...query, config: 'nagrik' as const, text: allOf(repair.words), typed: null };
      const better = await find(mended);
      answer.alternatives = repair.alternatives;
      if (totalOf(better) > totalOf(found) || totalOf(found) === 0) {
        const how = totalOf(found) === 0 ? 'applied' : 'offered';
        if (repair.corrections.size > 0) answer.correction = { text: correctedText(text, repair.corrections), how };
        if (how === 'applied')
          [words, query, found] = [
            repair.words,
            { ...mended, phrase: foldText(answer.correction?.text ?? text) },
            better,
          ];
      }
    }
  }

  if (question.isRanked) {
    for (const kind of question.kinds)
      found[kind] = { ...found[kind], ids: await rankDocuments(tx, query, kind, found[kind].ids) };
    for (const count of question.isExact ? [] : relaxations(words.length)) {
      if (totalOf(found) >= enoughHits) break;
      const looser = { ...query, text: atLeast(count, words), typed: null, isLoose: true };
      const more = await find(looser);
      for (const kind of question.kinds)
        found[kind] = joined(found[kind], more[kind], await rankDocuments(tx, looser, kind, more[kind].ids));
    }
  }
  // A correction that leads nowhere is none.
  if (totalOf(found) === 0) answer.correction = null;
  return { ...answer, words, query, found };
}

function joined(first: Found, more: Found, rankedMore: number[]): Found {
  const ids = [...new Set([...first.ids, ...rankedMore])];
  return {
    ids: ids.slice(0, cappedTotal),
    total: Math.min(ids.length, cappedTotal),
    isCapped: more.isCapped || ids.length > cappedTotal,
  };
}
