import type { Queryable } from '../../../database/connect.server.ts';
import type { WordUse } from '../../../database/tables/added-words.ts';
import { invalidatePagesAtOnce, invalidatePagesOnCommit } from '../../../platform/cache/page-cache.server.ts';
import { queuePurges } from '../../../platform/cache/purge-queue.server.ts';
import { invalidInput, notFound } from '../../../platform/wire/errors.ts';
import { type Problem, problem } from '../../../platform/wire/problem.ts';
import {
  type AddedWord,
  countAddedWords,
  deleteAddedWord,
  insertAddedWord,
  listAddedWords,
  lockAddedWords,
  mostAdded,
} from '../../added-words/added-words.queries.server.ts';
import { readScamIndex } from '../../message-check/check-message.server.ts';
import type { ConceptLanguage } from '../../message-check/concept-languages.ts';
import { conceptsOf, conceptWordsIn, openConcepts } from '../../message-check/concept-words.server.ts';
import { findConcepts, readAdded } from '../../message-check/find-concepts.ts';
import { foldMessage } from '../../message-check/fold-message.ts';
import { genuineMessages } from '../../message-check/genuine-messages.ts';
import { judgeMessage } from '../../message-check/judge-message.ts';
import { allTargets, keyOf, targetOf, titleOf } from '../../search/errand-targets.ts';
import { doorsNamedIn, errandNames, namedIn, namesWith, otherNamesOf } from '../../search/match-errands.server.ts';
import { isFiller } from '../../search/spellings.ts';
import { foldText } from '../../search-index/words.ts';
import { actAs, conflict, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { noteAct } from '../pieces/pieces.queries.server.ts';
import { type Actor, publishers, reviewers } from '../studio.policy.ts';
import type { WordInput } from './words.contract.ts';

export const wordReaders = reviewers;
export const wordEditors = publishers;

// Names show on the pages of articles and of every search; a device reads the words of concepts beside the known scams.
const tags = ['all'];
const purged = { name: [], concept: ['/check', '/scams.json'] };

const present = ({ id, text, lang, at }: AddedWord) => ({ id, text, lang, at: at.toISOString() });

/** Everything that words of this use can be added to. @param lang of the words in the source that stand beside */
export async function readWords({ connection: { db } }: StudioServices, use: WordUse, lang: ConceptLanguage = 'en') {
  const added = Map.groupBy(await listAddedWords(db, use), ({ target }) => target);
  const wordsOf = (target: string) => (added.get(target) ?? []).map(present);
  if (use === 'name')
    return allTargets.map((target) => {
      const key = keyOf(target);
      return { target: key, title: titleOf(target), shipped: otherNamesOf(key), words: wordsOf(key) };
    });
  const shipped = conceptWordsIn(lang);
  return openConcepts.map((concept) => ({
    target: concept,
    title: concept.replaceAll('-', ' '),
    shipped: shipped.get(concept) ?? [],
    words: wordsOf(concept),
  }));
}

type Choice = Awaited<ReturnType<typeof readWords>>[number];
const mostChoices = 12;
/** Far below what a search shows: one word in common. */
const leastOfGuess = 0.15;

/** The one that `q` names, or those with words that begin so; without any, of names those to which the text itself comes nearest. */
export async function chooseTargets(
  { connection: { db } }: StudioServices,
  use: WordUse,
  all: Choice[],
  { text, q }: { text: string; q: string },
): Promise<Choice[]> {
  const exactly = all.filter(({ target }) => target === q);
  if (exactly.length > 0) return exactly;
  const sought = foldText(q);
  if (sought !== '') {
    const isSought = (one: string) => ` ${foldText(one)}`.includes(` ${sought}`);
    return all.filter(({ title, shipped }) => [title, ...shipped].some(isSought)).slice(0, mostChoices);
  }
  if (use === 'concept') return all;
  const near = namedIn(text, await errandNames(db), leastOfGuess).map(({ target }) => keyOf(target));
  return near.slice(0, mostChoices).map((key) => all.find(({ target }) => target === key)!);
}

/** @throws AppError 400 for a word that cannot be used, 403, 409 where it leads elsewhere or there already */
export async function addWord(services: StudioServices, viewer: Actor, { use, target, lang, text }: WordInput) {
  const added = await actAs(services, viewer, wordEditors, async (tx, actor) => {
    await lockAddedWords(tx);
    const count = await countAddedWords(tx);
    if (count.all >= mostAdded.all || (use === 'concept' && count.concept >= mostAdded.concept))
      throw conflict(problem('studio.wordsFull'));
    const word =
      use === 'name'
        ? { use, target, lang: null, text }
        : { use, target, lang: lang ?? refuse('lang', problem('studio.wordLanguage')), text: foldMessage(text).text };
    await (use === 'name' ? insistOnName : insistOnConceptWord)(tx, word);
    const row = (await insertAddedWord(tx, { ...word, by: actor.id! })) ?? alreadyThere(target);
    await noteAct(tx, actor, 'add_word', { note: `${target}: ${word.text}` });
    await queuePurges(tx, purged[use]);
    await invalidatePagesOnCommit(tx, tags);
    return row;
  });
  await invalidatePagesAtOnce(services.connection, tags);
  return present(added);
}

/** @returns what it was @throws AppError 403, 404 */
export async function removeWord(services: StudioServices, viewer: Actor, id: number): Promise<AddedWord> {
  const removed = await actAs(services, viewer, wordEditors, async (tx, actor) => {
    await lockAddedWords(tx);
    const row = await deleteAddedWord(tx, id);
    if (!row) throw notFound('page');
    await noteAct(tx, actor, 'end_word', { note: `${row.target}: ${row.text}` });
    await queuePurges(tx, purged[row.use]);
    await invalidatePagesOnCommit(tx, tags);
    return row;
  });
  await invalidatePagesAtOnce(services.connection, tags);
  return removed;
}

function refuse(path: string, message: Problem): never {
  throw invalidInput([{ path, message }]);
}
function alreadyThere(title: string): never {
  throw conflict(problem('studio.wordThere', title));
}

type Wanted = Pick<AddedWord, 'target' | 'text'>;

/** From now on the name has to lead to its target first. */
async function insistOnName(tx: Queryable, { target: key, text }: Wanted): Promise<void> {
  const target = targetOf(key) ?? refuse('target', problem('studio.wordTarget'));
  const doors = doorsNamedIn(text).map((id) => ({ doors: id }));
  const [now] = namedIn(text, await errandNames(tx));
  const whole = [...doors, ...(now && now.score > wholeName ? [now.target] : [])];
  if (whole.some((one) => keyOf(one) === key)) alreadyThere(titleOf(target));
  const words = [...(await listAddedWords(tx, 'name')), { target: key, text }];
  const then = doors[0] ?? namedIn(text, namesWith(words))[0]?.target ?? refuse('text', problem('studio.wordCommon'));
  if (keyOf(then) !== key) throw conflict(problem('studio.wordElsewhere', titleOf(then)));
}
/** Below the sum of a score's parts, which are fractions. */
const wholeName = 0.999;

/** Of the genuine messages so many may have the word: as many as may be called scams. */
const mostGenuine = 0.02;
const shortestStem = 3;

/** No genuine message of ours may get a sign by it. */
async function insistOnConceptWord(tx: Queryable, { target, text }: Wanted): Promise<void> {
  if (!openConcepts.includes(target)) refuse('target', problem('studio.wordTarget'));
  const [, plain, star] = /^([\p{L}\p{M}\p{Nd}]+(?: [\p{L}\p{M}\p{Nd}]+)*)(\*?)$/u.exec(text) ?? [];
  if (!plain || (star && (plain.includes(' ') || plain.length < shortestStem)))
    return refuse('text', problem('studio.wordForm'));
  if (plain.split(' ').every(isFiller)) refuse('text', problem('studio.wordCommon'));
  const before = await listAddedWords(tx, 'concept');
  const isWhole = findConcepts(plain, () => false, conceptsOf(before).lexicon)
    .get(target)
    ?.some(({ start, end }) => start === 0 && end === plain.length);
  if (isWhole) alreadyThere(target);
  const alone = readAdded(`word: ${text}`);
  const having = genuineMessages.filter((message) =>
    findConcepts(foldMessage(message).text, () => false, alone).has('word'),
  );
  if (having.length > genuineMessages.length * mostGenuine) refuse('text', problem('studio.wordCommon'));
  const index = await readScamIndex(tx);
  const added = conceptsOf([...before, { target, text }]).lexicon;
  const accused = having.find(
    (message) =>
      judgeMessage(message, undefined, index, null).outcome === 'nothing_found' &&
      judgeMessage(message, undefined, { ...index, added }, null).outcome !== 'nothing_found',
  );
  if (accused) throw conflict(problem('studio.wordAccuses', accused));
}
