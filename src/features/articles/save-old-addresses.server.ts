import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, redirects, takedowns } from '../../database/schema.ts';
import type { ArticleInput, SaveResult } from './article-input.ts';
import { oldAddressOf } from './old-addresses.queries.server.ts';
import { languages } from '../../messages/languages-here.ts';
import { pageTable } from '../../page-table.ts';

/** `result.problems` receives what could not be kept. */
type Piece = { id: number; input: Pick<ArticleInput, 'oldPaths' | 'sourceKey'>; result: Pick<SaveResult, 'problems'> };

/** The old paths that lead to these articles. */
export const oldAddressesOf = (tx: Queryable, ids: number[]) =>
  tx
    .select({ fromPath: redirects.fromPath, toId: redirects.toId })
    .from(redirects)
    .where(and(eq(redirects.toKind, 'article'), inArray(redirects.toId, ids)));

/** Lets the old paths of articles lead to them. */
export async function saveOldAddresses(tx: Queryable, pieces: Piece[]): Promise<void> {
  const wanted = pieces.flatMap((piece) =>
    piece.input.oldPaths.flatMap((path) => {
      const fromPath = oldAddressOf(path);
      if (fromPath !== null && fromPath.startsWith('/')) return [{ piece, fromPath }];
      piece.result.problems.push(`The old address ${path.slice(0, 100)} cannot be kept.`);
      return [];
    }),
  );
  if (wanted.length === 0) return;
  const owners = await ownersOf(
    tx,
    wanted.map(({ fromPath }) => fromPath),
  );
  const rows = new Map<string, { fromPath: string; toKind: string; toId: number }>();
  for (const { piece, fromPath } of wanted) {
    const { id, input, result } = piece;
    const owner = owners.get(fromPath);
    if (isOwnAddress(fromPath))
      result.problems.push(`The old address ${fromPath} is a page of this site; it does not lead to this piece.`);
    else if (rows.get(fromPath) && rows.get(fromPath)!.toId !== id)
      result.problems.push(`The old address ${fromPath} belongs to another piece as well; it leads there.`);
    else if (owner && owner.id !== id && owner.source !== sourceOf(input.sourceKey))
      result.problems.push(`The old address ${fromPath} ${owner.says}; it stays so.`);
    else rows.set(fromPath, { fromPath, toKind: 'article', toId: id });
  }
  if (rows.size === 0) return;
  await tx
    .insert(redirects)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: redirects.fromPath,
      set: { toKind: sql`excluded.to_kind`, toId: sql`excluded.to_id` },
    });
}

/** The origin (`content`, or format and site): only a piece of the same origin may take over an old path. */
const sourceOf = (sourceKey: string) =>
  sourceKey.startsWith('content:') ? 'content' : sourceKey.split(':', 2).join(':');

type Owner = { id: number; source: string | null; says: string };

/** Owners of these old paths. Pieces that were taken down keep theirs, so that those go on answering 410. */
async function ownersOf(tx: Queryable, paths: string[]): Promise<Map<string, Owner>> {
  const rows = await tx
    .select({
      fromPath: redirects.fromPath,
      id: redirects.toId,
      sourceKey: articles.sourceKey,
      title: articles.title,
      takenDown: takedowns.sourceKey,
    })
    .from(redirects)
    .leftJoin(articles, eq(articles.id, redirects.toId))
    .leftJoin(takedowns, and(eq(takedowns.kind, 'article'), eq(takedowns.entityId, sql`${redirects.toId}::text`)))
    .where(and(eq(redirects.toKind, 'article'), inArray(redirects.fromPath, [...new Set(paths)])));
  return new Map(
    rows.flatMap(({ fromPath, id, sourceKey, title, takenDown }): [string, Owner][] => {
      if (sourceKey !== null)
        return [[fromPath, { id, source: sourceOf(sourceKey), says: `leads to "${title}" already` }]];
      return takenDown === null
        ? []
        : [[fromPath, { id, source: null, says: 'belongs to a piece that was taken down' }]];
    }),
  );
}

// What is no page: files, feeds, calls. `/studio/*`: the words below it are taken too.
const files = new RegExp(
  `^(?:/(?:${languages.join('|')}))?/(?:(?:api|assets|fonts|media|og|dev|sitemaps|studio)(?:/.*)?|healthz|readyz|feed\\.(?:xml|atom)|sitemap\\.xml|scams\\.(?:json|xml)|robots\\.txt|ads\\.txt|favicon\\.ico|manifest\\.webmanifest|sw\\.js)$`,
);

/**
 * Whether a page or file of this site answers at a path; an imported permalink there would be unreachable.
 * @param path in lower case, without a trailing slash
 */
export const isOwnAddress = (path: string): boolean => pageTable.find(path) !== null || files.test(path);
