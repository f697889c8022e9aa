import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, redirects, takedowns } from '../../database/schema.ts';
import { gone } from '../../platform/wire/errors.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { articlePath } from '../../platform/wire/ids.ts';
import { isPublicArticle } from './articles.queries.server.ts';
import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';

/** Normalised old permalink: decoded, lower case, no trailing slash. Null where it cannot be decoded or stored. */
export function oldAddressOf(path: string): string | null {
  try {
    const decoded = normaliseUnicode(decodeURIComponent(path), 'NFC').toLowerCase().replace(/\/+$/, '');
    return decoded.length > 1 && decoded.length <= 500 && !decoded.includes('\u0000') && decoded.isWellFormed()
      ? decoded
      : null;
  } catch {
    return null;
  }
}

/** For editors: finds hidden articles, too. */
export async function findArticleByOldPath(db: Queryable, path: string): Promise<number | null> {
  const fromPath = oldAddressOf(path);
  if (fromPath === null) return null;
  const [row] = await db
    .select({ id: redirects.toId })
    .from(redirects)
    .where(and(eq(redirects.fromPath, fromPath), eq(redirects.toKind, 'article')));
  return row?.id ?? null;
}

/** Redirect target of an imported piece's old path. @throws AppError gone after a takedown */
export async function findRedirect(db: Queryable, path: string): Promise<string | null> {
  const fromPath = oldAddressOf(path);
  if (fromPath === null) return null;
  const [row] = await db
    .select({ id: articles.id, title: articles.title, lang: articles.lang })
    .from(redirects)
    .innerJoin(articles, eq(articles.id, redirects.toId))
    .where(and(eq(redirects.fromPath, fromPath), eq(redirects.toKind, 'article'), isPublicArticle));
  if (row) return addressIn(row.lang, articlePath(row.title, row.id));
  const [takedown] = await db
    .select({ id: takedowns.entityId })
    .from(redirects)
    .innerJoin(takedowns, and(eq(takedowns.kind, 'article'), eq(takedowns.entityId, sql`${redirects.toId}::text`)))
    .where(and(eq(redirects.fromPath, fromPath), eq(redirects.toKind, 'article')));
  if (takedown) throw gone('article');
  return null;
}
