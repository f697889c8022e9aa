import {
  findPersonalNumbers,
  maskPersonalNumbers,
  type PersonalNumber,
} from '../../features/communities/find-personal-numbers.ts';

export type NumberKind = PersonalNumber['kind'];

/** As a textarea sends its lines, and as they are kept. */
export const linesOf = (text: string | null): string => (text ?? '').replace(/\r\n?/g, '\n');

/** What the form's button asks for: post, hide the numbers, post them as they are, or look first. */
export type Wish = 'post' | 'mask' | 'anyway' | 'check';
export const wishOf = (form: URLSearchParams): Wish => {
  const wish = form.get('do');
  return wish === 'mask' || wish === 'anyway' || wish === 'check' ? wish : 'post';
};

/** Kinds of numbers in the texts that their writer should know of before everyone can read them. */
export const numbersIn = (...texts: string[]): NumberKind[] => [
  ...new Set(texts.flatMap((text) => findPersonalNumbers(text).map(({ kind }) => kind))),
];

export { maskPersonalNumbers as mask };
