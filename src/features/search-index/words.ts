import { abbreviation } from '../../platform/text/abbreviations.ts';

// The one tokenizer for indexing, querying and highlighting: the three must agree.

export type Word = {
  start: number;
  end: number;
  /** Normalised for comparison: lower case, no accents, one spelling for each Hindi sound. */ folded: string;
};

const longestWord = 48;

// Abbreviations ('R.T.I.'); letters, marks and digits; apostrophes inside a word; digits grouped by commas; e-KYC and the like as one word.
const single =
  /\d{1,3}(?:,\d{2,3})+(?![\p{L}\p{M}\p{Nd}])|(?<![\p{L}\p{M}\p{Nd}])\p{L}\p{M}*[-‐‑](?=\p{L}{2})[\p{L}\p{M}\p{Nd}]+|[\p{L}\p{M}\p{Nd}\u200c\u200d]+(?:['’][\p{L}\p{M}]+)*/u;
const pattern = new RegExp(`${abbreviation}|${single.source}`, 'gu');

// A separate regex: matchAll copies lastIndex, so it would start where another search stopped.
const onward = new RegExp(pattern);
const isPlain = Uint8Array.from({ length: 128 }, (_, code) => Number(/[A-Za-z0-9]/.test(String.fromCharCode(code))));

const indicDigits =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;

const urduLetters: Record<string, string> = { ك: 'ک', ى: 'ی', ي: 'ی', ه: 'ہ' };
const carried: Record<string, string> = {
  ['\u0a05\u0a3e']: '\u0a06',
  ['\u0a72\u0a3f']: '\u0a07',
  ['\u0a72\u0a40']: '\u0a08',
  ['\u0a73\u0a41']: '\u0a09',
  ['\u0a73\u0a42']: '\u0a0a',
  ['\u0a72\u0a47']: '\u0a0f',
  ['\u0a05\u0a48']: '\u0a10',
  ['\u0a73\u0a4b']: '\u0a13',
  ['\u0a05\u0a4c']: '\u0a14',
};

/** Normalises a word; empty where nothing in it is searchable. */
export function foldWord(word: string): string {
  if (/^[A-Za-z0-9]+$/.test(word)) return word.toLowerCase().slice(0, longestWord);
  // Truncated first: normalising thousands of combining marks on one letter is quadratic.
  let folded = word
    .slice(0, 8 * longestWord)
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/[^\p{L}\p{M}\p{Nd}]/gu, '');
  if (/[^\x00-\x7f]/.test(folded)) {
    folded = folded
      .replace(/[\u0300-\u036f]/g, '')
      .replace(indicDigits, (digit) => String((digit.codePointAt(0)! - 0x0966) & 0x7f & 0xf))
      // Zeros that stand for the sign of an abbreviation.
      .replace(/(?<=[\u0900-\u0963])0(?=[\u0900-\u0963])|(?<=[\u0900-\u0963]0[\u0900-\u0963]{1,9})0$/g, '')
      // Urdu: digits, vowel marks, and the letters that Arabic keyboards type in place of its own.
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.codePointAt(0)! & 0xf))
      .replace(/[\u0640\u064b-\u0652]/g, '')
      .replace(/[\u0643\u0649\u064a\u0647]/g, (letter) => urduLetters[letter]!)
      // Devanagari: drop the nukta, one nasal sign (हिन्दी, हिंदी, हाँ, हां), final ये and यी as ए and ई.
      .replace(/\u093c/g, '')
      .replace(/\u0901/g, '\u0902')
      .replace(
        /[\u0919\u091e\u0923\u0928\u092e]\u094d(?=[\u0915-\u0918\u091a-\u091d\u091f-\u0922\u0924-\u0927\u092a-\u092d])/g,
        '\u0902',
      )
      .replace(/\u092f\u0947$/, '\u090f')
      .replace(/\u092f\u0940$/, '\u0908')
      // Gurmukhi vowels typed as a carrier and a sign, and a sign typed twice: they look like the right letters.
      .replace(/[\u0a05\u0a72\u0a73][\u0a3e-\u0a4c]/g, (typed) => carried[typed] ?? typed)
      .replace(/([\u0a3e-\u0a4c\u0a70\u0a71\u0a02])\1+/g, '$1')
      .normalize('NFC');
  }
  // PostgreSQL's parser does not accept a combining mark alone as a word.
  return /[\p{L}\p{Nd}]/u.test(folded) ? folded.slice(0, longestWord).toWellFormed().replaceAll('\ufffd', '') : '';
}

/** Tokens of a text with their offsets, in order. Linear in the length of the text. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(pattern)) {
    const folded = foldWord(match[0]);
    if (folded) words.push({ start: match.index, end: match.index + match[0].length, folded });
  }
  return words;
}

/** Token offsets only: as wordsOf, without the cost of folding. */
export function placesOf(text: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let from = 0; from < text.length;) {
    const end = endOfPlainWord(text, from);
    if (end > from) {
      places.push({ start: from, end });
      from = end;
    } else if (end === from) {
      from += 1;
    } else {
      onward.lastIndex = from;
      const match = onward.exec(text);
      if (!match) break;
      from = onward.lastIndex;
      if (/[A-Za-z0-9\u0905-\u0939]/.test(match[0]) || foldWord(match[0]))
        places.push({ start: match.index, end: from });
    }
  }
  return places;
}

/** Fast path for ASCII words. @returns the end of the word, `from` where none begins, -1 where the regex must decide */
function endOfPlainWord(text: string, from: number): number {
  let end = from;
  while (isPlain[text.charCodeAt(end)] === 1) end += 1;
  const next = text.charCodeAt(end);
  // A comma, apostrophe, hyphen or non-ASCII character may continue the word.
  const mayAbbreviate = end - from === 1 && (next === 0x2e || next === 0x20);
  return mayAbbreviate || next > 127 || next === 0x2c || next === 0x27 || next === 0x2d ? -1 : end;
}

/** Normalised text for the database: folded words joined by single spaces. */
export const foldText = (text: string): string =>
  wordsOf(text)
    .map((word) => word.folded)
    .join(' ');

// Not a regex: it would rescan for the end of every unclosed comment, which is quadratic.
function withoutComments(markdown: string): string {
  let rest = '';
  let from = 0;
  for (let start = markdown.indexOf('<!--'); start !== -1; start = markdown.indexOf('<!--', from)) {
    const end = markdown.indexOf('-->', start + 4);
    if (end === -1) break;
    rest += `${markdown.slice(from, start)} `;
    from = end + 3;
  }
  return rest + markdown.slice(from);
}

/** Visible text of a markdown source: no directives, URLs, tags or markup. */
export function plainText(markdown: string): string {
  return withoutComments(markdown.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' '))
    .replace(/<\/?[a-zA-Z][^<>]{0,2000}>/g, ' ')
    .replace(/^[ \t]*:{3,}[\w-]*(?:\[([^\]\n]*)\])?[^\n]*$/gm, '$1')
    .replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, '')
    .replace(/^[ \t|:-]{3,}$/gm, (line) => (line.includes('---') ? '' : line))
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,300}")?\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, '')
    .replace(/[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\| ?$|^ ?\| ?/gm, '')
    .replace(/ ?\| ?/g, ' · ')
    .replace(
      /&(amp|lt|gt|quot|nbsp|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' })[name] ?? "'",
    )
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
