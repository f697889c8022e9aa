import { type AddedWord, madeOfAdded } from '../added-words/added-words.queries.server.ts';
import type { ConceptLanguage } from './concept-languages.ts';
import { concepts } from './concepts/all.ts';
import { readAdded } from './find-concepts.ts';
import { signRules } from './sign-rules.ts';

/** What hides a sign, or says that something was done, would make scams look genuine. */
const closed = new Set(signRules.flatMap(({ unless }) => unless));
/** Those that a sign is made of: editors may add words to them. */
export const openConcepts: string[] = [
  ...new Set(
    signRules
      .filter(({ id }) => id !== 'advice' && id !== 'warning')
      .flatMap(({ parts }) => parts.flatMap((part) => part.split('/')))
      .map((concept) => concept.replace('!', '')),
  ),
]
  .filter((concept) => !closed.has(concept))
  .toSorted();

/** By concept, its words in the source: of one language. */
export const conceptWordsIn = (language: ConceptLanguage): Map<string, string[]> =>
  new Map(
    concepts[language]
      .trim()
      .split('\n')
      .map((line) => line.split(': '))
      .map(([concept, words]) => [concept!, words!.split(', ')]),
  );

/** Added words as lines of a language's file, which is how a device gets them with the known scams. */
const linesOf = (words: Pick<AddedWord, 'target' | 'text'>[]): string =>
  [...Map.groupBy(words, ({ target }) => target)]
    .filter(([concept]) => openConcepts.includes(concept))
    .map(([concept, of]) => `${concept}: ${of.map(({ text }) => text).join(', ')}`)
    .join('\n');

export const conceptsOf = (words: Pick<AddedWord, 'target' | 'text'>[]) => {
  const lines = linesOf(words);
  return { lines, lexicon: readAdded(lines) };
};
/** As they are now. */
export const addedConcepts = madeOfAdded('concept', conceptsOf);
