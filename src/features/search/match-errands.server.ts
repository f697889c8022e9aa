import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AddedWord, madeOfAdded } from '../added-words/added-words.queries.server.ts';
import { procedures } from '../letters/procedures.ts';
import type { ProcedureId } from '../letters/letters.contract.ts';
import { type ErrandId, errandIds, getErrand } from '../papers/errands.ts';
import { helplineList } from '../helplines/helpline-list.ts';
import { helplineSubjectsOf } from '../helplines/subject-of.ts';
import { type DoorId, doorIds, doors } from './doors.ts';
import { errandTargets, keyOf, type Target, targetOf } from './errand-targets.ts';
import { distanceBetween } from '../../platform/text/edit-distance.ts';
import { foldWord, wordsOf } from '../search-index/words.ts';
import { isFiller, otherSpellings, sameMeaningAs } from './spellings.ts';
import { isLikelySpelling } from '../transliteration/likeness.ts';
import { createSoundIndex, type SoundIndex } from '../transliteration/sound-index.ts';
import { latinKey, soundKeys } from '../transliteration/sound-key.ts';

/** The tools that a search is about: doors of the site, papers, letters and numbers to call, the closest first. */
export type MatchedErrands = { doors: DoorId[]; papers: ErrandId[]; letters: ProcedureId[]; helplines: string[] };
export const noErrands: MatchedErrands = { doors: [], papers: [], letters: [], helplines: [] };

/** `score`: between 0 and 1. */
export type ErrandMatch = { target: Target; score: number };
/** `isNumber`: says too little of a number unless somebody looks for one. */
type Phrase = { target: Target; words: string[]; isNumber?: boolean };
/** `vocabulary`: the words of all phrases of a target, by the target's key. */
type Added = Pick<AddedWord, 'target' | 'text'>;
type Known = {
  phrases: Phrase[];
  vocabulary: Map<string, Set<string>>;
  weights: Map<string, number>;
  unknown: number;
};
/** `meant`: the words of the phrases that a word of a query may be, by how much each counts. */
export type ErrandNames = Known & { meant(word: string): Map<string, number> };

const mostPapers = 2;
const mostLetters = 1;
const mostHelplines = 1;
const mostWords = 12;
/** What counts in a score: how much of a phrase the query says, and how much of the query the target's words answer. */
const share = { ofPhrase: 0.35, ofQuery: 0.65 };
const least = 0.6;
/** Of a word of the same meaning, beside 1 for the word itself. */
const worthOfMeaning = 0.5;
/** What a letter's subject beside a word of trouble adds. */
const bySubject = 0.1;

/** Words that any paper, letter or number could be asked for with, beside the fillers of every search. */
const general = new Set(
  (
    'need want new paper papers document documents required list apply application online form letter ' +
    'बनवाना बनाना बनाएं बनवाएं बनवाए बनाए बनाऊं बनवाऊं बनता बनेगा बनेगी बने नया नई कागज कागजात दस्तावेज आवेदन फॉर्म पत्र ' +
    'banwana banana banaye banwaye banaun banvana banta banega banegi naya nayi kagaz kagaj kagzat dastavej dastavez ' +
    'kar kari lagenge'
  )
    .split(' ')
    .map(foldWord),
);
const isStopWord = (word: string) => general.has(word) || isFiller(word);

const foldedSet = (words: string) => new Set(words.split(' ').map(foldWord));
/** Who types one of these looks for a number to call; else a helpline's name says too little. */
const asksForNumber = foldedSet('helpline tollfree toll हेल्पलाइन टोल ஹெல்ப்லைன் உதவி');
const aboutNumbers = foldedSet('helpline tollfree toll free number phone हेल्पलाइन टोल फ्री नंबर फोन ஹெல்ப்லைன் உதவி எண்');

/** What goes wrong, whatever it is about. */
const troubles = foldedSet(
  'not nahi nahin nhi na never without stopped stop late delay delayed pending stuck wrong incorrect galat mistake error ' +
    'reject rejected refuse refused refusing denied cancelled cancel removed struck less kam zyada jyada high extra double ' +
    'complaint complain shikayat problem dikkat pareshan kharab faulty broken band bandh ruk ruka ruki rok atka atak kat kata kaat kati mana ' +
    'नहीं नही ना बंद रुक रुकी रुका देरी अटका गलत ग़लत रिजेक्ट खारिज इनकार मना कम ज्यादा ज़्यादा शिकायत समस्या दिक्कत खराब ख़राब कट कटा काट काटा फंसा',
);
const subjects = Object.values(procedures).map(({ id, subjects: words }) => ({
  key: keyOf({ letters: id }),
  target: { letters: id },
  words: foldedSet(words),
}));

