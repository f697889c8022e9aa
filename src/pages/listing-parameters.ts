import { mapCategories } from '../features/categories/categories.queries.server.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';
import { notFound } from '../platform/wire/errors.ts';
import type { ListingKind } from '../features/feed/listing-body.tsx';

/** `?kind=`: the content types to list; an unknown value is a 404. */
export function listingKind(url: URL): ListingKind {
  const kind = url.searchParams.get('kind') ?? 'all';
  if (kind !== 'all' && kind !== 'articles' && kind !== 'videos') throw notFound('page');
  return kind;
}

/** Unknown ids are a 404, so that made-up ones cannot fill the page cache. @throws AppError category_not_found */
export async function insistOnCategory(db: PageServices['connection']['db'], id: number | null): Promise<void> {
  if (id !== null && !(await mapCategories(db)).has(id)) throw notFound('category');
}

export const listPageSize = 24;
