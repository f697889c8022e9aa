import { mobileDigits, mobilePrefix } from '../../platform/text/written-number.ts';
import type { FirstLanguage } from './concept-languages.ts';
import { en } from './concepts/en.ts';
import { hiLatn } from './concepts/hi-latn.ts';
import { hi } from './concepts/hi.ts';

/** Where a concept stands: offsets in the text, and the places of its first and last word in the row of words. */
export type Hit = { start: number; end: number; first: number; last: number; sentence: number };
/** By concept; under '!concept' where it is negated. */
export type Hits = Map<string, Hit[]>;

type Phrase = { concept: string; words: string[] };
export type Lexicon = { whole: Map<string, Phrase[]>; stems: Map<string, Phrase[]> };

/** Spellings that people mix have one key: doubled letters, w and v, z and j, nukta, chandrabindu, half nasals. */
function keyOf(word: string): string {
  if (word >= 'a' && word < '{')
    return word
      .replace(/ee/g, 'i')
      .replace(/oo/g, 'u')
      .replace(/w/g, 'v')
      .replace(/z/g, 'j')
      .replace(/iy(?=[aeou])/g, 'i')
      .replace(/([a-z])\1+/g, '$1');
  return word
    .replace(/\u093c/g, '')
    .replace(/ँ/g, 'ं')
    .replace(/ये/g, 'ए')
    .replace(/यी/g, 'ई')
    .replace(/[नम]्(?=[क-ह])/g, 'ं');
}

// The forms of a Hindi verb that ask: भेज, भेजो, भेजें, भेजिए; of करना also कीजिए.
const latinForms = ['', 'o', 'e', 'en', 'ein', 'iye', 'iyega', 'na', 'ne', 'kar'];
const hindiForms = ['', 'ो', 'े', 'ें', 'िए', 'िएगा', 'ना', 'ने', 'कर', 'ओ', 'ए', 'एं', 'इए', 'इएगा'];
function formsOf(phrase: string): string[] {
  if (!phrase.endsWith('+')) return [phrase];
  const stem = phrase.slice(0, -1);
  if (stem < 'a' || stem > '{') return [...hindiForms.map((form) => stem + form), stem.replace(/कर$/, 'कीजिए')];
  return [...latinForms.map((form) => stem + form), stem.replace(/kar$/, 'kijiye')];
}

export const firstConcepts: Record<FirstLanguage, string> = { en, 'hi-Latn': hiLatn, hi };
/** What is not read yet. The later languages are added by `concepts/all.ts`, on a device by `load-concepts.ts`. */
const unread = Object.values(firstConcepts);
const shipped: Lexicon = { whole: new Map(), stems: new Map() };

/** @param language lines as in the files of `./concepts` */
function readInto({ whole, stems }: Lexicon, language: string): void {
  for (const line of language.trim().split('\n')) {
    const [concept = '', phrases = ''] = line.split(': ');
    for (const phrase of phrases.split(', ').flatMap(formsOf)) {
      const words = phrase.split(' ').map(keyOf);
      const isStem = words.length === 1 && phrase.endsWith('*');
      const [place, first] = isStem ? [stems, words[0]!.slice(0, -1)] : [whole, words[0]!];
      const others = place.get(first);
      if (others) others.push({ concept, words });
      else place.set(first, [{ concept, words }]);
    }
  }
}

/** What editors have added, in such lines; null where that is nothing. */
export function readAdded(lines: string): Lexicon | null {
  if (lines === '') return null;
  const added: Lexicon = { whole: new Map(), stems: new Map() };
  readInto(added, lines);
  return added;
}

/** Reads the words of one language more; false when all are read. A browser reads them between other work. */
export function readConcepts(): boolean {
  const next = unread.shift();
  if (next) readInto(shipped, next);
  return unread.length > 0;
}

/** @param languages lines as in the files of `./concepts` */
export const addConcepts = (...languages: string[]): void => void unread.push(...languages);

// What is no word. Amounts: 'Rs 500', '5 lakh', '500 रुपये'.
const currency = '(?:rs|inr|₹|रु|रू|रुपये|रुपए|rupees?|rupaye|টাকা|ரூ|రూ|₨)';
const patterns: [string, RegExp][] = [
  ['money', new RegExp(`${currency}\\.? ?\\d[\\d,.]{0,15}`, 'gu')],
  [
    'money',
    /\d[\d,.]{0,15} ?(?:rs|inr|rupees?|rupaye|rupay|रुपये|रुपए|रु|টাকা|thousand|hazaa?r|hajaa?r|हज़ार|हजार|हज़ार|lakhs?|लाख|crores?|करोड़|करोड|k|\/-)(?![a-z])/gu,
  ],
  ['money', /\d{1,3}(?:,\d{2,3}){1,4}(?!\d)/gu],
  ['mobile', new RegExp(`${mobilePrefix}${mobileDigits}`, 'gu')],
  ['forwarding', /\*{1,2}(?:21|61|62|67|401|002|004)\*/gu],
  ['limit', /(?:within|in|next) \d{1,3} ?(?:hours?|hrs?|minutes?|mins?)(?![a-z])/gu],
  [
    'limit',
    /\d{1,3} ?(?:घंटे|घण्टे|मिनट|घंटों|तास|তাস|ঘণ্টা|ঘন্টা|மணி|గంట|ગણ|કલાક|ಗಂಟೆ|മണിക്കൂ|ਘੰਟ|ghante|ghanto|minute|hours?|hrs?|mins?)/gu,
  ],
  ['figure', /\d{3,6}(?![\d-])/gu],
  ['large-share', /[1-9]\d{2,3} ?%/gu],
  [
    'shown',
    /(?:code|otp|pin|कोड|ओटीपी|पिन) \d{4,8}(?!\d)|(?:^|[^\d*])\d{4,8} (?:is|aapka|आपका|hai|है)(?![\p{L}])|(?:is|:|hai|है) ?\d{4,8}(?!\d)/gu,
  ],
];

