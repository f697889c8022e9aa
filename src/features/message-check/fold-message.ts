import { signsInAbbreviations } from '../../platform/text/abbreviations.ts';
import { latinSkeleton } from '../../platform/text/latin-skeleton.ts';
import { asciiDigit } from '../../platform/text/written-number.ts';

/** Text normalised for matching, with a map from each UTF-16 unit to its offsets in the original. */
export type Folded = {
  text: string;
  /** Start offset in the original, for each unit of `text`. */
  starts: number[];
  /** End offset in the original, for each unit of `text`. */
  ends: number[];
};

const quotes = new Map(Object.entries({ '’': "'", '‘': "'", '“': '"', '”': '"', '−': '-' }));

const isCombiningLatin = (character: string) => /[\u0300-\u036f]/.test(character);
const isInvisible = (character: string) => /[\p{Cf}\p{Cc}\u034f\u115f\u1160\u3164]/u.test(character);

/** Folds case, digits and quotes, joins abbreviations, removes invisible characters and replaces homoglyphs by Latin letters. */
export function foldMessage(text: string): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] };
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    for (const plain of knownPlain(character)) {
      folded.text += plain;
      for (let unit = 0; unit < plain.length; unit += 1) {
        folded.starts.push(at);
        folded.ends.push(end);
      }
    }
    at = end;
  }
  const signs = new Set(signsInAbbreviations(folded.text));
  return signs.size === 0 ? folded : without(folded, (unit) => signs.has(unit));
}

/** The same without some of its units. */
function without({ text, starts, ends }: Folded, isDropped: (unit: number) => boolean): Folded {
  const plain: Folded = { text: '', starts: [], ends: [] };
  for (let unit = 0; unit < text.length; unit += 1) {
    if (isDropped(unit)) continue;
    plain.text += text[unit];
    plain.starts.push(starts[unit]!);
    plain.ends.push(ends[unit]!);
  }
  return plain;
}

// Latin, Greek, Cyrillic and the scripts of India: few enough to keep, and nearly all that messages consist of.
const memoBelow = 0x0e00;
const plainByPoint: string[] = [];

function knownPlain(character: string): string {
  const point = character.charCodeAt(0);
  return point < memoBelow ? (plainByPoint[point] ??= plainOf(character)) : plainOf(character);
}

function plainOf(character: string): string {
  if (/\s/.test(character)) return ' ';
  if (/\p{Pd}/u.test(character)) return '-';
  if (isInvisible(character) || isCombiningLatin(character)) return '';
  const simple = quotes.get(character) ?? character.normalize('NFKC').toLowerCase();
  if (simple.length === 1 && simple < '\u0080') return simple;
  let plain = '';
  for (const part of latinSkeleton(simple)) plain += asciiDigit(part) ?? part;
  return plain;
}

const leet: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 5: 's', '|': 'l', '@': 'a', $: 's', '!': 'i' };

/**
 * Reverses obfuscation: digits and signs for letters ('disc0nnected') and spaced-out letters ('B-a-n-k').
 * @returns null where nothing was obfuscated
 */
export function undisguise({ text, starts, ends }: Folded): Folded | null {
  const units = [...text].length === text.length ? text.split('') : [...text].flatMap((part) => part.split(''));
  let isChanged = false;
  for (const { 0: word, index } of text.matchAll(/[a-z0-9|@$!]{3,30}/g)) {
    const letters = word.replace(/[^a-z]/g, '').length;
    const signs = word.length - letters;
    // Leetspeak has more letters than digits and no number in it: 'p0wer', but neither '10gb' nor 'xx1234'.
    if (
      signs === 0 ||
      letters < signs ||
      /[246789]|[135]{3}|[35][35]|^(?:x+|rs|inr|no|pnr)[0-9]/.test(word) ||
      !/[a-z]/.test(word)
    )
      continue;
    for (let unit = 0; unit < word.length; unit += 1) {
      const letter = leet[word[unit] as string];
      // An '@' in a long word is an address, and a '!' at the end is punctuation.
      if (word[unit] === '@' && (word.length > 7 || text[index + word.length] === '.')) continue;
      if (letter && !(word[unit] === '!' && unit === word.length - 1)) {
        units[index + unit] = letter;
        isChanged = true;
      }
    }
  }
  const isKeptUnit = units.map(() => true);
  for (const { 0: word, index } of text.matchAll(/(?<![a-z])[a-z]{1,2}(?:[.'*_-][a-z]){2,20}(?![a-z])/g))
    for (let unit = 0; unit < word.length; unit += 1)
      if (/[.'*_-]/.test(word[unit] as string)) {
        isKeptUnit[index + unit] = false;
        isChanged = true;
      }
  if (!isChanged) return null;
  return without({ text: units.join(''), starts, ends }, (unit) => !isKeptUnit[unit]);
}
