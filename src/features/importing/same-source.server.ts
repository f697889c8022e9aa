import { inArray } from 'drizzle-orm';
import type { Database } from '../../database/connect.server.ts';
import { articles } from '../../database/schema.ts';
import { WrongUse } from '../../platform/command.ts';
import { sameTitle } from './adopt-former-pieces.server.ts';
import type { ImportSource } from './import-source.ts';

const looksAt = 300;

/**
 * Refuses a source under another one's name: most shared keys belong to pieces with a different title and date.
 * Samples the start of the source. @throws WrongUse before anything is written
 */
export async function refuseAnothersName(db: Database, source: ImportSource): Promise<void> {
  const pieces = new Map<string, { title: string; publishedAt: Date | null; names: string[] }>();
  try {
    for await (const { convert } of source.entries()) {
      try {
        const converted = convert();
        if (converted.kind !== 'article') continue;
        const { sourceKey, title, publishedAt, oldPaths } = converted.article;
        pieces.set(sourceKey, { title, publishedAt, names: oldPaths });
      } catch {
        continue;
      }
      if (pieces.size >= looksAt) break;
    }
  } catch {
    // The import reports a corrupt file itself.
  }
  if (pieces.size === 0) return;
  const stored = await db
    .select({ sourceKey: articles.sourceKey, title: articles.title, publishedAt: articles.publishedAt })
    .from(articles)
    .where(inArray(articles.sourceKey, [...pieces.keys()]));
  const strangers = stored.filter((row) => {
    const piece = pieces.get(row.sourceKey)!;
    return !sameTitle(row.title, piece.title) && row.publishedAt.getTime() !== piece.publishedAt?.getTime();
  });
  const enough = source.keysAreNumbers ? 1 : 2;
  if (strangers.length < enough || strangers.length * 2 <= stored.length) return;
  throw new WrongUse(
    `${source.name}: another site was imported under the name "${source.site}": "${strangers[0]!.title}" is there where this file has "${pieces.get(strangers[0]!.sourceKey)!.title}". Nothing was taken. Give this one a name of its own: --site NAME`,
  );
}
