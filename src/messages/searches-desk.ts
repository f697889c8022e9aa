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
  search: 'See the search',
  hidden: 'Hidden.',
};

export const searchesDesk = catalogue(searchesInEnglish);
