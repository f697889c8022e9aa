import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { knownScams } from '../../database/schema.ts';
import { type Upserted, upsertRow } from '../../database/upsert-row.server.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { storable } from '../../platform/text/storable.ts';
import { findScamWords } from './known-scams.queries.server.ts';
import { datedTranslations, type ScamWords } from './older-translations.ts';

export type KnownScamInput = ScamWords & {
  /** Reserved for a draft of the studio. */
  id?: number | undefined;
  key: string;
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
  const row = storable(input);
  const translations = datedTranslations(await findScamWords(tx, row.key), row, dayInIndia());
  const saved = await upsertRow(tx, knownScams, 'key', id, { ...row, translations });
  // The checker's index is rebuilt where this moves.
  if (saved.outcome === 'changed')
    await tx
      .update(knownScams)
      .set({ updatedAt: sql`now()` })
      .where(eq(knownScams.id, saved.id));
  return { ...saved, cacheTags: saved.outcome === 'unchanged' ? [] : ['scams'] };
}
