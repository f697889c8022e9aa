import { inArray, sql } from 'drizzle-orm';
import { beginTerms } from '../../database/begin-terms.server.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { tags } from '../../database/schema.ts';
import { indexTags } from './save-tag.server.ts';
import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';

/** Normalised key of a tag: `PAN card`, `pan-card` and `Pan  Card` are one tag. Empty where nothing usable is left. */
export const tagKey = (name: string) =>
  normaliseUnicode(name, 'NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
    .toWellFormed();

/** Display name from a slug: `bank-account` becomes `Bank account`. */
const readable = (name: string) => {
  const text = /^[a-z0-9+#-]+$/.test(name) ? name.replaceAll('-', ' ') : name.trim();
  return (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, 80).toWellFormed();
};

/** Tag ids by key; missing tags are created. */
export async function ensureTags(tx: Queryable, names: Iterable<string>): Promise<Map<string, number>> {
  const wanted = new Map<string, string>();
  for (const name of names) {
    const key = tagKey(name);
    if (key && !wanted.has(key)) wanted.set(key, name);
  }
  const ids = new Map<string, number>();
  if (wanted.size === 0) return ids;
  const known = await tx
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(inArray(tags.name, [...wanted.keys()]));
  for (const row of known) ids.set(row.name, row.id);

  const missing = [...wanted]
    .filter(([key]) => !ids.has(key))
    .map(([key, name]) => ({ name: key, displayName: readable(name) }));
  if (missing.length === 0) return ids;
  // An upsert, not DO NOTHING: RETURNING must include rows that a concurrent transaction has just inserted.
  const created = await tx
    .insert(tags)
    .values(missing)
    .onConflictDoUpdate({ target: tags.name, set: { name: sql`excluded.name` } })
    .returning({ id: tags.id, name: tags.name, displayName: tags.displayName });
  for (const row of created) ids.set(row.name, row.id);
  await beginTerms(
    tx,
    'tags',
    created.map(({ id, name, displayName }) => ({ id, key: name, title: displayName, fields: { name, displayName } })),
  );
  await indexTags(tx, created);
  return ids;
}
