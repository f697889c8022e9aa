import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { knownScams } from '../../database/schema.ts';
import type { Translations } from '../../database/tables/categories.ts';
import type { ScamTexts } from '../../database/tables/scams.ts';
import { type Upserted, upsertRow } from '../../database/upsert-row.server.ts';
import { storable } from '../../platform/storable.ts';

export type KnownScamInput = {
  /** Reserved for a draft of the studio. */
  id?: number | undefined;
  key: string;
  title: string;
  about: string;
  advice: string[];
  translations: Translations<ScamTexts>;
  texts: { lang: string; text: string }[];
  articleId: number | null;
  /** ISO dates, as '2026-11-21'. */
  firstSeenOn: string | null;
  lastSeenOn: string | null;
  expiresOn: string | null;
  isSample: boolean;
};

export async function saveKnownScam(
  tx: Queryable,
  { id, ...input }: KnownScamInput,
): Promise<Upserted & { cacheTags: string[] }> {
  const saved = await upsertRow(tx, knownScams, 'key', id, storable(input));
  // The checker's index is rebuilt where this moves.
  if (saved.outcome === 'changed')
    await tx
      .update(knownScams)
      .set({ updatedAt: sql`now()` })
      .where(eq(knownScams.id, saved.id));
  return { ...saved, cacheTags: saved.outcome === 'unchanged' ? [] : ['scams'] };
}
