import type { Queryable } from '../../database/connect.server.ts';
import type { HelplineSubject } from '../helplines/helplines.ts';
import {
  type DocumentQuery,
  findDocuments,
  findInSmall,
  areSmall,
  type OfKind,
  type Parts,
  foundOf,
  type Found,
  prepareSearch,
  rankDocuments,
  type Scope,
  type WordQuery,
} from './find-documents.server.ts';
import { type Highlights, highlightHits } from './highlights.queries.server.ts';
import { onceInGroup } from './once-in-group.server.ts';
import { readInOtherScripts } from './other-scripts.queries.server.ts';
import { anyRareWord, type Guesses, rankGuesses } from './rank-guesses.server.ts';
import { addSlips, repairWords } from './repair-words.server.ts';
import type { QueryWord } from './search-query.ts';
import type { SideBySide } from './side-by-side.server.ts';

type Prepared = Parameters<typeof prepareSearch>[2];
type Grouped = Record<'ARTICLE' | 'VIDEO' | 'WEBSTORY', Found> | Record<'QUESTION', Found>;
type Marked = { hits: OfKind[]; words: QueryWord[]; read: QueryWord[] | null; orTitle: boolean };

/** What a search asks of the database. */
export type SearchSteps = {
  prepare(text: string, more: Prepared): Promise<WordQuery | null>;
  find(query: WordQuery, scopes: Scope[]): Promise<Found[]>;
  /** Hits of all queries for each scope; null where there may be too many to read them all. */
  findEach(queries: WordQuery[], scopes: Scope[]): Promise<Parts[][] | null>;
  rank(query: WordQuery, hits: OfKind[]): ReturnType<typeof rankDocuments>;
  rankGuesses(words: QueryWord[], hits: OfKind[], pairs: string[], dangers: HelplineSubject[]): Promise<Guesses[]>;
  read(words: QueryWord[], all: QueryWord[]): ReturnType<typeof readInOtherScripts>;
  addSlips(words: QueryWord[]): Promise<QueryWord[]>;
  repair(words: QueryWord[]): ReturnType<typeof repairWords>;
  anyRareWord(words: QueryWord[]): Promise<string | null>;
  highlight(marked: Marked): Promise<Highlights[]>;
  onceInGroup<Each extends Grouped>(found: Each, scope: Omit<Scope, 'kind'>): Promise<Each>;
};

/** Answers equal requests once. */
const once =
  <Request, Result>(work: (request: Request) => Promise<Result>) =>
  async (requests: Request[]): Promise<Result[]> => {
    const results = new Map<string, Result>();
    for (const request of requests) {
      const key = JSON.stringify(request);
      if (!results.has(key)) results.set(key, await work(request));
    }
    return requests.map((request) => results.get(JSON.stringify(request))!);
  };

/** Answers requests that differ in their hits only in one statement. @param work answers in the order of the hits */
const withAllHits =
  <Request extends { hits: OfKind[] }, Result>(work: (request: Request) => Promise<Result[]>) =>
  async (requests: Request[]): Promise<Result[][]> => {
    const answers = requests.map((): Result[] => []);
    const alike = Map.groupBy(requests.keys(), (index) => JSON.stringify({ ...requests[index], hits: null }));
    for (const indexes of alike.values()) {
      const hits = indexes.flatMap((index) => requests[index]!.hits);
      const results = await work({ ...requests[indexes[0]!]!, hits });
      for (const index of indexes) answers[index] = results.splice(0, requests[index]!.hits.length);
    }
    return answers;
  };

/**
 * @param owner key of the cache of windows (the connection's database)
 * @param together other searches in the same transaction, whose statements are shared
 */
export function searchSteps(tx: Queryable, owner: object, together?: SideBySide): SearchSteps {
  const ask: SideBySide['ask'] = together
    ? together.ask
    : async (step, request) => (await step([request]))[0] as Awaited<ReturnType<typeof step>>[number];

  const allInSmall = async (requests: DocumentQuery[]) =>
    (await areSmall(
      tx,
      owner,
      requests.flatMap(({ scopes }) => scopes),
    ))
      ? findInSmall(tx, requests)
      : null;
  const find = async (requests: DocumentQuery[]) => {
    const small = await allInSmall(requests);
    if (small) return small.map((parts) => parts.map(foundOf));
    const all: Found[][] = [];
    for (const { query, scopes } of requests) all.push(await findDocuments(tx, owner, query, scopes));
    return all;
  };
  const findEach = async (requests: { queries: WordQuery[]; scopes: Scope[] }[]) => {
    const small = await allInSmall(
      requests.flatMap(({ queries, scopes }) => queries.map((query) => ({ query, scopes }))),
    );
    return requests.map(({ queries }) => small && small.splice(0, queries.length));
  };
  const prepare = once(({ text, more }: { text: string; more: Prepared }) => prepareSearch(tx, text, more));
  const rank = withAllHits(({ query, hits }: { query: WordQuery; hits: OfKind[] }) => rankDocuments(tx, query, hits));
  type ToRank = { words: QueryWord[]; hits: OfKind[]; pairs: string[]; dangers: HelplineSubject[] };
  const guesses = withAllHits(({ words, hits, pairs, dangers }: ToRank) =>
    rankGuesses(tx, words, hits, pairs, dangers, owner),
  );
  const read = once(({ words, all }: { words: QueryWord[]; all: QueryWord[] }) => readInOtherScripts(tx, words, all));
  const slips = once((words: QueryWord[]) => addSlips(tx, words));
  const repair = once((words: QueryWord[]) => repairWords(tx, words));
  const rare = once((words: QueryWord[]) => anyRareWord(tx, words, owner));
  const inGroup = (requests: { found: Grouped; scope: Omit<Scope, 'kind'> }[]) =>
    Promise.all(requests.map(({ found, scope }) => onceInGroup(tx, found, scope)));
  const highlight = withAllHits(({ hits, orTitle, ...words }: Marked) => highlightHits(tx, hits, words, orTitle));

  return {
    prepare: (text, more) => ask(prepare, { text, more }),
    find: (query, scopes) => ask(find, { query, scopes }),
    findEach: (queries, scopes) => ask(findEach, { queries, scopes }),
    rank: (query, hits) => ask(rank, { query, hits }),
    rankGuesses: (words, hits, pairs, dangers) => ask(guesses, { words, hits, pairs, dangers }),
    read: (words, all) => ask(read, { words, all }),
    addSlips: (words) => ask(slips, words),
    repair: (words) => ask(repair, words),
    anyRareWord: (words) => ask(rare, words),
    highlight: (marked) => ask(highlight, marked),
    onceInGroup: <Each extends Grouped>(found: Each, scope: Omit<Scope, 'kind'>) =>
      ask(inGroup, { found, scope }) as Promise<Each>,
  };
}
