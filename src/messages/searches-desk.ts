import { catalogue } from './catalogue.ts';

// The studio's desk of what readers did not find.

const searchesInEnglish = {
  title: 'Not found',
  heading: 'What readers looked for and did not find',
  describe: 'Searches without results.',
  note: 'Only what at least three visits searched for, without numbers and addresses. Searched again every ten minutes.',
  period: 'Days',
  days: (days: number) => `Last ${days} days`,
  none: 'Nothing: readers found what they searched for.',
  visits: (visits: number) => `${visits} visits`,
  write: 'Write it',
  writeOf: (text: string) => `Write it: ${text}`,
  hide: 'Hide',
  hideOf: (text: string) => `Hide: ${text}`,
  there: 'It is there',
  thereOf: (text: string) => `It is there: ${text}`,
  name: 'A name of a letter or number',
  nameOf: (text: string) => `A name of a letter, papers or number: ${text}`,
  sayItSo: 'Use their words',
  which: (text: string) => `Which piece answers “${text}”?`,
  whichNote: 'From now on readers find it by these words too, in any spelling.',
  titleWords: 'Words of its title',
  find: 'Find',
  noPiece: 'No live piece has these words in its title.',
  answersOf: (title: string) => `It is there: ${title}`,
  sayItSoOf: (title: string) => `Use their words: ${title}`,
  sayItSoNote: '“Use their words” also opens the piece, so that you can put the readers’ words into its text.',
  answered: 'Done. Readers find it by these words now.',
  taken: 'Taken away.',
  also: 'Also found as',
  alsoNone: 'No piece has other words yet.',
  takeAway: 'Take away',
  takeAwayOf: (text: string, title: string) => `Take away “${text}” from ${title}`,
  cancel: 'Back',
  sayHere: (text: string) => `Readers search for “${text}”. Use these words in the text, where they fit.`,
  search: 'See the search',
  hidden: 'Hidden.',
};

export const searchesDesk = catalogue(searchesInEnglish);
