import type { Queryable } from '../../database/connect.server.ts';
import { authors } from '../../database/schema.ts';
import { storable } from '../../platform/storable.ts';
import { upsertRow, type Upserted } from '../../database/upsert-row.server.ts';

export type AuthorInput = {
  id?: number | undefined;
  key: string;
  name: string;
  bio: string;
  imageUrl: string | null;
  isSample: boolean;
};

export async function saveAuthor(tx: Queryable, given: AuthorInput): Promise<Upserted & { cacheTags: string[] }> {
  const { id, ...input } = storable(given);
  const saved = await upsertRow(tx, authors, 'key', id, input);
  // The name stands on every piece and card of the author.
  const cacheTags = saved.outcome === 'unchanged' ? [] : saved.outcome === 'created' ? [`author:${saved.id}`] : ['all'];
  return { ...saved, cacheTags };
}
