import { isMediaPath, openMediaStore } from '../../platform/media/media-store.server.ts';
import { type Command, type CommandContext, WrongUse } from './command.ts';

/**
 * Deletes files of which no row knows any more; after the commit.
 * @param urls such as `/media/stories/one.webp`
 * @returns false where one is left, which it tells
 */
export async function removeMedia(urls: string[], { config, connection, output }: Pick<CommandContext, 'config' | 'connection' | 'output'>): Promise<boolean> {
  const store = await openMediaStore(config, connection);
  const failures = (await Promise.all(urls.map((url) => store.remove(url.slice('/media/'.length)).then(() => [], (error: Error) => [{ url, why: error.message }])))).flat();
  if (failures.length === 0) return true;
  output.err(`NOT DELETED in ${store.place}: ${failures.map(({ url }) => url).join(', ')}`);
  output.err(`${failures[0]?.why} Whoever knows such an address may still read it. Once it answers: npm run media -- remove ${failures.map(({ url }) => url).join(' ')}`);
  return false;
}

export const removeMediaCommand: Command = {
  help: 'See npm run media -- --help.',
  async run(files, context) {
    const urls = files.map((file) => file.replace(/^(?:https?:\/\/[^/]+)?\/?(?:media\/)?/, '/media/'));
    if (urls.length === 0 || !urls.every((url) => isMediaPath(url.slice('/media/'.length)))) throw new WrongUse('Which files? Give them as in /media/stories/one.webp.');
    if (!(await removeMedia(urls, context))) return 1;
    context.output.out(`Deleted: ${urls.join(', ')}`);
    return 0;
  },
};
