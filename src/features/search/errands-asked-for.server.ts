import { procedures } from '../letters/procedures.ts';
import type { ProcedureId } from '../letters/letters.contract.ts';
import { type ErrandId, errandIds, errands } from '../papers/errands.ts';
import { helplineList } from '../helplines/helpline-list.ts';
import { foldWord, wordsOf } from '../search-index/words.ts';
import { isLikelySpelling } from '../transliteration/likeness.ts';
import { createSoundIndex } from '../transliteration/sound-index.ts';

/** The tools that a search is about: lists of papers and letters, the closest first. */
export type ErrandsAskedFor = { papers: ErrandId[]; letters: ProcedureId[] };

type Target = { papers: ErrandId } | { letters: ProcedureId } | { helplines: string };
/** `score`: between 0 and 1. */
export type AskedFor = { target: Target; score: number };
type Phrase = { target: Target; words: string[] };
type Known = { phrases: Phrase[]; weights: Map<string, number>; unknown: number };

const mostPapers = 2;
const mostLetters = 1;
const mostWords = 12;
/** Of a mean of how much of the phrase the query says, and how much of the query the phrase answers. */
const least = 0.6;

// Words of every question, in English, Hindi, and Hindi in Latin letters.
const stopWords = new Set(
  (
    'a an the of for in to my me i is was it how do does get got what which and or at on with need want from new ' +
    'paper papers document documents required list apply application online form letter ' +
    'का की के में से को पर है हैं हूं हूँ हो था मेरा मेरी मेरे मुझे कैसे क्या कौन चाहिए लिए और या ने गया गई गए करें करना ' +
    'बनवाना बनाना बनाएं बनवाएं बने नया नई कागज कागजात दस्तावेज आवेदन फॉर्म पत्र ' +
    'ka ki ke mein me se ko par hai hain hu hoon ho tha mera meri mere mujhe kaise kya kaun chahiye liye aur ya ne ' +
    'gaya gayi gaye kare karen karna banwana banana banaye naya nayi kagaz kagaj kagzat dastavej dastavez lagenge'
  )
    .split(' ')
    .map(foldWord),
);

const foldedSet = (words: string) => new Set(words.split(' ').map(foldWord));
/** Who types one of these looks for a number to call; else a helpline's name says too little. */
const callWords = foldedSet('helpline tollfree toll हेल्पलाइन टोल ஹெல்ப்லைன் உதவி');
const wordsOfCalls = foldedSet('helpline tollfree toll free number phone हेल्पलाइन टोल फ्री नंबर फोन ஹெல்ப்லைன் உதவி எண்');

const contentWords = (text: string): string[] => [
  ...new Set(
    wordsOf(text)
      .map(({ folded }) => folded.replace(/(?<=^[a-z]{3,})s$/, ''))
      .filter((word) => !stopWords.has(word)),
  ),
];

let built: Known | undefined;
function known(): Known {
  if (built) return built;
  const phrases: Phrase[] = [
    ...errandIds.flatMap((id) =>
      [errands[id].name, errands[id].hi, ...(errands[id].otherNames ?? [])].map((text) => ({
        target: { papers: id },
        words: contentWords(text),
      })),
    ),
    ...Object.values(procedures).flatMap(({ id, title }) =>
      // 'Ask an office for information (RTI)': what stands in brackets is a name of its own.
      [title.en, title.hi]
        .flatMap((text) => [text, ...[...text.matchAll(/\(([^)]+)\)/g)].map(([, name]) => name!)])
        .map((text) => ({ target: { letters: id }, words: contentWords(text) })),
    ),
    ...helplineList.flatMap(({ number, words }) =>
      Object.values(words).map(({ name }) => ({
        target: { helplines: number },
        words: contentWords(name).filter((word) => !wordsOfCalls.has(word)),
      })),
    ),
  ].filter(({ words }) => words.length > 0);
  const targets = new Map<string, Set<string>>();
  for (const { target, words } of phrases)
    for (const word of words) targets.set(word, (targets.get(word) ?? new Set()).add(Object.values(target).join('')));
  const count = errandIds.length + Object.keys(procedures).length + helplineList.length;
  built = {
    phrases,
    weights: new Map([...targets].map(([word, of]) => [word, Math.log(count / of.size) + 0.5])),
    unknown: Math.log(count) + 0.5,
  };
  return built;
}
const soundingLike = createSoundIndex(() => known().weights.keys());

/** The words of the phrases that a word of the query may be, with what it costs to leave it out. */
function meant(word: string): string[] {
  const { weights } = known();
  const own = weights.has(word) ? [word] : [];
  if (/^[a-z]{3,}$/.test(word)) {
    return [...own, ...soundingLike(word).filter((native) => isLikelySpelling(word, native))];
  }
  if (own.length > 0) return own;
  // Indian languages put their endings behind the word.
  return /^[a-z0-9]/.test(word) || word.length < 4
    ? []
    : [...weights.keys()].filter(
        (each) => each.slice(0, -1).length >= 3 && word.startsWith(each.slice(0, -1)) && word.length - each.length <= 3,
      );
}

/** The lists of papers, the letters and the helplines that a text names, the closest first. In memory: short names. */
export function namedIn(text: string): AskedFor[] {
  const { phrases, weights, unknown } = known();
  const typed = contentWords(text.slice(0, 400)).slice(0, mostWords);
  const isToCall = typed.some((word) => callWords.has(word));
  const asked = isToCall ? typed.filter((word) => !wordsOfCalls.has(word)) : typed;
  // 'e shram' is also one word.
  const joined = (at: number) => [`${asked[at - 1]}${asked[at]}`, `${asked[at]}${asked[at + 1]}`];
  const meanings = asked.map(
    (word, at) => new Set([...meant(word), ...joined(at).filter((each) => weights.has(each))]),
  );
  if (!meanings.some((words) => words.size > 0)) return [];
  const sum = (words: Iterable<string>) =>
    [...words].reduce((total, word) => total + (weights.get(word) ?? unknown), 0);
  const whole = meanings.reduce((total, words) => total + (words.size > 0 ? sum([[...words][0]!]) : unknown), 0);
  const best = new Map<string, AskedFor>();
  for (const { target, words } of phrases) {
    if ('helplines' in target && !isToCall) continue;
    const said = words.filter((word) => meanings.some((each) => each.has(word)));
    const answered = meanings.filter((each) => words.some((word) => each.has(word)));
    const part = answered.reduce((total, each) => total + sum([[...each][0]!]), 0);
    const score = 0.35 * (sum(said) / sum(words)) + 0.65 * (part / whole);
    const key = Object.entries(target).join();
    if (score >= least && score > (best.get(key)?.score ?? 0)) best.set(key, { target, score });
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}

/** What a search is about, of what can be done here at once. */
export function errandsAskedFor(query: string): ErrandsAskedFor {
  const ranked = namedIn(query).map(({ target }) => target);
  return {
    papers: ranked.flatMap((target) => ('papers' in target ? [target.papers] : [])).slice(0, mostPapers),
    letters: ranked.flatMap((target) => ('letters' in target ? [target.letters] : [])).slice(0, mostLetters),
  };
}
