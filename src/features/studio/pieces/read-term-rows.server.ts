import { inArray } from 'drizzle-orm';
import { authors, tags } from '../../../database/schema.ts';
import { given, named, pathOf, type Reader, settled, someOf } from './row-fields.server.ts';

export const readTags: Reader = async (db, ids) =>
  (await db.select().from(tags).where(inArray(tags.id, ids))).map((row) => ({
    ...settled,
    ...named(row.name),
    id: row.id,
    body: '',
    fields: given({
      id: row.id,
      name: row.name,
      displayName: row.displayName,
      translations: someOf(row.translations),
      sample: row.isSample || null,
    }),
  }));

export const readAuthors: Reader = async (db, ids) =>
  (await db.select().from(authors).where(inArray(authors.id, ids))).map((row) => ({
    ...settled,
    ...named(row.key),
    id: row.id,
    body: '',
    fields: given({
      id: row.id,
      name: row.name,
      bio: row.bio,
      image: pathOf(row.imageUrl),
      translations: someOf(row.translations),
      sample: row.isSample || null,
    }),
  }));
