import { type Kind, notFound } from '../platform/wire/errors.ts';

/** A number as we gave it, of a field or an address. */
export const numberIn = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null;

/** The same, where a page is about it. @throws AppError page_not_found */
export function insistOnNumber(text: string | null | undefined): number {
  const number = numberIn(text);
  if (number === null) throw notFound('page');
  return number;
}

/** What `?name=` says, as one of `values`; else null. */
export const choiceIn = <Value extends string>({ searchParams }: URL, name: string, values: readonly Value[]) =>
  values.find((one) => one === searchParams.get(name)) ?? null;

/** Those that can be numbers of ours, each once. */
export const numbersOf = (texts: string[]): number[] => [...new Set(texts.flatMap((text) => numberIn(text) ?? []))];

/** What a list was narrowed to, as by `?category=`, or null for all; what can be no number is a 404. */
export function chosenIn({ searchParams }: URL, name: string, kind: Kind): number | null {
  const number = numberIn(searchParams.get(name));
  if (number === null && searchParams.has(name)) throw notFound(kind);
  return number;
}

/** `?page=` of a personal list. @throws AppError page_not_found */
export function pageIn({ searchParams }: URL): number {
  const text = searchParams.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) throw notFound('page');
  return Number(text);
}
