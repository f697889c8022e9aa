import { parseArgs, type ParseArgsConfig } from 'node:util';
import { invalidatePages } from '../../../platform/page-cache.server.ts';
import { WrongUse, type Command, type CommandContext } from '../command.ts';
import { publishPiece, removePiece, unpublishPiece } from './change-publication.server.ts';
import { removeMedia } from '../remove-media.server.ts';
import { findPiece, type Piece } from './find-piece.server.ts';
import { listStalePieces } from './stale-pieces.queries.server.ts';

const addressing = `A piece is named by its address (https://…/article/… or /article/…, an old address too), by kind and key
(article:pm-kisan, video:rti-for-10-rupees, webstory:five-papers) or by kind and number (article:1001).
Works beside a running server. Exit status: 0 done, 1 an error, 2 wrong use.`;

function read<Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

/** All or none: the pieces are found before the first is changed. */
async function changeAll(
  names: string[],
  context: CommandContext,
  change: (piece: Piece, tx: Parameters<Parameters<typeof context.connection.db.transaction>[0]>[0]) => Promise<string>,
): Promise<number> {
  if (names.length === 0)
    throw new WrongUse('Which piece? Give its address, or a kind and key such as article:pm-kisan.');
  const lines = await context.connection.db.transaction(async (tx) => {
    const pieces: Piece[] = [];
    for (const name of names) pieces.push(await findPiece(tx, name));
    const done: string[] = [];
    for (const piece of pieces) done.push(await change(piece, tx));
    return done;
  });
  await invalidatePages(context.connection, ['all']);
  for (const line of lines) context.output.out(line);
  return 0;
}

const called = ({ kind, entityId, title }: Piece) => `${kind}:${entityId} "${title}"`;
const fileOf = ({ kind, sourceKey }: Piece) =>
  sourceKey.startsWith('content:')
    ? `content/${kind === 'webstory' ? 'webstories' : `${kind}s`}/${sourceKey.slice('content:'.length)}.md`
    : null;

export const publishCommand: Command = {
  help: `Shows a draft to readers.

  npm run publish -- PIECE…

  --now           published as of this moment, whatever the piece says
  --at TIME       from this time on, such as 2026-12-01T06:30+05:30

${addressing}`,
  async run(args, context) {
    const { values, positionals } = read(args, { now: { type: 'boolean' }, at: { type: 'string' } });
    const at = values.at === undefined ? undefined : new Date(values.at);
    if (at && (Number.isNaN(at.getTime()) || values.now))
      throw new WrongUse('--at needs one time such as 2026-12-01T06:30+05:30, and no --now.');
    const moment = values.now ? new Date() : at;
    return changeAll(positionals, context, async (piece, tx) => {
      await publishPiece(tx, piece, moment);
      const due = moment ?? piece.publishedAt;
      const file = fileOf(piece);
      const when =
        due > new Date()
          ? `will appear on ${due.toISOString()} at ${piece.path}`
          : `is published: ${context.config.publicOrigin}${piece.path}`;
      return `${called(piece)} ${when}${file ? `\n  Set the same in ${file}, or its next change undoes it.` : ''}`;
    });
  },
};

export const unpublishCommand: Command = {
  help: `Makes a draft of a piece: readers get 404, and lists, search and feeds leave it out. Nothing is deleted.

  npm run unpublish -- PIECE…

${addressing}`,
  async run(args, context) {
    return changeAll(read(args, {}).positionals, context, async (piece, tx) => {
      await unpublishPiece(tx, piece);
      const file = fileOf(piece);
      return `${called(piece)} is a draft now.${file ? `\n  Set status: draft in ${file} too, or its next change publishes it again.` : ''}`;
    });
  },
};

export const removeCommand: Command = {
  help: `Takes a piece down for good, as a court or the law may ask: it is deleted with its media, its address answers 410,
lists, search, feeds and caches drop it at once, and no import brings it back. Backups still have it.

  npm run remove -- PIECE… --reason "Order of the High Court of …, 12 Nov 2026"

  --reason TEXT   required; kept with the takedown

${addressing}`,
  async run(args, context) {
    const { values, positionals } = read(args, { reason: { type: 'string' } });
    const reason = values.reason?.trim();
    if (!reason) throw new WrongUse('A takedown needs its reason: --reason "…".');
    const files: string[] = [];
    const status = await changeAll(positionals, context, async (piece, tx) => {
      files.push(...(await removePiece(tx, piece, reason)));
      const file = fileOf(piece);
      return `${called(piece)} is taken down; ${piece.path} answers 410.${file ? `\n  Delete ${file} and its media under content/media as well.` : ''}`;
    });
    return (await removeMedia(files, context)) ? status : 1;
  },
};

export const staleCommand: Command = {
  help: `Lists published pieces that were last checked too long ago, or never.

  npm run stale                 180 days
  npm run stale -- --days 90

Exit status: 0.`,
  async run(args, context) {
    const { values } = read(args, { days: { type: 'string' } });
    const days = values.days === undefined ? 180 : Number(values.days);
    if (!Number.isInteger(days) || days < 0 || days > 100_000)
      throw new WrongUse('--days needs a whole number of days.');
    const { rows, total } = await listStalePieces(context.connection.db, days);
    if (total === 0) {
      context.output.out(`Every published piece was checked in the last ${days} days.`);
      return 0;
    }
    context.output.out('last checked  piece            title');
    for (const { lastCheckedAt, kind, id, title } of rows)
      context.output.out(`${(lastCheckedAt ?? 'never').padEnd(12)}  ${`${kind}:${id}`.padEnd(15)}  ${title}`);
    context.output.out(
      `${total.toLocaleString('en-IN')} of the published pieces ${total === 1 ? 'was' : 'were'} last checked more than ${days} days ago, or never.${total > rows.length ? ` The first ${rows.length} are shown.` : ''}`,
    );
    return 0;
  },
};
