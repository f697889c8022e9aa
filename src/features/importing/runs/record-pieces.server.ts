import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import {
  type ArticleBefore,
  authors,
  importRunPieces,
  importRuns,
  redirects,
  studioActs,
  tags,
} from '../../../database/schema.ts';
import type { ArticleWrite, SaveResult } from '../../articles/article-input.ts';
import { oldAddressOf } from '../../articles/old-addresses.queries.server.ts';
import { tagKey } from '../../tags/ensure-tags.server.ts';
import { type HeldRun, holdImportRun } from './import-runs.server.ts';

type Moved = { fromPath: string; toId: number };

/**
 * Keeps what a batch of a run is about to write over, in the transaction that writes it: pass `beforeWrite` to
 * saveArticles, and call `record` with its results.
 */
export function recorderOf(run: HeldRun) {
  const before = new Map<number, ArticleBefore>();
  const addresses = new Map<string, Moved[]>();
  const fresh = { tags: [] as string[], authors: [] as string[] };

  async function beforeWrite(tx: Queryable, writes: ArticleWrite[]): Promise<void> {
    for (const [id, rows] of await readBefore(
      tx,
      writes.flatMap(({ id }) => id ?? []),
    ))
      before.set(id, rows);
    const owners = await ownersOf(
      tx,
      writes.flatMap(({ input }) => input.oldPaths),
    );
    for (const { input } of writes) {
      const own = input.oldPaths.flatMap((path) => owners.get(oldAddressOf(path) ?? '') ?? []);
      if (own.length > 0) addresses.set(input.sourceKey, own);
    }
    const names = [...new Set(writes.flatMap(({ input }) => input.tags.map(tagKey)))].filter(Boolean);
    const keys = [...new Set(writes.map(({ input }) => input.author.key))];
    const knownTags = await tx.select({ name: tags.name }).from(tags).where(inArray(tags.name, names));
    const knownAuthors = await tx.select({ key: authors.key }).from(authors).where(inArray(authors.key, keys));
    fresh.tags = without(
      names,
      knownTags.map(({ name }) => name),
    );
    fresh.authors = without(
      keys,
      knownAuthors.map(({ key }) => key),
    );
  }

  async function record(tx: Queryable, results: { sourceKey: string; result: SaveResult }[]): Promise<void> {
    const written = results.filter(({ result: { outcome } }) => outcome === 'created' || outcome === 'changed');
    if (written.length === 0) return;
    await holdImportRun(tx, run);
    const [newest] = await tx.select({ id: sql<number>`coalesce(max(id), 0)`.mapWith(Number) }).from(studioActs);
    const lastAct = newest!.id;
    await tx
      .insert(importRunPieces)
      .values(
        written.map(({ sourceKey, result: { id } }) => ({
          runId: run.id,
          articleId: id!,
          before: before.get(id!) ?? null,
          revision: before.has(id!)
            ? sql`(select revision from studio_pieces where kind = 'articles' and id = ${id})`
            : null,
          movedAddresses: (addresses.get(sourceKey) ?? []).filter(({ toId }) => toId !== id),
          lastAct,
        })),
      )
      // A resumed run may meet a piece again: what was there before the run's first write counts.
      .onConflictDoUpdate({
        target: [importRunPieces.runId, importRunPieces.articleId],
        set: { lastAct: sql`excluded.last_act` },
      });
    if (fresh.tags.length + fresh.authors.length > 0)
      await tx
        .update(importRuns)
        .set({
          newTags: sql`${importRuns.newTags} || ${sql.param(fresh.tags)}::text[]`,
          newAuthors: sql`${importRuns.newAuthors} || ${sql.param(fresh.authors)}::text[]`,
        })
        .where(eq(importRuns.id, run.id));
  }

  return { beforeWrite, record };
}

const without = (all: string[], known: string[]) => {
  const found = new Set(known);
  return all.filter((one) => !found.has(one));
};

async function readBefore(tx: Queryable, ids: number[]): Promise<[number, ArticleBefore][]> {
  if (ids.length === 0) return [];
  const rowsOf = (table: string, order: string) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(c) - 'article_id' order by ${sql.raw(order)}), '[]') from ${sql.identifier(table)} c where c.article_id = a.id)`;
  const { rows } = await tx.execute<{ id: number; before: ArticleBefore }>(sql`
    select a.id, jsonb_build_object('row', to_jsonb(a),
      'categories', ${rowsOf('article_categories', 'c.position')}, 'tags', ${rowsOf('article_tags', 'c.tag_id')},
      'schemes', ${rowsOf('schemes', 'c.name')}, 'figures', ${rowsOf('former_figures', 'c.unit, c.value')},
      'redirects', (select coalesce(jsonb_agg(to_jsonb(r) order by r.from_path), '[]') from redirects r where r.to_kind = 'article' and r.to_id = a.id)
    ) as before from articles a where a.id = any(${sql.param(ids)}::int[])`);
  return rows.map(({ id, before }) => [id, before]);
}

async function ownersOf(tx: Queryable, paths: string[]): Promise<Map<string, Moved>> {
  const wanted = [...new Set(paths.flatMap((path) => oldAddressOf(path) ?? []))];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ fromPath: redirects.fromPath, toId: redirects.toId })
    .from(redirects)
    .where(and(eq(redirects.toKind, 'article'), inArray(redirects.fromPath, wanted)));
  return new Map(rows.map((row) => [row.fromPath, row]));
}
