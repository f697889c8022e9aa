import { catalogue } from './catalogue.ts';

/** A whole word. Not by looking behind, which Safari before 16.4 cannot read. */
export const word = (from: string, to: string): [RegExp, string] => [
  new RegExp(`(^|[^\\p{L}\\p{M}])${from}(?![\\p{L}\\p{M}])`, 'gu'),
  `$1${to}`,
];

/** Applies these in this order. Verbs stay as they are in English and Hindi: 'they' and 'वे' take those of 'you' and 'आप'. */
export const replaceWords = (text: string, changes: [RegExp, string][]): string =>
  changes.reduce((said, [from, to]) => said.replace(from, to), text);

const changes: [RegExp, string][] = [
  [/^me$/g, 'this person'],
  [/\bI am\b/g, 'they are'],
  [/\b(?:I|we)\b/g, 'they'],
  [/\bmy\b/g, 'their'],
  [/\b(with|fit|for) (?:you|us)\b/g, '$1 them'],
  [/\bYou yourself\b/g, 'They themselves'],
  [/\byourself\b/g, 'themselves'],
  [/\byours\b/g, 'theirs'],
  [/\bYour\b/g, 'Their'],
  [/\byour\b/g, 'their'],
  [/\byou\b/g, 'they'],
];

export const thirdPerson = catalogue({
  /** A question to a reader, or an answer, turned to a question about somebody else. */
  of: (text: string) => replaceWords(text, changes),
});
