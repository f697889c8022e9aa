import {
  findPersonalNumbers,
  maskPersonalNumbers,
  type PersonalNumber,
} from '../../features/communities/find-personal-numbers.ts';

export type NumberKind = PersonalNumber['kind'];

/** Normalises line endings: a textarea submits CRLF, the database keeps LF. */
export const linesOf = (text: string | null): string => (text ?? '').replace(/\r\n?/g, '\n');

/** The form's intent: post, mask numbers, post despite numbers, or preview. */
export type Wish = 'post' | 'mask' | 'anyway' | 'check';
export const wishOf = (form: URLSearchParams): Wish => {
  const wish = form.get('do');
  return wish === 'mask' || wish === 'anyway' || wish === 'check' ? wish : 'post';
};

/** Kinds of personal numbers in the texts, for a warning before publication. */
export const numbersIn = (...texts: string[]): NumberKind[] => [
  ...new Set(texts.flatMap((text) => findPersonalNumbers(text).map(({ kind }) => kind))),
];

export { maskPersonalNumbers as mask };
