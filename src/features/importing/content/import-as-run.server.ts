import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { and, eq, isNotNull } from 'drizzle-orm';
import { importedPosts, importRunPieces, importRuns } from '../../../database/schema.ts';
import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { invalidatePages } from '../../../platform/cache/page-cache.server.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import { keepFiles } from './keep-files.server.ts';
import { countsOf, type ImportReport } from '../report.ts';
import { contentRunFormat } from '../runs/content-run-format.ts';
import {
  beginImportRun,
  endImportRun,
  type ClaimedRun,
  keepRunAlive,
  reopenImportRun,
} from '../runs/import-runs.server.ts';
import { recorderOf } from '../runs/record-pieces.server.ts';
import type { ContentOptions, ImportTarget } from './content-run.ts';
import { importContent } from './import-content.server.ts';

const targetOf = ({ connection }: Pick<CommandContext, 'connection'>): ImportTarget => ({
  inTransaction: (work) => connection.db.transaction(work),
  changed: (tags) => invalidatePages(connection, tags),
});

export type FolderOptions = { prune: boolean; isPublishing: boolean; reason?: string | undefined };

/** A watched folder: all imports of it until the watch ends belong to one run. */
export type Session = { runId: number | null };

/** Imports the folder as a run that can be undone; a broken-off one goes on. A run that wrote nothing is not kept. */
export async function importAsRun(
  root: string,
  context: CommandContext,
  options: FolderOptions,
  report: ImportReport,
  { cache, session }: { cache?: ContentOptions['cache']; session?: Session } = {},
): Promise<void> {
  const { db } = context.connection;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([contentRunFormat, resolve(root)]))
    .digest('hex');
  const source = { fingerprint, name: basename(root), format: contentRunFormat, site: basename(root).slice(0, 80) };
  const known = session?.runId ? await reopenImportRun(db, session.runId) : null;
  const begin = { isGoingOn: session === undefined, startedBy: 'system', mayTakeOver: false };
  const claimed = known ?? (await beginImportRun(db, source, begin));
  const stopHeartbeat = keepRunAlive(db, claimed, report.parts);
  let state: 'finished' | 'stopped' | 'failed' = 'failed';
  try {
    await importContent(root, targetOf(context), report, {
      ...(await optionsOf(context, options, claimed)),
      ...(cache ? { cache } : {}),
    });
    state = 'finished';
  } catch (error) {
    if (context.signal.aborted) state = 'stopped';
    throw error;
  } finally {
    stopHeartbeat();
    const isStored = await endContentRun(context, claimed, state, report).catch((error: unknown) => {
      // The run stands there as broken off: the next import of the folder would go on with it.
      if (session) session.runId = claimed.id;
      if (state === 'finished') throw error;
      context.output.err(`The end of import ${claimed.id} could not be noted: it is listed as broken off.`);
      return true;
    });
    if (session) session.runId = isStored ? claimed.id : null;
  }
}

const optionsOf = async (
  context: CommandContext,
  { prune, ...asked }: FolderOptions,
  claimed: ClaimedRun,
): Promise<ContentOptions> => ({
  media: await openMediaStore(context.config, context.connection),
  keeper: keepFiles({ config: context.config, ...asked, recorder: recorderOf(claimed) }),
  runId: claimed.id,
  prune,
  signal: context.signal,
  batchSize: context.isInsideServer ? 10 : 50,
});

/**
 * Its figures are of the whole run: of one that was broken off, this process has seen only the rest.
 * @returns false where it had written nothing, and is gone
 */
function endContentRun(
  { connection: { db } }: CommandContext,
  claimed: ClaimedRun,
  state: 'finished' | 'stopped' | 'failed',
  report: ImportReport,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofRun = eq(importRunPieces.runId, claimed.id);
    const files = await tx.$count(importRunPieces, ofRun);
    const changed = await tx.$count(importRunPieces, and(ofRun, isNotNull(importRunPieces.before)));
    const questions = await tx.$count(
      importedPosts,
      and(eq(importedPosts.runId, claimed.id), eq(importedPosts.entityType, 'QUESTION')),
    );
    if (files + questions === 0) {
      const mine = and(
        eq(importRuns.id, claimed.id),
        eq(importRuns.attempt, claimed.attempt),
        eq(importRuns.state, 'running'),
      );
      await tx.delete(importRuns).where(mine);
      return false;
    }
    const counts = { ...countsOf(report), created: files - changed + questions, changed };
    await endImportRun(tx, claimed, state, {
      counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      report: report.parts(),
    });
    return true;
  });
}
