import { isMediaPath } from '../../platform/media/media-path.ts';
import { openMediaStore, UntoldError } from '../../platform/media/media-store.server.ts';
import { type Command, type CommandContext, WrongUse } from './command.ts';

type Removal = { path: string; end: 'removed' | 'missing' } | { path: string; end: 'untold' | 'left'; why: string };

/**
 * Deletes files of which no row knows any more; after the commit.
 * @param urls such as `/media/stories/one.webp`
 * @returns false where one is left, or may still be shown, which it tells
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

async function removeFiles(
  paths: string[],
  { config, connection, output }: Pick<CommandContext, 'config' | 'connection' | 'output'>,
): Promise<Removal[]> {
  const store = await openMediaStore(config, connection);
  const removals = await Promise.all(
    [...new Set(paths)].map(async (path): Promise<Removal> => {
      try {
        return { path, end: (await store.remove(path)) ? 'removed' : 'missing' };
      } catch (error) {
        return { path, end: error instanceof UntoldError ? 'untold' : 'left', why: (error as Error).message };
      }
    }),
  );
  const tell = (which: Removal['end'], say: (files: string, why: string) => string) => {
    const those = removals.filter(({ end }) => end === which);
    if (those.length > 0)
      output.err(say(those.map(({ path }) => addressOf(path)).join(' '), 'why' in those[0]! ? those[0].why : ''));
  };
  tell('missing', (files) => `There is no such file in ${store.place}: ${files}`);
  tell(
    'untold',
    (files, why) =>
      `Deleted in ${store.place}, but the instances could not be told (${why}): each may show its copy for up to ten minutes. To tell them again: npm run media -- remove ${files}`,
  );
  tell(
    'left',
    (files, why) =>
      `NOT DELETED in ${store.place}: ${files}\n${why} Whoever knows such an address may still read it. Once it answers: npm run media -- remove ${files}`,
  );
  return removals;
}

const addressOf = (path: string) => `/media/${path.split('/').map(encodeURIComponent).join('/')}`;

/** The path of a whole address or a part of one, as a browser shows it. */
function pathOf(address: string): string {
  const written = address.replace(/[?#].*$/s, '').replace(/^(?:https?:\/\/[^/]+)?\/?(?:media\/)?/i, '');
  try {
    return decodeURIComponent(written);
  } catch {
    // A name with a percent sign that was not written as an address.
    return written;
  }
}

export const removeMediaCommand: Command = {
  help: 'See npm run media -- --help.',
  async run(files, context) {
    const paths = files.map(pathOf);
    if (paths.length === 0 || !paths.every(isMediaPath))
      throw new WrongUse('Which files? Give them as in /media/stories/one.webp.');
    const removals = await removeFiles(paths, context);
    const removed = removals.filter(({ end }) => end === 'removed');
    if (removed.length > 0) context.output.out(`Deleted: ${removed.map(({ path }) => addressOf(path)).join(' ')}`);
    return removed.length === removals.length ? 0 : 1;
  },
};
