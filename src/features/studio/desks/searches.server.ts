import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/connect.server.ts';
import { hiddenSearches } from '../../../database/schema.ts';
import { findsNothing } from '../../search/finds-nothing.server.ts';
import { searchedText, searchers } from '../../tracking/tracking.queries.server.ts';
import { actAs, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { noteAct } from '../pieces/pieces.queries.server.ts';
import { type Actor, reviewers } from '../studio.policy.ts';

export const searchRoles = reviewers;
export type Days = 7 | 30;
type Search = { text: string; visits: number };

/**
 * Fewer visits could be one person's own words. Nobody can follow a network from one day to the next, so some of them
 * have to be of one day: who searches again tomorrow is no second reader.
 */
const fewest = 3;
const fewestOnOneDay = 2;
const candidates = 60;
const cachedMs = 600_000;
const cached = new WeakMap<Connection, Map<Days, { until: number; found: Promise<Search[]> }>>();
/** A number of eight digits or more, or an address: somebody's own. */
const personal = /\p{Nd}(?:[\s-]?\p{Nd}){7,}|@/u;

/** What several visits searched for and would not find now, the most wanted first; nothing personal. */
export async function readSearches(services: StudioServices, days: Days): Promise<Search[]> {
  const { connection } = services;
  const now = services.clock().getTime();
  const known = cached.get(connection) ?? new Map<Days, { until: number; found: Promise<Search[]> }>();
  cached.set(connection, known);
  let entry = known.get(days);
  if (!entry || entry.until < now) {
    // Searching again costs time, and the answer changes slowly.
    entry = { until: now + cachedMs, found: searchAgain(connection, days) };
    known.set(days, entry);
    entry.found.catch(() => known.delete(days));
  }
  const found = await entry.found;
  // Of these only: what was ever hidden or answered grows for ever.
  const texts = sql.param(found.map(({ text }) => text));
  const { rows } = await connection.db.execute<{ text: string }>(sql`
    select text from hidden_searches where text = any(${texts}::text[])
    union select unnest(search_words) from studio_pieces where search_words && ${texts}::text[]
    union select text from added_words where use = 'name' and text = any(${texts}::text[])`);
  const hidden = new Set(rows.map(({ text }) => text));
  return found.filter(({ text }) => !hidden.has(text));
}

async function searchAgain({ db }: Connection, days: Days): Promise<Search[]> {
  const { rows } = await db.execute<Search>(sql`
    select text, sum(visits)::int as visits from (
      select lower(trim(${searchedText})) as text, ${searchers} as visits from track_events
      where at > now() - make_interval(days => ${days}) and ${searchedText} is not null
      group by 1, (at at time zone 'Asia/Kolkata')::date) by_day
    where text not in (select text from hidden_searches)
    group by text having sum(visits) >= ${fewest} and max(visits) >= ${fewestOnOneDay}
    order by visits desc, text limit ${candidates}`);
  const found: Search[] = [];
  for (const search of rows) {
    if (search.text === '' || personal.test(search.text)) continue;
    if (await findsNothing(db, search.text)) found.push(search);
  }
  return found;
}

/** Hides a search from everybody's desk. The log has the act, not the words. */
export async function hideSearch(services: StudioServices, viewer: Actor, written: string) {
  const text = written.trim().toLowerCase();
  await actAs(services, viewer, searchRoles, async (tx, actor) => {
    const rows = await tx.insert(hiddenSearches).values({ text, by: actor.id! }).onConflictDoNothing().returning();
    if (rows.length > 0) await noteAct(tx, actor, 'hide_search');
  });
  return { text };
}
