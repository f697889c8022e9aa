import { inArray, sql } from 'drizzle-orm';
import { beginTerms } from '../../database/begin-terms.server.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { authors } from '../../database/schema.ts';

/** Get or create: ids by key. An existing author's stored name is not overwritten. */
export async function ensureAuthors(
  tx: Queryable,
  wanted: { key: string; name: string }[],
): Promise<Map<string, number>> {
  const names = new Map(wanted.map(({ key, name }) => [key, name]));
  const ids = new Map<string, number>();
  if (names.size === 0) return ids;
  const known = await tx
    .select({ id: authors.id, key: authors.key })
    .from(authors)
    .where(inArray(authors.key, [...names.keys()]));
  for (const row of known) ids.set(row.key, row.id);

  const missing = [...names].filter(([key]) => !ids.has(key)).map(([key, name]) => ({ key, name: name || key }));
  if (missing.length === 0) return ids;
  const created = await tx
    .insert(authors)
    .values(missing)
    .onConflictDoUpdate({ target: authors.key, set: { key: sql`excluded.key` } })
    .returning({ id: authors.id, key: authors.key, name: authors.name });
  for (const row of created) ids.set(row.key, row.id);
  await beginTerms(
    tx,
    'authors',
    created.map(({ id, key, name }) => ({ id, key, title: name, fields: { name } })),
  );
  return ids;
}
