import { and, eq, inArray, notLike, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import {
  articles,
  authors,
  importedImages,
  importRuns,
  redirects,
  studioPieces,
  takedowns,
} from '../../database/schema.ts';
import { oldAddressOf } from '../articles/old-addresses.queries.server.ts';
import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';

/** A piece with its current key and the key it had before keys included the source's name. */
export type Adoptable = {
  formerKey: string;
  sourceKey: string;
  title: string;
  oldPaths: string[];
  author: { formerKey: string; key: string };
};

export const sameTitle = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (title: string) => normaliseUnicode(title, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Most imports have no pieces under former keys; this check saves them the transaction. */
export async function hasFormerPieces(db: Queryable, formerKeys: string[]): Promise<boolean> {
  if (formerKeys.length === 0) return false;
  const among = (column: typeof articles.sourceKey | typeof takedowns.sourceKey) => inArray(column, formerKeys);
  return (
    (await db.$count(articles, among(articles.sourceKey))) + (await db.$count(takedowns, among(takedowns.sourceKey))) >
    0
  );
}

/**
 * Migration, in the caller's transaction: rewrites former keys to the named source where keys and titles match.
 * Keys of a source that was imported by its name are its own. A former takedown applies again unless its old address
 * belongs to a different piece. @returns pieces adopted
 */
export async function adoptFormerPieces(tx: Transaction, format: string, pieces: Adoptable[]): Promise<number> {
  const byFormerKey = new Map(
    pieces.filter(({ formerKey, sourceKey }) => formerKey !== sourceKey).map((piece) => [piece.formerKey, piece]),
  );
  if (byFormerKey.size === 0) return 0;
  const formerKeys = [...byFormerKey.keys()];
  await adoptTakedowns(tx, formerKeys, byFormerKey);

  const former = await tx
    .select({ id: articles.id, sourceKey: articles.sourceKey, title: articles.title, authorId: articles.authorId })
    .from(articles)
    .where(inArray(articles.sourceKey, formerKeys));
  const own = new Set(
    former.length === 0
      ? []
      : (
          await tx
            .select({ sourceKey: articles.sourceKey })
            .from(articles)
            .where(
              inArray(
                articles.sourceKey,
                pieces.map(({ sourceKey }) => sourceKey),
              ),
            )
        ).map((row) => row.sourceKey),
  );
  const names = former.length === 0 ? new Set() : await namesInUse(tx, format, formerKeys);
  const adopted = former.filter((row) => {
    const piece = byFormerKey.get(row.sourceKey)!;
    return !own.has(piece.sourceKey) && !names.has(nameIn(row.sourceKey)) && sameTitle(row.title, piece.title);
  });
  for (const row of adopted) {
    const { sourceKey } = byFormerKey.get(row.sourceKey)!;
    await tx.update(articles).set({ sourceKey }).where(eq(articles.id, row.id));
    await renamePiece(tx, 'articles', row.id, sourceKey, sourceKey);
    await tx
      .update(importedImages)
      .set({ firstSourceKey: sourceKey })
      .where(eq(importedImages.firstSourceKey, row.sourceKey));
  }
  const adoptedAuthors = new Map(
    adopted.map((row) => [
      row.authorId,
      { ...byFormerKey.get(row.sourceKey)!.author, formerKeyOfPiece: row.sourceKey },
    ]),
  );
  for (const [id, author] of adoptedAuthors) await adoptAuthor(tx, id, author);
  return adopted.length;
}

const renamePiece = (tx: Transaction, kind: 'articles' | 'authors', id: number, key: string, sourceKey: string) =>
  tx
    .update(studioPieces)
    .set({ key, sourceKey })
    .where(and(eq(studioPieces.kind, kind), eq(studioPieces.id, id)));

/** What stands in a former key where today's keys have the source's name: a host, a folder. */
const nameIn = (formerKey: string) => formerKey.split(':')[1] ?? '';

async function namesInUse(tx: Transaction, format: string, formerKeys: string[]): Promise<Set<string>> {
  const sites = [...new Set(formerKeys.map(nameIn))];
  const rows = await tx
    .selectDistinct({ site: importRuns.site })
    .from(importRuns)
    .where(and(eq(importRuns.format, format), inArray(importRuns.site, sites)));
  return new Set(rows.map(({ site }) => site));
}

/** An author whose pieces all come from this source keeps id and address and gets the source's key. */
async function adoptAuthor(
  tx: Transaction,
  id: number,
  { key, formerKey, formerKeyOfPiece }: { key: string; formerKey: string; formerKeyOfPiece: string },
): Promise<void> {
  const format = formerKeyOfPiece.slice(0, formerKeyOfPiece.indexOf(':'));
  const others = await tx.$count(articles, and(eq(articles.authorId, id), notLike(articles.sourceKey, `${format}:%`)));
  if (others > 0 || (await tx.$count(authors, eq(authors.key, key))) > 0) return;
  const renamed = await tx
    .update(authors)
    .set({ key })
    .where(
      and(
        eq(authors.id, id),
        eq(authors.key, formerKey),
        // An author described by an editor's own file does not belong to this source.
        eq(authors.bio, ''),
        sql`${authors.imageUrl} is null and not ${authors.isSample}`,
        sql`not exists (select 1 from videos where author_id = ${id}) and not exists (select 1 from webstories where author_id = ${id})`,
      ),
    )
    .returning({ id: authors.id });
  if (renamed.length > 0) await renamePiece(tx, 'authors', id, key, `content:${key}`);
}

async function adoptTakedowns(
  tx: Transaction,
  formerKeys: string[],
  byFormerKey: Map<string, Adoptable>,
): Promise<void> {
  const former = await tx
    .select()
    .from(takedowns)
    .where(and(eq(takedowns.kind, 'article'), inArray(takedowns.sourceKey, formerKeys)));
  for (const takedown of former) {
    const piece = byFormerKey.get(takedown.sourceKey)!;
    const addresses = (
      await tx
        .select({ fromPath: redirects.fromPath })
        .from(redirects)
        .where(and(eq(redirects.toKind, 'article'), eq(redirects.toId, Number(takedown.entityId))))
    ).map(({ fromPath }) => fromPath);
    // A removed piece leaves nothing else to compare. In doubt the takedown holds, so that the piece does not reappear.
    const isSame =
      addresses.length === 0 || piece.oldPaths.some((path) => addresses.includes(oldAddressOf(path) ?? ''));
    if (isSame)
      await tx
        .insert(takedowns)
        .values({ ...takedown, sourceKey: piece.sourceKey })
        .onConflictDoNothing();
  }
}
