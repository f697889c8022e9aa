import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../database/connect.server.ts';
import { importRuns } from '../../../database/schema.ts';
import { countsOf, type ImportReport } from '../report.ts';
import { beginImportRun, endImportRun, type ClaimedRun, holdImportRun } from '../runs/import-runs.server.ts';
import type { OpenFile } from '../read-file.server.ts';

/** The `format` of runs that imported a dump: their posts name the run in `imported_posts`. */
export const dumpFormat = 'stackexchange';
export const sourceOf = (site: string) => `${dumpFormat}:${site}`;

/** Advisory lock: one import per site at a time, held for a batch's transaction. */
export const holdSite = (tx: Transaction, site: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${sourceOf(site)}))`);

/** Where a batch of a dump goes. */
export type DumpTarget = { site: string; held: ClaimedRun };

/** Locks for a batch: the run, then the site, as an undo does. @throws where the run was undone meanwhile */
export async function holdBatch(tx: Transaction, { site, held }: DumpTarget): Promise<void> {
  await holdImportRun(tx, held);
  await holdSite(tx, site);
}

/** Begins the run of a dump; a stopped one of the same files goes on. Two at once are two runs. */
export function beginDumpRun(db: Database, site: string, files: Map<string, OpenFile>): Promise<ClaimedRun> {
  const sizes = [...files].map(([name, { size }]) => [name, size]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([dumpFormat, site, sizes]))
    .digest('hex');
  const source = { fingerprint, name: site, format: dumpFormat, site };
  return beginImportRun(db, source, { isGoingOn: true, startedBy: 'system', mayTakeOver: false });
}

/** Counts posts in the transaction that stores them: a killed run has told nothing else. */
export async function countCreated(tx: Transaction, { held }: DumpTarget, by: number): Promise<void> {
  const { counts } = importRuns;
  const before = sql`coalesce((${counts} ->> 'created')::int, 0)`;
  await tx
    .update(importRuns)
    .set({ counts: sql`${counts} || jsonb_build_object('created', ${before} + ${by}::int)` })
    .where(eq(importRuns.id, held.id));
}

export async function endDumpRun(
  db: Database,
  claimed: ClaimedRun,
  state: 'finished' | 'stopped' | 'failed',
  report: ImportReport,
): Promise<void> {
  const [run] = await db.select({ counts: importRuns.counts }).from(importRuns).where(eq(importRuns.id, claimed.id));
  const { created: _ofThisAttempt, ...others } = countsOf(report);
  const created = run?.counts.created;
  await endImportRun(db, claimed, state, {
    counts: { ...(created === undefined ? {} : { created }), ...others },
    report: report.parts(),
  });
}
