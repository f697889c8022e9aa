import { sealMedia } from '../features/moderation/seal-media.server.ts';
import { breakSeal, sealRemoval } from '../features/moderation/seal-removal.server.ts';
import { type Command, type CommandContext, readArgs, WrongUse } from '../platform/process/command.ts';
import { isMediaPath } from '../platform/media/media-path.ts';
import { openMediaStore } from '../platform/media/media-store.server.ts';
import { addressOf, removeFiles } from '../platform/media/remove-media.server.ts';

/** Accepts a full or partial URL, as copied from a browser's address bar. */
function pathOf(address: string): string {
  const written = address.replace(/[?#].*$/s, '').replace(/^(?:https?:\/\/[^/]+)?\/?(?:media\/)?/i, '');
  try {
    return decodeURIComponent(written);
  } catch {
    // Malformed percent-encoding: a file name that contains a literal percent sign.
    return written;
  }
}

async function sealAll(paths: string[], reason: string, { config, connection, output }: CommandContext): Promise<void> {
  const store = await openMediaStore(config, connection);
  for (const path of new Set(paths)) {
    const unsealed = await connection.db.transaction(async (tx) => {
      const removal = { kind: 'MEDIA' as const, entityId: path };
      const id = await sealRemoval(config, tx, { ...removal, reason, content: {} });
      const left = await sealMedia(config, tx, { id, ...removal }, [`/media/${path}`], store);
      if (left.length > 0) await breakSeal(tx, removal.kind, path);
      return left;
    });
    if (unsealed.length > 0) output.err(`Not sealed: ${unsealed.join(', ')}`);
  }
}

export const removeMediaCommand: Command = {
  needsSecret: true,
  help: 'See npm run media -- --help.',
  async run(args, context) {
    const { values, positionals } = readArgs(args, {
      reason: { type: 'string' },
      'keep-nothing': { type: 'boolean' },
    });
    const paths = positionals.map(pathOf);
    if (paths.length === 0 || !paths.every(isMediaPath))
      throw new WrongUse('Which files? Give them as in /media/stories/one.webp.');
    if (!values['keep-nothing']) await sealAll(paths, values.reason ?? 'Removed with npm run media.', context);
    const removals = await removeFiles(paths, context);
    const removed = removals.filter(({ end }) => end === 'removed');
    if (removed.length > 0) context.output.out(`Deleted: ${removed.map(({ path }) => addressOf(path)).join(' ')}`);
    return removed.length === removals.length ? 0 : 1;
  },
};
