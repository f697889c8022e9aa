import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { invalidatePages } from '../../../platform/page-cache.server.ts';
import type { CommandContext } from '../command.ts';
import type { ContentOptions, ImportTarget } from './content-run.ts';

export const targetOf = ({ connection }: Pick<CommandContext, 'connection'>): ImportTarget => ({
  inTransaction: (work) => connection.db.transaction(work),
  changed: (tags) => invalidatePages(connection, tags),
});

export const optionsOf = async (context: CommandContext, prune = false): Promise<ContentOptions> => ({
  media: await openMediaStore(context.config, context.connection),
  prune,
  signal: context.signal,
  batchSize: context.isInsideServer ? 10 : 50,
});
