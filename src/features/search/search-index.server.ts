import { cappedTotal } from '../../platform/wire/paging.ts';
import { dangersIn } from '../helplines/danger.server.ts';
import type { HelplineSubject } from '../helplines/helplines.ts';
import { type Found, foundOf, type Scope, type WordQuery } from './find-documents.server.ts';
import { strengths } from './language-first.ts';
import { correctedText } from './repair-words.server.ts';
import {
  allInHead,
  allOf,
  anyOfWays,
  type QueryWord,
  queryWords,
  asTyped,
  atLeast,
  cleanQuery,
  neighbours,
  relaxations,
  typedWords,
} from './search-query.ts';
import { sameMeaningAs } from './spellings.ts';
import type { SearchSteps } from './search-steps.server.ts';
import { dangerNames } from '../helplines/danger-words.ts';
import { foldText, foldWord } from '../search-index/words.ts';

export type Correction = { text: string; how: 'applied' | 'offered' };
export type Answer<Kind extends string = string> = {
  /** The words finally searched, after correction: for highlights. */
  words: QueryWord[];
  /** The same words in other scripts and spellings too, where they were searched so. */
  read: QueryWord[] | null;
  /** null for a query without words. */
  query: WordQuery | null;
  found: Record<Kind, Found>;
  correction: Correction | null;
  /** No hit has enough of the query in title, summary or names, weighed by how rare its words are. */
  isFar: boolean;
  /** Of hits that had to be close: how much of the query each has in its head, between 0 and 1. */
  likeness: Record<Kind, Map<number, number>>;
  /** Close words other than the applied correction. */
  alternatives: string[];
};

export type Question<Kind extends 'ARTICLE' | 'VIDEO' | 'QUESTION' | 'WEBSTORY'> = {
  text: string;
  kinds: Kind[];
  categoryIds?: number[] | undefined;
  tagIds?: number[] | undefined;
  /** Search the words as typed, without correction. */
  isExact?: boolean | undefined;
  /** Only hits that are about the query; of a query that speaks of a danger to somebody, about that danger. */
  isClose?: boolean | undefined;
  /** False for a sort order other than relevance: then only documents with all the words match. */
  isRanked: boolean;
};

const fewHits = 3;
const enoughHits = 10;
const mostInOrder = 12;
/** So many are ranked by how much of the query they have. */
const enoughCandidates = 100;
/** Of these, so many at most for having one rare word. */
const mostRare = 50;
/** With less of a query in its head nothing is about it: of 'lost marksheet' the lost PAN card has the common half. */
const leastInHead = 0.52;
/** Beside the piece about a question, one that shares much less of it only shares its common words. */
const ofBest = 0.75;
/** Who speaks of these must not be led to anything else. */
const gravest: HelplineSubject[] = ['violence', 'suicide', 'child'];
const nothing: Found = { ids: [], total: 0, isCapped: false };

/**
 * Documents with all the words. Too few: unknown words are completed or corrected, then documents with most or some of
 * the words follow.
 */
