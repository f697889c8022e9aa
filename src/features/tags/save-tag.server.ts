import type { Queryable } from '../../database/connect.server.ts';
import type { Translations } from '../../database/tables/categories.ts';
import { tags } from '../../database/schema.ts';
import { storable } from '../../platform/text/storable.ts';
import { upsertRow, type Upserted } from '../../database/upsert-row.server.ts';
import { indexDocuments } from '../search-index/index-document.server.ts';

export type TagInput = {
  id?: number | undefined;
  name: string;
  displayName: string;
  translations?: Translations<{ displayName: string }>;
  isSample: boolean;
};

export async function saveTag(tx: Queryable, given: TagInput): Promise<Upserted & { cacheTags: string[] }> {
  const { id, ...input } = storable(given);
  const saved = await upsertRow(tx, tags, 'name', id, input);
  if (saved.outcome === 'unchanged') return { ...saved, cacheTags: [] };
  await indexTags(tx, [{ id: saved.id, displayName: input.displayName }]);
  return { ...saved, cacheTags: [`tag:${saved.id}`, 'search'] };
}

/** Brings the index of searches in line with rows of tags. */
export const indexTags = (tx: Queryable, rows: { id: number; displayName: string }[]): Promise<void> =>
  indexDocuments(
    tx,
    rows.map(({ id, displayName }) => ({
      kind: 'TAG',
      entityId: id,
      lang: 'en',
      title: displayName,
      summary: '',
      body: '',
      categoryIds: [],
      tagIds: [],
      publishedAt: new Date(0),
    })),
  );
