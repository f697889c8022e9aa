import type { Connection } from '../../database/connect.server.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { inBatches, perOwner } from '../../platform/process/in-batches.ts';

const lineOf = perOwner((connection: Connection) =>
  inBatches<string[], void>({ most: 50 }, async (_key, batches) => {
    await invalidatePages(connection, batches.flat());
    return batches.map(() => undefined);
  }),
);

/** invalidatePages, batched: PostgreSQL serialises commits that notify, so concurrent calls share one NOTIFY. */
export const invalidateInBatches = (connection: Connection, tags: string[]): Promise<void> =>
  lineOf(connection)('pages', tags);
