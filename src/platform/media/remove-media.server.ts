import { openMediaStore, NotifyError } from './media-store.server.ts';
import type { CommandContext } from '../process/command.ts';

type Removal = { path: string; end: 'removed' | 'missing' } | { path: string; end: 'untold' | 'left'; why: string };

/**
 * Deletes files that no row refers to any more. Call it after the commit.
 * @param urls such as `/media/stories/one.webp`
 * @returns false where a file remains or may still be served, which is logged
 */
export async function removeMedia(
  urls: string[],
  context: Pick<CommandContext, 'config' | 'connection' | 'output'>,
): Promise<boolean> {
  const removals = await removeFiles(
    urls.map((url) => url.slice('/media/'.length)),
    context,
  );
  return removals.every(({ end }) => end === 'removed' || end === 'missing');
}

/** Paths relative to `/media/`; every outcome but a plain removal is reported on `output.err`. */
export async function removeFiles(
  paths: string[],
  { config, connection, output }: Pick<CommandContext, 'config' | 'connection' | 'output'>,
): Promise<Removal[]> {
  const store = await openMediaStore(config, connection);
  const removals = await Promise.all(
    [...new Set(paths)].map(async (path): Promise<Removal> => {
      try {
        return { path, end: (await store.remove(path)) ? 'removed' : 'missing' };
      } catch (error) {
        return { path, end: error instanceof NotifyError ? 'untold' : 'left', why: (error as Error).message };
      }
    }),
  );
  const report = (which: Removal['end'], format: (files: string, why: string) => string) => {
    const those = removals.filter(({ end }) => end === which);
    if (those.length > 0)
      output.err(format(those.map(({ path }) => addressOf(path)).join(' '), 'why' in those[0]! ? those[0].why : ''));
  };
  report('missing', (files) => `There is no such file in ${store.place}: ${files}`);
  report(
    'untold',
    (files, why) =>
      `Deleted in ${store.place}, but the instances could not be told (${why}): each may show its copy for up to ten minutes. To tell them again: npm run media -- remove ${files}`,
  );
  report(
    'left',
    (files, why) =>
      `NOT DELETED in ${store.place}: ${files}\n${why} Whoever knows such an address may still read it. Once it answers: npm run media -- remove ${files}`,
  );
  return removals;
}

export const addressOf = (path: string) => `/media/${path.split('/').map(encodeURIComponent).join('/')}`;