export async function searchIndex<Kind extends 'ARTICLE' | 'VIDEO' | 'QUESTION' | 'WEBSTORY'>(
  steps: SearchSteps,
  question: Question<Kind>,
): Promise<Answer<Kind>> {
  const text = cleanQuery(question.text);
  let words = queryWords(text);
  const none = Object.fromEntries(question.kinds.map((kind) => [kind, nothing])) as Record<Kind, Found>;
  const answer: Answer<Kind> = {
    words,
    read: null,
    query: null,
    found: none,
    correction: null,
    isFar: false,
    likeness: Object.fromEntries(question.kinds.map((kind) => [kind, new Map()])) as Answer<Kind>['likeness'],
    alternatives: [],
  };
  // Words that stand apart in a long text tell less than their counterparts in a title. In Latin letters, where the
  // words as typed are mostly English, a text with the very phrase stays first.
  const isLatin = !/[^\P{L}\p{Script=Latin}]/u.test(text);
  const queried = {
    phrase: foldText(text),
    typed: asTyped(words),
    head: allInHead(words),
    isNamed: isLatin,
    meanings: meaningsOf(words),
  };
  let isMended = false;
  let query = words.length === 0 ? null : await steps.prepare(allOf(words), queried);
  if (!query) return answer;

  const find = async (wanted: WordQuery): Promise<Record<Kind, Found>> => {
    const found = await steps.find(wanted, question.kinds.map(scopeOf));
    return forEachKind((kind) => found[question.kinds.indexOf(kind)]!);
  };
  const forEachKind = (make: (kind: Kind) => Found) =>
    Object.fromEntries(question.kinds.map((kind) => [kind, make(kind)])) as Record<Kind, Found>;
  const about = new Map<Kind, Set<number>>();
  const named = new Map<Kind, Set<number>>();
  // Two sets: a hit of the words as typed is no better for a title that has them in another spelling.
  const typedInTitle = new Map<Kind, Set<number>>();
  const guessedInTitle = new Map<Kind, Set<number>>();
  /** Ranks hits. @returns those with all the words in the head of a piece, and the others */
  const rank = async (of: Record<Kind, Found>, wanted: WordQuery, isApart = wanted.head !== undefined) => {
    const ranked = await steps.rank(wanted, hitsOf(of));
    const rankedOf = (kind: Kind) => ranked[question.kinds.indexOf(kind)]!;
    for (const kind of question.kinds) {
      about.set(kind, rankedOf(kind).about);
      named.set(kind, rankedOf(kind).named);
      typedInTitle.set(kind, rankedOf(kind).inTitle);
    }
    of = forEachKind((kind) => ({ ...of[kind], ids: rankedOf(kind).ids }));
    if (!isApart) return [of, none] as const;
    const part = (isHead: boolean) =>
      forEachKind((kind) => {
        const ids = of[kind].ids.filter((id) => rankedOf(kind).inHead.has(id) === isHead);
        return { ids, total: ids.length, isCapped: !isHead && of[kind].isCapped };
      });
    return [part(true), part(false)] as const;
  };
  const shares = new Map<Kind, Map<number, number>>();
  const inDangerOf = new Map<Kind, Set<number>>();
  const judge = async (of: Record<Kind, Found>, wanted: QueryWord[]) => {
    const ranked = await steps.rankGuesses([...wanted, ...inDanger], hitsOf(of), neighbours(inOrder), dangers);
    for (const [index, kind] of question.kinds.entries()) {
      shares.set(kind, new Map([...(shares.get(kind) ?? []), ...ranked[index]!.inHead]));
      inDangerOf.set(kind, new Set([...(inDangerOf.get(kind) ?? []), ...ranked[index]!.ofDanger]));
    }
    return ranked;
  };
  const rankAsGuesses = async (of: Record<Kind, Found>, wanted: QueryWord[]) => {
    const ranked = await judge(of, wanted);
    for (const [index, kind] of question.kinds.entries()) guessedInTitle.set(kind, ranked[index]!.inTitle);
    return forEachKind((kind) => ({ ...of[kind], ids: ranked[question.kinds.indexOf(kind)]!.ids }));
  };
  const hitsOf = (of: Record<Kind, Found>) => question.kinds.map((kind) => ({ kind, ids: of[kind].ids }));
  const bothOf = (first: Record<Kind, Found>, more: Record<Kind, Found>) =>
    forEachKind((kind) => joined(first[kind], more[kind]));
  const scopeOf = (kind: Kind): Scope => ({ kind, categoryIds: question.categoryIds, tagIds: question.tagIds });
  const only = (of: Record<Kind, Found>, isRetained: (kind: Kind, id: number) => boolean) =>
    forEachKind((kind) => {
      const ids = of[kind].ids.filter((id) => isRetained(kind, id));
      return { ...of[kind], ids, total: ids.length, isCapped: of[kind].isCapped && ids.length === of[kind].ids.length };
    });
  const totalOf = (all: Record<Kind, Found>) => question.kinds.reduce((sum, kind) => sum + all[kind].total, 0);

  /** Adds documents with most or some of the words, and those with a rare one. */
  const addLoose = async (guessed: Record<Kind, Found>, from: WordQuery): Promise<Record<Kind, Found>> => {
    const queried = answer.read ?? words;
    const queries = relaxations(words.length).map((count): WordQuery => {
      return { ...from, text: atLeast(count, queried), head: undefined, isLoose: true };
    });
    const small = queries.length > 0 ? await steps.findEach(queries, question.kinds.map(scopeOf)) : null;
    for (const [index, loose] of queries.entries()) {
      const candidates = totalOf(found) + totalOf(guessed);
      if (candidates >= enoughCandidates) break;
      const inTitles = candidates >= enoughHits;
      const parts = small?.[index];
      const more = parts
        ? forEachKind((kind) => {
            const each = parts[question.kinds.indexOf(kind)]!;
            return foundOf(inTitles ? { ...each, rest: [] } : each);
          })
        : await find({ ...loose, inTitles });
      guessed = bothOf(guessed, more);
    }
    if (inDanger.length > 0) {
      const about = await find({ ...from, text: inDanger.map(anyOfWays).join(' | '), head: undefined, isLoose: true });
      guessed = bothOf(
        forEachKind((kind) => ({ ...about[kind], ids: about[kind].ids.slice(0, mostRare) })),
        guessed,
      );
    }
    const rare = await steps.anyRareWord(queried);
    if (!rare) return guessed;
    const more = await find({ ...from, text: rare, head: undefined, isLoose: true });
    return bothOf(
      forEachKind((kind) => ({ ...more[kind], ids: more[kind].ids.slice(0, mostRare) })),
      guessed,
    );
  };

  const dangers = dangersIn(text);
  const inDanger = question.isExact ? [] : dangerWordsOf(dangers);
  let found = await find(query);
  const typedHits = totalOf(found);
  /**
   * Ranked together, after `found`: hits in other spellings, with some of the words, or with words in the text only.
   */
  let guessed: Record<Kind, Found> = { ...none };
  // Enough hits in Latin letters: looking for guesses as well would cost more than it finds.
  const isPlenty = isLatin && typedHits >= enoughHits;
  if (question.isRanked) [found, guessed] = await rank(found, query, !isPlenty);
  let inOrder = typedWords(text).slice(0, mostInOrder);
  /** Hits of the words as typed, but in texts only; and all hits that have every word in some spelling. */
  const inText = guessed;
  let whole = guessed;
  if (totalOf(found) < enoughHits && !question.isExact) {
    const read = await steps.read(words, inOrder);
    if (read) {
      inOrder = read.inOrder;
      const meant = isLatin && typedHits === 0 ? await steps.addSlips(read.words) : read.words;
      const guess = { ...query, config: 'nagrik' as const, text: allOf(meant), head: undefined };
      const more = await find(guess);
      if (typedHits === 0) query = guess;
      if (question.isRanked) whole = guessed = bothOf(guessed, more);
      else found = bothOf(found, more);
      answer.read = meant;
    }
  }
  if (totalOf(found) + totalOf(guessed) < fewHits && !question.isExact) {
    const repair = await steps.repair(answer.read ?? words);
    if (repair) {
      const mended = { ...query, config: 'nagrik' as const, text: allOf(repair.words), typed: null, head: undefined };
      const better = await find(mended);
      answer.alternatives = repair.alternatives;
      if (totalOf(better) > typedHits || typedHits === 0) {
        const how = typedHits === 0 ? 'applied' : 'offered';
        if (repair.corrections.size > 0) answer.correction = { text: correctedText(text, repair.corrections), how };
        isMended = how === 'applied';
        if (isMended) answer.read = null;
        if (isMended)
          [words, query, found] = [
            repair.words,
            { ...mended, phrase: foldText(answer.correction?.text ?? text) },
            better,
          ];
        if (isMended && question.isRanked) [found] = await rank(found, query);
      }
    }
  }

  if (question.isRanked) {
    if (totalOf(found) < enoughHits && !question.isExact) guessed = await addLoose(guessed, { ...query, typed: null });
    const typed = found;
    guessed = await rankAsGuesses(guessed, answer.read ?? words);
    const isAbout = (kind: Kind, id: number) => about.get(kind)!.has(id);
    if (question.isClose || !question.kinds.some((kind) => about.get(kind)!.size > 0))
      await judge(typed, answer.read ?? words);
    found = forEachKind((kind) =>
      withGuesses(found[kind], guessed[kind], {
        whole: whole[kind],
        inText: inText[kind],
        named: named.get(kind)!,
        typedInTitle: typedInTitle.get(kind)!,
        guessedInTitle: guessedInTitle.get(kind)!,
        isInDanger: dangers.length > 0,
      }),
    );
    const isGrave = dangers.some((subject) => gravest.includes(subject));
    const isClose = (kind: Kind, id: number) =>
      inDangerOf.get(kind)!.has(id) ||
      (!(isGrave && question.isClose) && (isAbout(kind, id) || (shares.get(kind)!.get(id) ?? 0) >= leastInHead));
    const bestOf = new Map(question.kinds.map((kind) => [kind, Math.max(...shares.get(kind)!.values())]));
    const isNearBest = (kind: Kind, id: number) =>
      isAbout(kind, id) ||
      inDangerOf.get(kind)!.has(id) ||
      (shares.get(kind)!.get(id) ?? 0) >= ofBest * bestOf.get(kind)!;
    // Anybody can ask a question in an article's words, and choose its category: none is suggested to who is in danger.
    const mayStand = (kind: Kind) => !(isGrave && kind === 'QUESTION');
    if (question.isClose) {
      found = only(found, (kind, id) => mayStand(kind) && isClose(kind, id) && isNearBest(kind, id));
      for (const kind of question.kinds)
        for (const id of found[kind].ids) {
          const isWhole = isAbout(kind, id) || inDangerOf.get(kind)!.has(id);
          answer.likeness[kind].set(id, isWhole ? 1 : Math.min(1, shares.get(kind)!.get(id) ?? 0));
        }
    } else if (isGrave)
      found = only(found, (kind, id) => inDangerOf.get(kind)!.has(id) || (!isMended && isAbout(kind, id)));
    answer.isFar = !question.kinds.some((kind) => found[kind].ids.some((id) => isClose(kind, id)));
  }
  // Never offer a correction that has no hits itself.
  if (totalOf(found) === 0) answer.correction = null;
  return { ...answer, words, query, found };
}

