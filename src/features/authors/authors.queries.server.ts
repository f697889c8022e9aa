import { asc, eq, inArray, sql } from 'drizzle-orm';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { authors } from '../../database/schema.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { authorPath } from '../../platform/wire/ids.ts';
import type { Author } from './authors.contract.ts';

export type AuthorRow = Pick<typeof authors.$inferSelect, 'id' | 'name' | 'bio' | 'imageUrl' | 'translations'>;

/** An AuthorRow as JSON within another row. */
export const authorObject = sql`json_build_object('id', authors.id, 'name', authors.name, 'bio', authors.bio, 'imageUrl', authors.image_url, 'translations', authors.translations)`;

export const presentAuthor = (row: AuthorRow): Author => ({
  id: row.id,
  name: row.translations[currentLanguage()]?.name ?? row.name,
  bio: row.translations[currentLanguage()]?.bio ?? row.bio,
  imageUrl: row.imageUrl,
  canonicalUrl: authorPath(row.name, row.id),
});

export async function listAuthorsByIds(db: Queryable, ids: number[]): Promise<Map<number, Author>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(authors).where(inArray(authors.id, ids));
  return new Map(rows.map((row) => [row.id, presentAuthor(row)]));
}

/** @throws AppError author_not_found */
export async function getAuthor(db: Queryable, id: number): Promise<Author> {
  const [row] = await db.select().from(authors).where(eq(authors.id, id));
  if (!row) throw notFound('author');
  return presentAuthor(row);
}

/** For the choice of an author. */
export const listAuthorNames = (db: Queryable): Promise<{ key: string; name: string }[]> =>
  db.select({ key: authors.key, name: authors.name }).from(authors).orderBy(asc(authors.name));
