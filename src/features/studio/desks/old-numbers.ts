import type { StudioFields } from '../../../database/schema.ts';
import { factsOf, wordsShownIn } from '../pieces/significant-change.ts';

type Text = { fields: StudioFields; body: string };
export type OldNumber = { path: string; number: string };

const picture = /!\[((?:[^[\]\\]|\\.)*)\]/g;
const numbersOf = (text: string) =>
  factsOf(text)
    .filter((fact) => /^\d/.test(fact))
    .map((fact) => fact.replace('%', ''));
/** A longer text is no article but a table: reading its numbers at each save would hold the thread. */
const mostLetters = 60_000;
const proseOf = (body: string) => numbersOf(body.replace(picture, ' '));

/** Numbers that the text had and has no more, where another number came instead. Digits of any script are equal. */
export function numbersGone(before: Pick<Text, 'body'>, after: Pick<Text, 'body'>): Set<string> {
  if (Math.max(before.body.length, after.body.length) > mostLetters) return new Set();
  const [old, now] = [new Set(proseOf(before.body)), new Set(proseOf(after.body))];
  const isReplaced = [...now].some((number) => !old.has(number));
  return new Set(isReplaced ? [...old].filter((number) => !now.has(number)) : []);
}

/** Where these numbers still stand beside the text: in a field, or in the words of a picture. */
export function oldNumbersBeside(gone: ReadonlySet<string>, { fields, body }: Text): OldNumber[] {
  const places = [
    ...wordsShownIn(fields).map(([path, texts]) => [path, numbersOf(texts.join('\n'))] as const),
    ['body', [...body.matchAll(picture)].flatMap(([, words]) => numbersOf(words!))] as const,
  ];
  return places.flatMap(([path, numbers]) =>
    [...gone].filter((one) => numbers.includes(one)).map((number) => ({ path, number })),
  );
}

/** Which of these numbers a translation still says, anywhere. */
export const oldNumbersIn = (gone: ReadonlySet<string>, text: Text): string[] => {
  const mentioned = new Set([
    ...wordsShownIn(text.fields).flatMap(([, texts]) => numbersOf(texts.join('\n'))),
    ...(text.body.length > mostLetters ? [] : numbersOf(text.body)),
  ]);
  return [...gone].filter((one) => mentioned.has(one));
};