/** The most urgent dangers as words of the query: who is in danger seldom names it. */
const dangerWordsOf = (dangers: HelplineSubject[]): QueryWord[] =>
  dangers.slice(0, 2).flatMap((subject) => {
    const ways = dangerNames[subject]?.split(' ').map(foldWord) ?? [];
    return ways.length === 0 ? [] : [{ start: 0, end: 0, folded: ways[0]!, ways, isDanger: true }];
  });

/** tsqueries: each word in any way or word of its meaning; none for a single word, whose synonyms say less than it. */
const meaningsOf = (words: QueryWord[]): string[] | undefined =>
  words.length < 2
    ? undefined
    : words.map((word) => anyOfWays({ ...word, ways: [...new Set([...word.ways, ...sameMeaningAs(word.folded)])] }));

type Judged = {
  whole: Found;
  inText: Found;
  named: Set<number>;
  typedInTitle: Set<number>;
  guessedInTitle: Set<number>;
  isInDanger: boolean;
};

/** The hits, then guesses: those with every word, and of the others as many as a page needs. */
function withGuesses(found: Found, guessed: Found, judged: Judged): Found {
  const { whole, inText, named, typedInTitle, guessedInTitle, isInDanger } = judged;
  const isWhole = new Set(whole.ids);
  const room = Math.max(0, enoughHits - found.ids.length);
  const retained = guessed.ids.filter((id, index) => index < room || isWhole.has(id));
  // A hit of the words as typed is never lost to guesses: one stands on the first page.
  const isTyped = new Set(inText.ids);
  const at = retained.findIndex((id) => isTyped.has(id));
  const firstTyped = retained[at];
  if (at >= room && room > 0) retained.splice(room - 1, 0, ...retained.splice(at, 1));
  const strengthOf = new Map<number, number>();
  for (const [index, id] of retained.entries()) {
    // What helps in danger is not moved behind less of it for its language: each guess is weaker than the one before.
    const inOrder = strengths.part + 1 / (index + 2);
    const isInTitle = guessedInTitle.has(id);
    const asGuess = isInTitle ? strengths.wholeInTitle : isWhole.has(id) ? strengths.whole : strengths.part;
    const typedAs = isInTitle ? strengths.typedUnderTitle : strengths.typedInText;
    strengthOf.set(id, isInDanger ? inOrder : id === firstTyped ? typedAs : asGuess);
  }
  for (const id of found.ids) {
    const inHead = typedInTitle.has(id) ? strengths.typedInTitle : strengths.typed;
    strengthOf.set(id, named.has(id) ? strengths.named : inHead);
  }
  return { ...joined(found, { ...whole, ids: retained }), strengths: strengthOf };
}

function joined(first: Found, more: Found): Found {
  const ids = [...new Set([...first.ids, ...more.ids])];
  return {
    ids: ids.slice(0, cappedTotal),
    total: Math.min(ids.length, cappedTotal),
    isCapped: first.isCapped || more.isCapped || ids.length > cappedTotal,
  };
}
