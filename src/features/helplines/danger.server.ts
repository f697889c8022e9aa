import { foldWord, wordsOf } from '../search-index/words.ts';
import { distanceBetween } from '../../platform/text/edit-distance.ts';
import { isLikelySpelling } from '../transliteration/likeness.ts';
import { createSoundIndex } from '../transliteration/sound-index.ts';
import { dangerNames, dangers, dangerWords } from './danger-words.ts';
import { helplinesFor, type HelplineSubject, type NamedHelpline } from './helplines.ts';

type Meaning = keyof typeof dangerWords;
type Known = { exact: Map<string, Set<Meaning>>; long: string[] };

let built: Known | undefined;
function known(): Known {
  if (built) return built;
  built = { exact: new Map(), long: [] };
  for (const [meaning, words] of Object.entries(dangerWords) as [Meaning, string][])
    for (const word of new Set(words.split(' ').map(foldWord))) {
      const meanings = built.exact.get(word);
      if (meanings) {
        meanings.add(meaning);
        continue;
      }
      built.exact.set(word, new Set([meaning]));
      if ([...word].length >= leastForSlips) built.long.push(word);
    }
  return built;
}
const soundingLike = createSoundIndex(() => known().exact.keys());

const leastForSlips = 6;
const leastOfStem = 4;
const longestEnding = 4;
const mostWords = 40;

function meaningsOf(folded: string): Set<Meaning> {
  const { exact, long } = known();
  const own = exact.get(folded);
  if (own) return own;
  const found = new Set<Meaning>();
  const take = (word: string) => exact.get(word)!.forEach((meaning) => found.add(meaning));
  if (/^[a-z]{3,}$/.test(folded))
    for (const word of soundingLike(folded)) if (isLikelySpelling(folded, word)) take(word);
  // Indian languages put their endings behind the word: കുട്ടി, കുട്ടിയെ.
  if (found.size === 0 && folded.length > leastOfStem && !/^[a-z0-9]/.test(folded))
    for (const word of exact.keys())
      if (word.length >= leastOfStem && folded.length - word.length <= longestEnding && folded.startsWith(word))
        take(word);
  // One letter wrong, or two in a long word; the first letter is hardly ever wrong.
  if (found.size === 0 && folded.length >= leastForSlips - 1)
    for (const word of long)
      if (
        word[0] === folded[0] &&
        Math.abs(word.length - folded.length) <= 2 &&
        distanceBetween(word, folded) <= (word.length >= 9 ? 2 : 1)
      )
        take(word);
  return found;
}

/**
 * Dangers that a query speaks of, the most urgent first, in any of ten languages, scripts and usual mistakes: violence,
 * suicide, a child alone or harmed, money just stolen. Empty for most queries. Nothing is stored.
 */
export function dangersIn(query: string): HelplineSubject[] {
  const words = wordsOf(query.slice(0, 400))
    .slice(0, mostWords)
    .map(({ folded }) => folded);
  // 'maar peet' is also one word.
  const recognised: Recognised[] = [
    ...words.map((word, at) => ({ places: [at], meanings: meaningsOf(word) })),
    ...words.slice(1).map((next, at) => ({ places: [at, at + 1], meanings: meaningsOf(words[at]! + next) })),
  ].filter(({ meanings }) => meanings.size > 0);
  const has = (meaning: Meaning) => recognised.some(({ meanings }) => meanings.has(meaning));
  return dangers
    .filter(({ rows }) =>
      rows.some((row) => {
        const wanted = row.filter((each): each is Meaning => !each.startsWith('!'));
        const unwanted = row.filter((each) => each.startsWith('!')).map((each) => each.slice(1) as Meaning);
        return wanted.every(has) && !unwanted.some(has) && eachByItsOwn(wanted, recognised, []);
      }),
    )
    .map(({ subject }) => subject);
}

/** A word, or two beside each other, with what it may mean. */
type Recognised = { places: number[]; meanings: Set<Meaning> };

/** Whether different words say the meanings: 'pita' is father or beaten, never both. */
function eachByItsOwn([first, ...others]: Meaning[], recognised: Recognised[], taken: number[]): boolean {
  if (first === undefined) return true;
  return recognised.some(
    ({ places, meanings }) =>
      meanings.has(first) &&
      !places.some((place) => taken.includes(place)) &&
      eachByItsOwn(others, recognised, [...taken, ...places]),
  );
}

/** Whether a piece is about one of these dangers: its title speaks of it, or its first words name it or its helpline. */
export function isAboutDanger(subjects: HelplineSubject[], title: string, text: string): boolean {
  const inTitle = dangersIn(title);
  const words = new Set(wordsOf(`${title} ${text}`).map(({ folded }) => folded));
  return subjects.some(
    (subject) =>
      inTitle.includes(subject) || dangerNames[subject]?.split(' ').some((name) => words.has(foldWord(name))),
  );
}

/** Helplines to show above everything else for a query, in the language of the request; empty for most queries. */
export const urgentHelplines = (query: string): NamedHelpline[] => helplinesAgainst(dangersIn(query));

export function helplinesAgainst(dangers: HelplineSubject[]): NamedHelpline[] {
  const lines = dangers.flatMap((subject) => helplinesFor(subject));
  return lines.filter((line, at) => lines.findIndex(({ number }) => number === line.number) === at);
}