const longestStem = 14;

/**
 * The concepts of a text in reading order. Of phrases that begin at the same word only the longest counts.
 * @param isSkipped says which offsets belong to a link
 * @param added found beside the others: what an editor adds takes nothing away
 */
export function findConcepts(text: string, isSkipped: (offset: number) => boolean, added?: Lexicon | null): Hits {
  while (readConcepts());
  const words: Hit[] = [];
  const keys: string[] = [];
  const hits: Hits = new Map();
  const add = (concept: string, hit: Hit) => {
    const others = hits.get(concept);
    if (!others) hits.set(concept, [hit]);
    else if (others.length < mostHits) others.push(hit);
  };
  let sentence = 0;
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)) {
    if (/[.!?।:]["')]*\s|[।?!]|\s{2}/u.test(text.slice(from, index))) sentence += 1;
    from = index + word.length;
    if (isSkipped(index)) continue;
    words.push({ start: index, end: from, first: words.length, last: words.length, sentence });
    keys.push(keyOf(word));
  }
  const isThere = (phrase: Phrase, at: number) =>
    phrase.words.every(
      (word, place) =>
        keys[at + place] === word || (word.endsWith('*') && keys[at + place]?.startsWith(word.slice(0, -1))),
    );
  const find = ({ whole, stems }: Lexicon, key: string, at: number) => {
    const found = (whole.get(key) ?? []).filter((phrase) => isThere(phrase, at));
    for (let length = 2; length <= Math.min(key.length, longestStem); length += 1)
      found.push(...(stems.get(key.slice(0, length)) ?? []));
    const longest = Math.max(...found.map((phrase) => phrase.words.length));
    for (const { concept, words: phraseWords } of found)
      if (phraseWords.length === longest) {
        const last = at + longest - 1;
        if (concept === 'none') for (let word = at; word <= last; word += 1) keys[word] = '';
        else add(concept, { ...words[at]!, end: words[last]!.end, last });
      }
  };
  for (const lexicon of added ? [shipped, added] : [shipped])
    for (const [at, key] of keys.entries()) find(lexicon, key, at);
  for (const [concept, pattern] of patterns)
    for (const { 0: match, index } of text.matchAll(pattern)) {
      if (/\d/.test(match[0]!) && /[\dx*]/.test(text[index - 1] ?? '')) continue;
      if (concept === 'mobile' && /\d/.test(text[index + match.length] ?? '')) continue;
      const first = wordAt(words, index);
      const last = wordAt(words, index + match.length - 1);
      if (first && last) add(concept, { ...first, start: index, end: index + match.length, last: last.last });
    }
  for (const list of hits.values()) list.sort((one, other) => one.first - other.first);
  return negate(hits);
}
const mostHits = 200;

/** The word that stands at an offset or before it; the first of all where none does. */
function wordAt(words: Hit[], offset: number): Hit | undefined {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return words[Math.max(0, low - 1)];
}

const canBeNegated = ['give', 'ask', 'pay', 'click', 'install', 'download', 'believe', 'hang-up', 'call', 'back'];
const canBeDone = ['give', 'pay', 'back', 'update'];

/** 'Never share' is '!give', and so is one word that says both ('చెప్పకండి'); what is done ('भेज दिए गए') is no demand. */
function negate(hits: Hits): Hits {
  const near = (concept: string, hit: Hit, before: number, after: number) =>
    hits
      .get(concept)
      ?.some(
        ({ first, last, sentence }) =>
          sentence === hit.sentence &&
          ((last < hit.first && last >= hit.first - before) ||
            (first > hit.last && first <= hit.last + after) ||
            (first === hit.first && last === hit.last)),
      ) ?? false;
  for (const concept of canBeNegated) {
    const all = hits.get(concept) ?? [];
    const isNegated = (hit: Hit) => near('not', hit, 3, 0) || near('na', hit, 2, 2);
    hits.set(`!${concept}`, all.filter(isNegated));
    hits.set(
      concept,
      all.filter((hit) => !isNegated(hit)),
    );
  }
  for (const concept of canBeDone)
    hits.set(
      concept,
      (hits.get(concept) ?? []).filter((hit) => !near('done', hit, 0, 2)),
    );
  return hits;
}
