import { invalidatePages } from '../../../platform/page-cache.server.ts';
import type { CommandContext } from '../command.ts';
import type { ContentOptions, ImportTarget } from './content-run.ts';

export const targetOf = ({ connection }: Pick<CommandContext, 'connection'>): ImportTarget => ({
  inTransaction: (work) => connection.db.transaction(work),
  changed: (tags) => invalidatePages(connection, tags),
});

export const optionsOf = (context: CommandContext, prune = false): ContentOptions => ({
  mediaDir: context.config.mediaDir,
  prune,
  signal: context.signal,
  batchSize: context.isInsideServer ? 10 : 50,
});
