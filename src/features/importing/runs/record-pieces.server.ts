import { eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import {
  authors,
  importRunPieces,
  importRuns,
  type PieceBefore,
  redirects,
  type StudioKind,
  tags,
} from '../../../database/schema.ts';
import { storable } from '../../../platform/text/storable.ts';
import { oldAddressOf } from '../../articles/old-addresses.queries.server.ts';
import { tagKey } from '../../tags/ensure-tags.server.ts';
import { type ClaimedRun, holdImportRun } from './import-runs.server.ts';
import { readRows } from './piece-rows.server.ts';

type Named = { kind: StudioKind; id: number };
/** What an import of files may have renamed before it is remembered. */
export type FormerName = { key: string; sourceKey: string };
/** What a batch names, and may bring or take over. */
export type Names = { tags: string[]; authors: string[]; oldPaths: string[] };
export type PieceRecorder = ReturnType<typeof recorderOf>;

/**
 * Keeps what a run writes over, in the transaction that writes it: `begin` each batch, `remember` the pieces once they
 * are locked, say what was `wrote`, and `flush` before the commit.
 */
export function recorderOf(run: ClaimedRun) {
  const before = new Map<string, PieceBefore>();
  const written = new Map<string, Named>();
  let fresh: Pick<Names, 'tags' | 'authors'> = { tags: [], authors: [] };
  /** Where the old addresses led. */
  let owners = new Map<string, number>();
  const nameOf = ({ kind, id }: Named) => `${kind}:${id}`;

  return {
    /** Locks the run before anything else, as its undo does. @throws where it was undone meanwhile */
    async begin(tx: Transaction, names: Names): Promise<void> {
      before.clear();
      written.clear();
      await holdImportRun(tx, run);
      fresh = {
        tags: await unknownNames(tx, tags.name, names.tags.map(tagKey)),
        authors: await unknownNames(tx, authors.key, names.authors),
      };
      owners = await ownersOf(
        tx,
        names.oldPaths.flatMap((path) => oldAddressOf(path) ?? []),
      );
    },

    /** @param former names of pieces whose files have new ones */
    async remember(tx: Queryable, kind: StudioKind, ids: number[], former = new Map<number, FormerName>()) {
      const rows = await readRows(tx, kind, ids);
      for (const [id, { piece, ...own }] of rows)
        before.set(nameOf({ kind, id }), { piece: { ...piece, ...namesOf(former.get(id)) }, ...own });
    },

    wrote(kind: StudioKind, id: number): void {
      written.set(nameOf({ kind, id }), { kind, id });
    },

    async flush(tx: Transaction): Promise<void> {
      const list = [...written.values()];
      written.clear();
      await noteNewTerms(tx, run.id, fresh);
      if (list.length === 0) return;
      const revision = ({ kind, id }: Named) =>
        sql<number>`(select revision from studio_pieces where kind = ${kind} and id = ${id})`;
      const lastAct = sql<number>`(select coalesce(max(id), 0) from studio_acts)`;
      const moved = [...(await ownersOf(tx, [...owners.keys()]))].flatMap(([fromPath, by]) => {
        const toId = owners.get(fromPath)!;
        return toId === by ? [] : [{ by, fromPath, toId }];
      });
      await tx
        .insert(importRunPieces)
        .values(
          list.map((named) => ({
            runId: run.id,
            kind: named.kind,
            pieceId: named.id,
            before: before.get(nameOf(named)) ?? null,
            revision: revision(named),
            movedAddresses: moved.flatMap(({ by, ...address }) =>
              named.kind === 'articles' && by === named.id ? [address] : [],
            ),
            lastAct,
          })),
        )
        // A resumed run may meet a piece again: what was there before the run's first write counts.
        .onConflictDoUpdate({
          target: [importRunPieces.runId, importRunPieces.kind, importRunPieces.pieceId],
          set: {
            lastAct: sql`excluded.last_act`,
            revision: sql`excluded.revision`,
            movedAddresses: sql`${importRunPieces.movedAddresses} || excluded.moved_addresses`,
          },
        });
    },
  };
}

const namesOf = (former: FormerName | undefined) => (former ? { key: former.key, source_key: former.sourceKey } : {});

/** Those of these names that are there by now go with the run when it is undone. */
export async function noteNewTerms(tx: Transaction, run: number, fresh: Pick<Names, 'tags' | 'authors'>) {
  if (fresh.tags.length + fresh.authors.length === 0) return;
  const { newTags, newAuthors } = importRuns;
  await tx
    .update(importRuns)
    .set({
      newTags: sql`${newTags} || array(select name from tags where name = any(${sql.param(fresh.tags)}::text[]))`,
      newAuthors: sql`${newAuthors} || array(select key from authors where key = any(${sql.param(fresh.authors)}::text[]))`,
    })
    .where(eq(importRuns.id, run));
}

export async function unknownNames(tx: Queryable, column: PgColumn, given: string[]): Promise<string[]> {
  const names = [...new Set(given.map(storable))].filter(Boolean);
  if (names.length === 0) return [];
  const rows = await tx.select({ name: column }).from(column.table).where(inArray(column, names));
  const known = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/** The articles to which old addresses lead. */
async function ownersOf(tx: Queryable, paths: string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map();
  const rows = await tx
    .select({ fromPath: redirects.fromPath, toId: redirects.toId })
    .from(redirects)
    .where(sql`${redirects.toKind} = 'article' and ${inArray(redirects.fromPath, [...new Set(paths)])}`);
  return new Map(rows.map(({ fromPath, toId }) => [fromPath, toId]));
}
