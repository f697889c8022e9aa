import { AppError, detailText } from '../platform/wire/errors.ts';
import { readMoment } from '../platform/process/indian-time.ts';
import { type Command, type CommandContext, readArgs, WrongUse } from '../platform/process/command.ts';
import { removeMedia } from '../platform/media/remove-media.server.ts';
import { listStaleFigures } from '../features/publishing/stale-figures.queries.server.ts';
import { listStalePieces } from '../features/publishing/stale-pieces.queries.server.ts';
import {
  findOperatorsPiece,
  followFileAgain,
  hidePiece,
  pieceAddress,
  showPiece,
} from '../features/studio/people/operator-acts.server.ts';
import type { Piece } from '../features/studio/pieces/pieces.queries.server.ts';
import { kindRules } from '../features/studio/studio-kinds.ts';
import { system } from '../features/studio/studio.policy.ts';
import { removeForGood } from '../features/studio/pieces/withdraw-piece.server.ts';

const addressing = `A piece is named by its address (https://…/article/… or /article/…, an old address too), by kind and key
(article:pm-kisan, video:rti-for-10-rupees, webstory:five-papers, page:about, cta:pan-card) or by kind and number
(article:1001). Acts of the operator are acts of the system: the studio keeps them, and shows them to every editor.
Works beside a running server. Exit status: 0 done, 1 an error, 2 wrong use.`;

const servicesOf = ({ connection, config }: CommandContext) => ({ connection, config, clock: () => new Date() });

/** Every piece is looked up before the first one is changed. Each change is a transaction of its own. */
async function changeAll(
  names: string[],
  context: CommandContext,
  change: (piece: Piece) => Promise<string>,
): Promise<number> {
  if (names.length === 0)
    throw new WrongUse('Which piece? Give its address, or a kind and key such as article:pm-kisan.');
  const pieces: Piece[] = [];
  for (const name of names) pieces.push(await findOperatorsPiece(servicesOf(context), name));
  let status = 0;
  for (const piece of pieces) {
    try {
      context.output.out(await change(piece));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      context.output.err(
        `${called(piece)}: ${[error.message, ...(error.details ?? []).map((detail) => `${detail.path ? `${detail.path}: ` : ''}${detailText(detail)}`)].join('\n  ')}`,
      );
      status = 1;
    }
  }
  return status;
}

const called = (piece: Piece) =>
  `${kindRules[piece.kind].noun}:${piece.kind === 'webstories' ? piece.key : piece.id} "${piece.title}"`;
const fileOf = ({ kind, sourceKey, key }: Piece) =>
  sourceKey.startsWith('content:') && kind !== 'feed' ? `content/${kind}/${key}.md` : null;

const reminder = (file: string | null) => (file ? `\n  No import changes this, whatever ${file} says.` : '');
const reasonOf = (given: string | undefined) => given?.trim() || 'by the operator, who gave no reason';
const reasonHelp = '--reason TEXT   why; every editor sees it in the studio';

export const publishCommand: Command = {
  help: `Shows a piece to readers: the newest of its revisions, though nobody has approved it.

  npm run publish -- PIECE… --reason "A flood warning"

  ${reasonHelp}
  --note TEXT     what readers should know of the change; shown among the corrections
  --now           published as of this moment, whatever the piece says
  --at TIME       from this time on, such as 2026-12-01T06:30 (Indian time, where no zone is given)
  --follow-file   give the piece back to its file: the next import sets status and date again

${addressing}`,
  async run(args, context) {
    const { values, positionals } = readArgs(args, {
      now: { type: 'boolean' },
      at: { type: 'string' },
      note: { type: 'string' },
      reason: { type: 'string' },
      'follow-file': { type: 'boolean' },
    });
    const at = values.at === undefined ? undefined : readMoment(values.at);
    if (at === null || (at && values.now))
      throw new WrongUse('--at needs one time such as 2026-12-01T06:30 (Indian time), and no --now.');
    const services = servicesOf(context);
    if (values['follow-file']) {
      if (at || values.now) throw new WrongUse('--follow-file leaves the time to the file: no --at and no --now.');
      return changeAll(positionals, context, async (piece) => {
        await followFileAgain(services, piece, reasonOf(values.reason));
        return `${called(piece)} follows its file again, from the next import on.`;
      });
    }
    return changeAll(positionals, context, async (piece) => {
      const published = await showPiece(services, piece, {
        at: values.now ? new Date() : at,
        note: values.note?.trim() || undefined,
        reason: reasonOf(values.reason),
      });
      const path = pieceAddress(piece);
      const when =
        published.state === 'scheduled'
          ? `will appear on ${published.at}${path ? ` at ${path}` : ''}`
          : `is published${path ? `: ${context.config.publicOrigin}${path}` : ''}`;
      return `${called(piece)} ${when}${reminder(fileOf(piece))}`;
    });
  },
};

