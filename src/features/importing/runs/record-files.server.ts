import { eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import { type FileBefore, importRunFiles, importRuns, type StudioKind, tags } from '../../../database/schema.ts';
import { tagKey } from '../../tags/ensure-tags.server.ts';
import { type HeldRun, holdImportRun } from './import-runs.server.ts';
import { readRows } from './piece-rows.server.ts';

type Named = { kind: StudioKind; id: number };
/** What an import of files may have renamed before it is remembered. */
export type FormerName = { key: string; sourceKey: string };
export type FileRecorder = ReturnType<typeof fileRecorderOf>;

/**
 * Keeps what an import of the content folder writes over, in the transaction that writes it: `begin` each batch,
 * `remember` the pieces once they are locked, say what was `wrote`, and `flush` before the commit.
 */
export function fileRecorderOf(run: HeldRun) {
  const before = new Map<string, FileBefore>();
  const written = new Map<string, Named>();
  let freshTags: string[] = [];
  const nameOf = ({ kind, id }: Named) => `${kind}:${id}`;

  return {
    runId: run.id,

    /** Locks the run before anything else, as its undo does. @throws where it was undone meanwhile */
    async begin(tx: Transaction, tagNames: string[]): Promise<void> {
      before.clear();
      written.clear();
      await holdImportRun(tx, run);
      freshTags = await unknownTags(tx, tagNames);
    },

    /** @param former names of pieces whose files have new ones */
    async remember(tx: Transaction, kind: StudioKind, ids: number[], former: Map<number, FormerName>): Promise<void> {
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
      if (freshTags.length > 0)
        await tx
          .update(importRuns)
          .set({ newTags: sql`${importRuns.newTags} || ${sql.param(freshTags)}::text[]` })
          .where(eq(importRuns.id, run.id));
      freshTags = [];
      if (list.length === 0) return;
      const revision = ({ kind, id }: Named) =>
        sql<number>`(select revision from studio_pieces where kind = ${kind} and id = ${id})`;
      const lastAct = sql<number>`(select coalesce(max(id), 0) from studio_acts)`;
      await tx
        .insert(importRunFiles)
        .values(
          list.map((named) => ({
            runId: run.id,
            kind: named.kind,
            pieceId: named.id,
            before: before.get(nameOf(named)) ?? null,
            revision: revision(named),
            lastAct,
          })),
        )
        // A resumed run may meet a piece again: what was there before the run's first write counts.
        .onConflictDoUpdate({
          target: [importRunFiles.runId, importRunFiles.kind, importRunFiles.pieceId],
          set: { lastAct: sql`excluded.last_act`, revision: sql`excluded.revision` },
        });
    },
  };
}

const namesOf = (former: FormerName | undefined) => (former ? { key: former.key, source_key: former.sourceKey } : {});

async function unknownTags(tx: Queryable, given: string[]): Promise<string[]> {
  const names = [...new Set(given.map(tagKey))].filter(Boolean);
  if (names.length === 0) return [];
  const rows = await tx.select({ name: tags.name }).from(tags).where(inArray(tags.name, names));
  const known = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}
