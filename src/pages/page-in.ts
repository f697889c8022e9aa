import { notFound } from '../platform/wire/errors.ts';

/** `?page=` of a personal list. @throws AppError page_not_found */
export function pageIn({ searchParams }: URL): number {
  const text = searchParams.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) throw notFound('page');
  return Number(text);
}