const contentWords = (text: string): string[] => [
  ...new Set(
    wordsOf(text)
      .map(({ folded }) => folded.replace(/(?<=^[a-z]{3,})s$/, ''))
      .filter((word) => !isStopWord(word)),
  ),
];

let otherNames: Map<string, string[]> | undefined;
/** What people call a target, in any language and spelling. A line: kind, id, names separated by '; '. */
export function otherNamesOf(key: string): string[] {
  otherNames ??= new Map(
    readFileSync(resolve('src/features/search/errand-names.tsv'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([kind, id, names]) => [`${kind},${id}`, names!.split('; ')]),
  );
  return otherNames.get(key) ?? [];
}

/** A subject alone is no complaint about it. */
const saysEnough = ({ target, words }: Phrase) =>
  words.length > 1 ||
  (words.length === 1 && !('letters' in target && foldedSet(procedures[target.letters].subjects).has(words[0]!)));

const phrasesFor = (target: Target, texts: string[]): Phrase[] =>
  texts.map((text) => ({ target, words: contentWords(text) })).filter(saysEnough);

/** Those in the source. */
const shippedPhrases = (): Phrase[] => [
  ...errandIds.flatMap((id) => phrasesFor({ papers: id }, Object.values(getErrand(id).name))),
  ...Object.values(procedures).flatMap(({ id, title }) =>
    // 'Ask an office for information (RTI)': what stands in brackets is a name of its own.
    phrasesFor(
      { letters: id },
      [title.en, title.hi].flatMap((text) => [text, ...[...text.matchAll(/\(([^)]+)\)/g)].map(([, name]) => name!)]),
    ),
  ),
  ...helplineList.flatMap(({ number, words }) =>
    Object.values(words)
      .map(({ name }) => ({
        target: { helplines: number },
        words: contentWords(name).filter((word) => !aboutNumbers.has(word)),
        isNumber: true,
      }))
      .filter(saysEnough),
  ),
  ...errandTargets.flatMap((target) => phrasesFor(target, otherNamesOf(keyOf(target)))),
];

function weigh(phrases: Phrase[]): Known {
  const targets = new Map<string, Set<string>>();
  const vocabulary = new Map<string, Set<string>>();
  for (const { target, words } of phrases)
    for (const word of words) {
      const key = keyOf(target);
      targets.set(word, (targets.get(word) ?? new Set()).add(key));
      vocabulary.set(key, (vocabulary.get(key) ?? new Set()).add(word));
    }
  const count = errandTargets.length;
  return {
    phrases,
    vocabulary,
    weights: new Map([...targets].map(([word, of]) => [word, Math.log(count / of.size) + 0.5])),
    unknown: Math.log(count) + 0.5,
  };
}

function prepare(known: Known, soundingLike: SoundIndex): ErrandNames {
  const { weights } = known;
  // The Latin words of the phrases by their consonants.
  const latinWords = Map.groupBy(
    [...weights.keys()].filter((word) => /^[a-z]{4,}$/.test(word)),
    latinKey,
  );
  return {
    ...known,
    meant(word) {
      const close = meant(word, weights, soundingLike, (key) => latinWords.get(key) ?? []);
      const far = [...otherSpellings(word), ...sameMeaningAs(word)];
      return new Map([
        ...far.filter((each) => weights.has(each)).map((each) => [each, worthOfMeaning] as const),
        ...close.map((each) => [each, 1] as const),
      ]);
    },
  };
}

let shipped: ErrandNames | undefined;
const soundingLikeShipped = createSoundIndex(() => shippedNames().weights.keys());
/** The names in the source. */
export const shippedNames = (): ErrandNames => (shipped ??= prepare(weigh(shippedPhrases()), soundingLikeShipped));

