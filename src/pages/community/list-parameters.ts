import { recentFilters, type RecentFilter } from '../../features/communities/communities.contract.ts';
import { notFound } from '../../platform/wire/errors.ts';

/** `?filter=`; an unknown value is a 404. */
export function chosenFilter(url: URL): RecentFilter {
  const text = url.searchParams.get('filter')?.toUpperCase() ?? 'RECENT';
  const filter = recentFilters.find((one) => one === text);
  if (!filter || url.searchParams.get('filter') === 'recent' || /[A-Z]/.test(url.searchParams.get('filter') ?? ''))
    throw notFound('page');
  return filter;
}

export const threadPageSize = 20;
export const repliesPageSize = 50;

/** Cache tags of the authors shown on a page, so that a changed name invalidates it. */
export const tagsOfWriters = (posts: { createdBy: { id: string } | null }[]): string[] => [
  ...new Set(posts.flatMap(({ createdBy }) => (createdBy ? [`user:${createdBy.id}`] : []))),
];
