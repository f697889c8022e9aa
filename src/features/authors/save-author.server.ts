import type { Queryable } from '../../database/connect.server.ts';
import type { Translations } from '../../database/tables/categories.ts';
import { authors } from '../../database/schema.ts';
import { storable } from '../../platform/text/storable.ts';
import { upsertRow, type Upserted } from '../../database/upsert-row.server.ts';

export type AuthorInput = {
  id?: number | undefined;
  key: string;
  name: string;
  bio: string;
  imageUrl: string | null;
  translations?: Translations<{ name: string; bio: string }>;
  isSample: boolean;
};

export async function saveAuthor(tx: Queryable, given: AuthorInput): Promise<Upserted & { cacheTags: string[] }> {
  const { id, ...input } = storable(given);
  const saved = await upsertRow(tx, authors, 'key', id, input);
  // A rename invalidates every page: any of them may show a card by this author.
  const cacheTags = saved.outcome === 'unchanged' ? [] : saved.outcome === 'created' ? [`author:${saved.id}`] : ['all'];
  return { ...saved, cacheTags };
}