/** With those that editors have added. */
export function namesWith(added: Added[]): ErrandNames {
  if (added.length === 0) return shippedNames();
  const more = added.flatMap(({ target: key, text }) => {
    const target = targetOf(key);
    return target ? phrasesFor(target, [text]) : [];
  });
  const known = weigh([...shippedNames().phrases, ...more]);
  return prepare(
    known,
    createSoundIndex(() => known.weights.keys(), { isAhead: false }),
  );
}
/** All names of what can be done here, as they are now. */
export const errandNames = madeOfAdded('name', namesWith);
const mostSlips = 2;
/** Shorter keys are shared by words that only begin alike. */
const shortestKey = 4;

function meant(
  word: string,
  weights: Known['weights'],
  soundingLike: SoundIndex,
  withConsonants: (key: string) => string[],
): string[] {
  const own = weights.has(word) ? [word] : [];
  if (/^[a-z]{3,}$/.test(word)) {
    const meanings = [...own, ...soundingLike(word).filter((native) => isLikelySpelling(word, native))];
    if (meanings.length > 0 || word.length < 5) return meanings;
    return withConsonants(latinKey(word)).filter((each) => distanceBetween(word, each) <= mostSlips);
  }
  if (own.length > 0 || /^[a-z0-9]/.test(word) || word.length < 4) return own;
  // Indian languages put their endings behind the word.
  const stems = [...weights.keys()].filter(
    (each) => each.slice(0, -1).length >= 3 && word.startsWith(each.slice(0, -1)) && word.length - each.length <= 3,
  );
  return stems.length > 0
    ? stems
    : soundKeys(word).flatMap((key) => (key.length < shortestKey ? [] : withConsonants(key)));
}

/**
 * The lists of papers, the letters and the helplines that a text names, and the doors by added names, the closest first.
 * @param atLeast the lowest score
 */
export function namedIn(text: string, names: ErrandNames, atLeast = least): ErrandMatch[] {
  const { phrases, vocabulary, weights, unknown } = names;
  const typed = contentWords(text.slice(0, 400)).slice(0, mostWords);
  const isToCall = typed.some((word) => asksForNumber.has(word));
  const remaining = isToCall ? typed.filter((word) => !aboutNumbers.has(word)) : typed;
  // 'e shram' is also one word.
  const joined = (at: number) => [`${remaining[at - 1]}${remaining[at]}`, `${remaining[at]}${remaining[at + 1]}`];
  const meanings = remaining.map((word, at) => {
    const reading = new Map(names.meant(word));
    for (const each of joined(at)) if (weights.has(each)) reading.set(each, 1);
    return reading;
  });
  const weightOf = (word: string) => weights.get(word) ?? unknown;
  // What a word of the query says: as much as the word itself, else as the rarest of its meaning.
  const worths = meanings.map((reading) => {
    const own = [...reading].find(([, worth]) => worth === 1);
    if (own) return weightOf(own[0]);
    return reading.size > 0 ? Math.max(...[...reading.keys()].map(weightOf)) : unknown;
  });
  const whole = worths.reduce((sum, each) => sum + each, 0);
  const best = new Map<string, ErrandMatch>();
  // A number for another matter helps nobody: there only the words themselves count.
  const counted = (key: string, worth: number) => (key.startsWith('helplines') && worth < 1 ? 0 : worth);
  // How much of the query the words of each target answer.
  const parts = new Map<string, number>();
  for (const [key, own] of vocabulary) {
    const said = meanings.map((reading) =>
      Math.max(0, ...[...reading].map(([word, worth]) => (own.has(word) ? counted(key, worth) : 0))),
    );
    parts.set(
      key,
      said.reduce((sum, each, at) => sum + each * worths[at]!, 0),
    );
  }
  const worthOf = new Map<string, number>();
  for (const reading of meanings)
    for (const [word, worth] of reading) worthOf.set(word, Math.max(worth, worthOf.get(word) ?? 0));
  for (const { target, words, isNumber } of phrases) {
    if (isNumber && !isToCall) continue;
    const key = keyOf(target);
    let [said, all] = [0, 0];
    for (const word of words) {
      said += counted(key, worthOf.get(word) ?? 0) * weightOf(word);
      all += weightOf(word);
    }
    if (said === 0) continue;
    const score = share.ofPhrase * (said / all) + share.ofQuery * (parts.get(key)! / whole);
    if (score >= atLeast && score > (best.get(key)?.score ?? 0)) best.set(key, { target, score });
  }
  const present = wordsOf(text.slice(0, 400)).map(({ folded }) => folded);
  if (present.length <= mostWords && present.some((word) => troubles.has(word)))
    for (const { key, target, words } of subjects)
      if (present.some((word) => words.has(word)))
        best.set(key, { target, score: Math.min(1, Math.max(least, best.get(key)?.score ?? 0) + bySubject) });
  return [...best.values()].sort((one, other) => other.score - one.score);
}

