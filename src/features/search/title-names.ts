import { foldText } from '../search-index/words.ts';
import { otherSpellings } from './spellings.ts';

const general = new Set(['yojana', ...otherSpellings('yojana')]);
/** Folded words without 'scheme', which people add to a name or leave out. */
export const nameIn = (folded: string): string =>
  folded
    .split(' ')
    .filter((word) => !general.has(word))
    .join(' ');

/** The name of what a title explains: 'pm kisan' of 'PM-KISAN: who gets it'. */
export const nameOf = (title: string): string => nameIn(foldText(title.split(/[:?]/, 1)[0]!));

/** The longest of `names` that a longer query says, of two words and more: one word alone may mean anything. */
export function nameInQuery(names: string[], query: string): string | undefined {
  const inQuery = names.filter((name) => name.includes(' ') && ` ${query} `.includes(` ${name} `));
  return inQuery.sort((a, b) => b.length - a.length)[0];
}
