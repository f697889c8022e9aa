import type { FastifyBaseLogger } from 'fastify';
import { freeSpace } from './database/free-space.server.ts';
import { forgetExports } from './features/importing/desk/import-jobs.server.ts';
import { sweepImportRuns } from './features/importing/runs/import-runs.server.ts';
import { sweepActs } from './features/moderation/moderation-log.queries.server.ts';
import { sweepSeals } from './features/moderation/seal-removal.server.ts';
import { sweepCodes } from './features/otp/sweep-codes.server.ts';
import { logErasures } from './features/privacy/erasure-log.server.ts';
import { sweepReferrals } from './features/referrals/referrals.queries.server.ts';
import { sweepSessions } from './features/sessions/sessions.queries.server.ts';
import { forgetFolders } from './features/studio/media/forget-folders.server.ts';
import { forgetExpiredUploads } from './features/studio/media/resume-upload.server.ts';
import { sweepTickets } from './features/support/support.queries.server.ts';
import { sweepEvents } from './features/tracking/tracking.queries.server.ts';
import { sweepConsents } from './features/users/consents.queries.server.ts';
import { sweepSuspensions } from './features/users/suspensions.server.ts';
import { describeError } from './platform/describe-error.server.ts';
import { sweepIdempotency } from './platform/idempotency.server.ts';
import type { PageServices } from './platform/page-services.server.ts';
import { sweepPurges } from './platform/purge-queue.server.ts';

type Sweep = (services: PageServices) => Promise<unknown>;

/** Deletes what is past its retention. A new table of rows that expire gets a line here. */
const sweeps: Record<string, Sweep> = {
  codes: ({ connection }) => sweepCodes(connection),
  sessions: ({ connection }) => sweepSessions(connection.db),
  consents: ({ connection }) => sweepConsents(connection.db),
  suspensions: ({ connection }) => sweepSuspensions(connection.db),
  'sealed removals': ({ connection }) => sweepSeals(connection.db),
  'moderation acts': ({ connection }) => sweepActs(connection.db),
  'idempotency keys': ({ connection }) => sweepIdempotency(connection.db),
  referrals: ({ connection }) => sweepReferrals(connection.db),
  tickets: ({ connection }) => sweepTickets(connection.db),
  'tracking events': ({ connection }) => sweepEvents(connection.db),
  purges: ({ connection }) => sweepPurges(connection.db),
  uploads: (services) => forgetExpiredUploads(services),
  exports: (services) => forgetExports(services),
  'folders of uploads': ({ config }) => forgetFolders(config),
  'import runs': ({ connection }) => sweepImportRuns(connection.db),
  'space of deleted rows': ({ connection }) => freeSpace(connection),
  // Not a deletion: what a failed write left out of the log of erasures.
  'log of erasures': ({ connection, config }) => logErasures(connection.db, config),
};

/**
 * One after another, so that they leave the pool's other connections to other work. One that fails is logged with its
 * name, because rows then outlive what readers were promised, and keeps no other from running.
 */
export async function sweepAll(
  services: PageServices,
  log: Pick<FastifyBaseLogger, 'error'>,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, sweep] of Object.entries(sweeps)) {
    if (signal.aborted) return;
    try {
      await sweep(services);
    } catch (error) {
      if (!signal.aborted)
        log.error({ err: describeError(error), sweep: name }, 'rows past their time were not deleted');
    }
  }
}