const foldedDoors = doorIds.map((id) => ({
  id,
  names: foldedSet(doors[id].names),
  beside: foldedSet(doors[id].beside),
}));
const doorWords = new Set(foldedDoors.flatMap(({ names, beside }) => [...names, ...beside]));
const doorsSounding = createSoundIndex(() => doorWords);

/** Of the telling words of a query, so many are a door's. */
const leastOfDoor = 0.6;

/** The doors that a query is about: 'yojana khojo', but not 'solar yojana'. */
export function doorsNamedIn(query: string): DoorId[] {
  const telling = wordsOf(query.slice(0, 400))
    .map(({ folded }) => folded)
    .filter((word) => doorWords.has(word) || !isStopWord(word));
  if (telling.length === 0 || telling.length > mostWords) return [];
  const meanings = telling.map((word) =>
    doorWords.has(word) || !/^[a-z]{4,}$/.test(word)
      ? [word]
      : [word, ...doorsSounding(word).filter((native) => isLikelySpelling(word, native))],
  );
  const counted = (words: Set<string>) => meanings.filter((each) => each.some((word) => words.has(word))).length;
  return foldedDoors.flatMap(({ id, names, beside }) => {
    const [named, besides] = [counted(names), counted(beside)];
    if (named === 0) return [];
    const isOnly = named === telling.length;
    return isOnly || (besides > 0 && (named + besides) / telling.length >= leastOfDoor) ? [id] : [];
  });
}

/** What a search is about, of what can be done here at once. */
export function matchErrands(query: string, names: ErrandNames): MatchedErrands {
  const ranked = namedIn(query, names).map(({ target }) => target);
  const byName = ranked.flatMap((target) => ('doors' in target ? [target.doors] : []));
  return {
    doors: [...new Set([...doorsNamedIn(query), ...byName])],
    papers: ranked.flatMap((target) => ('papers' in target ? [target.papers] : [])).slice(0, mostPapers),
    letters: ranked.flatMap((target) => ('letters' in target ? [target.letters] : [])).slice(0, mostLetters),
    helplines: ranked.flatMap((target) => ('helplines' in target ? [target.helplines] : [])).slice(0, mostHelplines),
  };
}

/** Of a title's words. Chosen on the titles of the demonstration, where 0.72 is the first that misleads; on no others. */
const leastOfTitle = 0.73;
const mostOfPiece = 2;

type AboutPiece = { title: string; tags: { name: string }[]; otherTitles: string[] };

/**
 * What can be done here about the subject of a piece; of a title, what stands before a colon tells most. A piece offers
 * what its translations do: their titles are of one subject, in other words.
 */
export function errandsAbout(
  { title, tags, otherTitles }: AboutPiece,
  names: ErrandNames,
): Pick<MatchedErrands, 'papers' | 'letters'> {
  // In one order for all of them.
  const titles = [title, ...otherTitles].sort();
  const named = titles
    .flatMap((one) => [one, one.split(/[:?]/)[0]!])
    .flatMap((one) => namedIn(one, names))
    .filter(({ score }) => score >= leastOfTitle)
    .map(({ target }) => target);
  const about = helplineSubjectsOf({ categories: [], tags });
  const words = titles.flatMap(wordsOf).map(({ folded }) => folded);
  const tagged = subjects.flatMap(({ target, words: own }) =>
    about.includes(procedures[target.letters].helpline) && words.some((word) => own.has(word)) ? [target.letters] : [],
  );
  const letters = [...named.flatMap((target) => ('letters' in target ? [target.letters] : [])), ...tagged];
  return {
    papers: [...new Set(named.flatMap((target) => ('papers' in target ? [target.papers] : [])))].slice(0, mostOfPiece),
    letters: [...new Set(letters)].slice(0, mostOfPiece),
  };
}
