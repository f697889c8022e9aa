import { eq, inArray } from 'drizzle-orm';
import { articles, knownScams } from '../../../database/schema.ts';
import { keyOfSource } from '../../../platform/wire/piece-key.ts';
import { given, named, type Reader, settled, someOf } from './row-fields.server.ts';

/** Without what the site notes beside them. */
const asWritten = (translations: (typeof knownScams.$inferSelect)['translations']) =>
  Object.fromEntries(
    Object.entries(translations).map(([language, stored]) => {
      const { originalChangedOn: _, ...written } = stored;
      return [language, written];
    }),
  );

export const readScams: Reader = async (db, ids) => {
  const rows = await db
    .select({ row: knownScams, article: articles.sourceKey })
    .from(knownScams)
    .leftJoin(articles, eq(articles.id, knownScams.articleId))
    .where(inArray(knownScams.id, ids));
  return rows.map(({ row, article }) => ({
    ...settled,
    ...named(row.key),
    id: row.id,
    body: row.about,
    status: row.isActive ? ('published' as const) : ('draft' as const),
    isHeld: !row.isActive,
    fields: given({
      title: row.title,
      article: article && keyOfSource(article),
      advice: row.advice,
      translations: someOf(asWritten(row.translations)),
      texts: row.texts,
      firstSeen: row.firstSeenOn,
      lastSeen: row.lastSeenOn,
      expires: row.expiresOn,
      sample: row.isSample || null,
    }),
  }));
};