export const unpublishCommand: Command = {
  help: `Takes a piece from readers: they get 404, and lists, search and feeds leave it out. Nothing is deleted.

  npm run unpublish -- PIECE… --reason "The fee is wrong"

  ${reasonHelp}

${addressing}`,
  async run(args, context) {
    const { values, positionals } = readArgs(args, { reason: { type: 'string' } });
    return changeAll(positionals, context, async (piece) => {
      const isChanged = await hidePiece(servicesOf(context), piece, reasonOf(values.reason));
      return `${called(piece)} is ${isChanged ? 'a draft now' : 'not shown to readers; nothing has changed'}.${reminder(fileOf(piece))}`;
    });
  },
};

export const removeCommand: Command = {
  needsSecret: true,
  help: `Takes a piece down for good, as a court or the law may ask: it is deleted with its media, its address answers 410,
lists, search, feeds and caches drop it at once, and no import brings it back. Backups still have it.
Text and media are kept sealed for 180 days (npm run sealed).

  npm run remove -- PIECE… --reason "Order of the High Court of …, 12 Nov 2026"

  --reason TEXT     required; kept with the takedown
  --keep-nothing    no sealed copy: where a law forbids even that

${addressing}`,
  async run(args, context) {
    const { values, positionals } = readArgs(args, { reason: { type: 'string' }, 'keep-nothing': { type: 'boolean' } });
    const given = values.reason?.trim();
    if (!given) throw new WrongUse('A takedown needs its reason: --reason "…".');
    const keepsNothing = values['keep-nothing'] === true;
    const undone: string[] = [];
    const status = await changeAll(positionals, context, async (piece) => {
      if (!kindRules[piece.kind].canRemove) throw new WrongUse(`${called(piece)} cannot be removed; unpublish it.`);
      const path = pieceAddress(piece);
      const { unsealed, undeleted } = await removeForGood(
        servicesOf(context),
        system,
        { kind: piece.kind, id: piece.id },
        { reason: given, keepsNothing, isEmergency: true },
      );
      if (unsealed.length > 0) context.output.err(`Removed, but not sealed: ${unsealed.join(', ')}`);
      undone.push(...undeleted);
      const file = fileOf(piece);
      return `${called(piece)} is taken down; ${path} answers 410.${file ? `\n  Delete ${file} and its media under content/media as well.` : ''}`;
    });
    // What the store did not delete is tried again, and told with what to do.
    return undone.length === 0 || (await removeMedia(undone, context)) ? status : 1;
  },
};

export const staleCommand: Command = {
  help: `Lists published pieces that were last checked too long ago, or never, with who answers for them.

  npm run stale                    180 days
  npm run stale -- --days 90
  npm run stale -- --author asha   only of this writer
  npm run stale -- --limit 20      so many lines (100)

Then those that still quote a figure which the record or rules of a scheme had until lately.
Pieces that came from elsewhere count once somebody has checked them; the others are only told by number.
Exit status: 0.`,
  async run(args, context) {
    const { values } = readArgs(args, {
      days: { type: 'string' },
      limit: { type: 'string' },
      author: { type: 'string' },
    });
    const days = values.days === undefined ? 180 : Number(values.days);
    if (!Number.isInteger(days) || days < 0 || days > 100_000)
      throw new WrongUse('--days needs a whole number of days.');
    const limit = values.limit === undefined ? 100 : Number(values.limit);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100_000)
      throw new WrongUse('--limit needs a number of lines.');
    const { rows, total, unowned } = await listStalePieces(context.connection.db, {
      days,
      limit,
      author: values.author?.trim() || undefined,
    });
    if (total === 0) context.output.out(`Every published piece of ours was checked in the last ${days} days.`);
    else {
      context.output.out('last checked  piece            by                    title');
      for (const { lastCheckedAt, kind, id, author, title } of rows)
        context.output.out(
          `${(lastCheckedAt ?? 'never').padEnd(12)}  ${`${kind}:${id}`.padEnd(15)}  ${author.slice(0, 20).padEnd(20)}  ${title}`,
        );
      context.output.out(
        `${total.toLocaleString('en-IN')} of the published pieces ${total === 1 ? 'was' : 'were'} last checked more than ${days} days ago, or never.${total > rows.length ? ` The first ${rows.length} are shown: --limit shows more.` : ''}`,
      );
    }
    if (unowned > 0)
      context.output.out(
        `${unowned.toLocaleString('en-IN')} more came from elsewhere and ${unowned === 1 ? 'was' : 'were'} never checked here.`,
      );
    const figures = await listStaleFigures(context.connection.db, new Date());
    if (figures.length > 0) {
      context.output.out('\nThese may still quote an old figure of a scheme:');
      for (const { kind, id, lang, unit, value, since, schemeName, quote } of figures.slice(0, limit))
        context.output.out(
          `${`${kind}:${id}`.padEnd(15)}  ${lang}  ${value.toLocaleString('en-IN')} ${unit}, not since ${since}  ${schemeName}\n  … ${quote} …`,
        );
    }
    return 0;
  },
};
