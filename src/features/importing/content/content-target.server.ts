import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { invalidatePages } from '../../../platform/page-cache.server.ts';
import type { CommandContext } from '../../../platform/command.ts';
import { keepFiles } from '../../studio/keep-files.server.ts';
import type { ContentOptions, ImportTarget } from './content-run.ts';

export const targetOf = ({ connection }: Pick<CommandContext, 'connection'>): ImportTarget => ({
  inTransaction: (work) => connection.db.transaction(work),
  changed: (tags) => invalidatePages(connection, tags),
});

export type Asked = { prune: boolean; isPublishing: boolean; reason?: string | undefined };

export const optionsOf = async (context: CommandContext, { prune, ...asked }: Asked): Promise<ContentOptions> => ({
  media: await openMediaStore(context.config, context.connection),
  keeper: keepFiles({ config: context.config, ...asked }),
  prune,
  signal: context.signal,
  batchSize: context.isInsideServer ? 10 : 50,
});
