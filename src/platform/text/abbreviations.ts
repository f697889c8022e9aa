// Abbreviations with signs between their letters, in Latin, Devanagari and Tamil: 'R.T.I.', 'ओ॰टी॰पी॰', 'O T P'.

const hindi = 'डब्ल्यू|डब्लू|एक्स|वाई|क्यू|ज़ेड|\u095bेड|जेड|आई|एच|एम|एन|एफ़|ए\u095e|एफ|एल|एस|आर|जी|टी|डी|पी|बी|सी|वी|यू|के|जे|ओ|ए|ई';
const tamil = 'டபிள்யூ|டபிள்யு|எக்ஸ்|கியூ|க்யூ|எஃப்|எப்|ஹெச்|எச்|ஒய்|வை|இசட்|ஆர்|எல்|எம்|என்|எஸ்|ஐ|ஜி|ஜே|கே|சி|டி|பி|வி|யூ|யு|ஓ|ஏ|ஈ|இ';
const end = String.raw`(?![\p{L}\p{M}\p{Nd}])`;
const most = 11;
const name = `(?:(?:${hindi}|${tamil})${end})`;
// Of two names with only a space between, neither may be a common word ('के', 'जी', 'आई').
const clear = `(?:(?:डब्ल्यू|एक्स|वाई|क्यू|एच|एम|एन|एफ|एल|एस|आर|टी|डी|बी|वी|यू)${end})`;
// 'a', 'I' and the 'e' of 'e kyc' are words; so are the 'u r' of messages.
const clearLatin = '[B-DF-HJ-Zb-df-hj-z]';
const akshara = String.raw`(?:(?=[\u0900-\u0d7f])\p{L}\p{M}*)`;
const short = `(?:${akshara}{1,2}${end})`;

// Three letters and more: 'A/C' and 'S/O' are words of their own.
const sign = '(?:[·*_/]| [.॰·*_/-] )';
// 'Group A/B/C', 'D/M/Y', 'ग्रुप ए/बी/सी' are lists.
const pairs = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff'].map(
  (letter, at, all) => `[${letter}]${sign}[${all[at + 1] ?? 'Gg'}]`,
);
const list = [...pairs, `[Dd]${sign}[Mm]`, `[Ii]${sign}[Jj]`, `[Xx]${sign}[Yy]`].join('|');
const hindiList = `ए${sign}बी|बी${sign}सी|सी${sign}डी`;

/**
 * Source of a regular expression with the flag `u`: an abbreviation from its first letter to its last. Three letters
 * where only spaces part them, or two that are no words; 'आर टी आई के तहत' ends before the postposition.
 */
export const abbreviation =
  String.raw`(?<![\p{L}\p{M}\p{Nd}])(?:` +
  [
    String.raw`[A-Za-z](?:\.[A-Za-z]${end}){1,${most}}`,
    `[A-Za-z](?:-[A-Za-z]${end}){2,${most}}`,
    `(?<![/.@_*-])(?!${list})[A-Za-z](?:${sign}[A-Za-z]${end}){2,${most}}`,
    String.raw`[A-Za-z](?:\.? [A-Za-z]${end}){2,${most}}`,
    String.raw`(?![Uu] [Rr]|[Rr] [Uu])${clearLatin}\.? ${clearLatin}${end}`,
    `${name}(?:[.॰·-]${name}){1,${most}}`,
    // A zero is typed for the sign: 'ओ०टी०पी०'.
    `(?:${hindi})(?:[०0](?:${hindi})){1,${most}}[०0]?`,
    `(?<![/·*_])(?!${hindiList})${name}(?:${sign}${name}){2,${most}}`,
    `(?!(?:पी|सी) एम के${end})${name}(?:[.॰]? ${name}){2}(?:[.॰]? (?:(?!के${end})${name}|के(?= ${name}))){0,${most}}`,
    `(?:(?:पी|सी)${end}|${clear}) ${clear}`,
    `${short}(?:[.॰·]${short}){2,${most}}`,
  ].join('|') +
  `)${end}`;

const pattern = new RegExp(abbreviation, 'gu');
const one = new RegExp(abbreviation, 'u');

export const hasAbbreviation = (text: string): boolean => one.test(text);

/** Offsets of the signs between the letters of abbreviations, in UTF-16 units. */
export function signsInAbbreviations(text: string): number[] {
  const offsets: number[] = [];
  for (const { 0: whole, index } of text.matchAll(pattern))
    for (const { index: at } of whole.matchAll(/[.॰०0·*_/ -]/g)) offsets.push(index + at);
  return offsets;
}
