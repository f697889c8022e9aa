import type { Database } from '../../database/connect.server.ts';
import { searchEverything } from './search-everything.queries.server.ts';

/**
 * What the page of the search calls about something else counts as nothing too. Searched again now, so that queries
 * which content published since then answers are left out.
 */
export async function findsNothing(db: Database, query: string): Promise<boolean> {
  const { counts, correction, isFar, stateWithout } = await searchEverything(db, {
    query,
    kind: 'all',
    categoryId: null,
    page: 1,
  });
  return (
    correction !== null ||
    isFar ||
    stateWithout !== null ||
    Object.values(counts).every((value) => value === 0 || value === false)
  );
}
