import type { FastifyBaseLogger } from 'fastify';
import { freeSpace } from './database/free-space.server.ts';
import { features } from './features.server.ts';
import { describeError } from './platform/observe/describe-error.server.ts';
import type { Feature } from './platform/feature.ts';
import { sweepIdempotency } from './platform/http/idempotency.server.ts';
import type { PageServices } from './platform/page/page-services.server.ts';
import { sweepPurges } from './platform/cache/purge-queue.server.ts';

/** Deletes what is past its retention. A feature's own tables are in its `NAME.feature.ts`. */
const sweeps: NonNullable<Feature['sweeps']> = Object.assign(
  {
    'idempotency keys': ({ connection }: PageServices) => sweepIdempotency(connection.db),
    purges: ({ connection }: PageServices) => sweepPurges(connection.db),
  },
  ...features.map((feature) => feature.sweeps),
  { 'space of deleted rows': ({ connection }: PageServices) => freeSpace(connection) },
);

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
