import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '../../../database/connect.server.ts';
import { importRuns } from '../../../database/schema.ts';
import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { invalidatePages } from '../../../platform/cache/page-cache.server.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import type { ImportReport } from '../report.ts';
import {
  asRun,
  beginImportRun,
  type ClaimedRun,
  contentRunFormat,
  countWritten,
  reopenImportRun,
} from '../runs/import-runs.server.ts';
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
  try {
    await asRun(context, claimed, report, async () => {
      await importContent(root, targetOf(context), report, {
        media: await openMediaStore(context.config, context.connection),
        ...options,
        config: context.config,
        held: claimed,
        signal: context.signal,
        batchSize: context.isInsideServer ? 10 : 50,
        ...(cache ? { cache } : {}),
      });
      return 'finished';
    });
  } finally {
    const isForgotten = await forgetIfEmpty(db, claimed).catch(() => false);
    if (session) session.runId = isForgotten ? null : claimed.id;
  }
}

async function forgetIfEmpty(db: Database, { id, attempt }: ClaimedRun): Promise<boolean> {
  const { created, changed } = await countWritten(db, id);
  if (created + changed > 0) return false;
  const isOurs = and(eq(importRuns.id, id), eq(importRuns.attempt, attempt), ne(importRuns.state, 'running'));
  return (await db.delete(importRuns).where(isOurs).returning({ id: importRuns.id })).length > 0;
}
