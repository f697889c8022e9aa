import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, pieceHelp, videos } from '../../database/schema.ts';
import { articlePath, parseSlugAndId, videoPath } from '../../platform/wire/ids.ts';
import { addressIn, splitPrefix } from '../../platform/settings/site-languages.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { isPublicVideo } from '../videos/videos.queries.server.ts';

export type HelpedPiece = { kind: 'article' | 'video'; id: number; title: string; path: string };

/** The public piece at a path of ours, with or without a language's prefix; null for any other path. */
export async function findHelpedPiece(db: Queryable, path: string): Promise<HelpedPiece | null> {
  const [, kind, segment = ''] = /^\/(article|video)\/([^/?#]{1,400})$/.exec(splitPrefix(path).bare) ?? [];
  const id = parseSlugAndId(segment)?.id;
  if (id === undefined) return null;
  if (kind === 'article') {
    const [row] = await db
      .select({ title: articles.title, lang: articles.lang })
      .from(articles)
      .where(and(eq(articles.id, id), isPublicArticle));
    return row ? { kind, id, title: row.title, path: addressIn(row.lang, articlePath(row.title, id)) } : null;
  }
  const [row] = await db
    .select({ title: videos.title, lang: videos.lang })
    .from(videos)
    .where(and(eq(videos.id, id), isPublicVideo));
  return row ? { kind: 'video', id, title: row.title, path: addressIn(row.lang, videoPath(row.title, id)) } : null;
}

/** Adds one answer to 'Did this help?'. */
export async function countHelp(db: Queryable, { kind, id }: HelpedPiece, hasHelped: boolean): Promise<void> {
  const one = hasHelped ? { helped: 1, didNotHelp: 0 } : { helped: 0, didNotHelp: 1 };
  await db
    .insert(pieceHelp)
    .values({ kind, pieceId: id, ...one })
    .onConflictDoUpdate({
      target: [pieceHelp.kind, pieceHelp.pieceId],
      set: {
        helped: sql`${pieceHelp.helped} + ${one.helped}`,
        didNotHelp: sql`${pieceHelp.didNotHelp} + ${one.didNotHelp}`,
      },
    });
}

/** Pieces with their answers, those that helped least first. */
export async function listHelp(
  db: Queryable,
  rows: number,
): Promise<{ kind: string; title: string; helped: number; didNotHelp: number }[]> {
  return await db
    .select({
      kind: pieceHelp.kind,
      title: sql<string>`coalesce(${articles.title}, ${videos.title}, '')`,
      helped: pieceHelp.helped,
      didNotHelp: pieceHelp.didNotHelp,
    })
    .from(pieceHelp)
    .leftJoin(articles, and(eq(pieceHelp.kind, 'article'), eq(articles.id, pieceHelp.pieceId)))
    .leftJoin(videos, and(eq(pieceHelp.kind, 'video'), eq(videos.id, pieceHelp.pieceId)))
    .orderBy(sql`${pieceHelp.didNotHelp} desc`, pieceHelp.kind, pieceHelp.pieceId)
    .limit(rows);
}
