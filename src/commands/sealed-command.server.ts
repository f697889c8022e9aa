import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findPerson } from '../features/moderation/grant-role.server.ts';
import { holdSeal, listSealLog, listSeals, openSeal, readSealedFile } from '../features/moderation/open-seal.server.ts';
import {
  type Command,
  type CommandContext,
  readArgs,
  readNumber,
  shownLine,
  shownText,
  WrongUse,
} from '../platform/process/command.ts';
import { formatDate } from '../ui/format.ts';
import { isSuspended } from '../platform/wire/viewer.ts';

const given = { type: 'string' } as const;
const options = { by: given, reason: given, out: given, until: given };
type Values = ReturnType<typeof readArgs<typeof options>>['values'];
type Ground = { actor: string; reason: string };

export const sealedCommand: Command = {
  help: `What moderators, reports or an order removed: kept encrypted for 180 days, then deleted by itself.

  npm run sealed                         what is sealed, the newest first: never the words themselves
  npm run sealed -- open NUMBER --by PERSON --reason "Request of the police in …, 12 Nov 2026"
  npm run sealed -- hold NUMBER --until 2027-12-31 --reason "Order of …"
  npm run sealed -- log                  who opened or kept what, and why

  --by PERSON     required to open: the mobile number, email address or user id of the admin who opens it. With hold:
                  of the admin who ordered it (default: system)
  --reason TEXT   required to open and to hold; stays with the admin's id in a log that nobody can change
  --out FOLDER    with open: writes its pictures and videos there
  --until DAY     with hold: keeps it until this day instead

It opens only with the AUTH_SECRET that it was sealed with. Not sealed: what people delete of their own, and what was
removed with --keep-nothing (or keepsNothing), where a law forbids even to keep it.
Works beside a running server. Exit status: 0 done, 1 an error, 2 wrong use.`,
  async run(args, context) {
    const { values, positionals } = readArgs(args, options);
    const [act = 'list', ...rest] = positionals;
    if (act === 'list') return list(context);
    if (act === 'log') return log(context);
    if (act !== 'open' && act !== 'hold') throw new WrongUse(`"${act}" is not known: list, open, hold or log.`);
    const id = readNumber(rest);
    const reason = values.reason?.trim() ?? '';
    if (reason === '' || reason.length > 500 || reason.includes('\u0000'))
      throw new WrongUse('Say why: --reason "…", up to 500 letters.');
    if (act === 'open' && values.by === undefined)
      throw new WrongUse('Only an admin opens a seal. Say who: --by PERSON.');
    const actor = values.by === undefined ? 'system' : await adminId(values.by, context);
    const ground = { actor, reason };
    return act === 'open' ? open(id, ground, values, context) : hold(id, ground, values, context);
  },
};

async function adminId(person: string, { connection: { db } }: CommandContext): Promise<string> {
  const user = await findPerson(db, person);
  if (!user || user.isImported || isSuspended(user, new Date()) || !user.roles.includes('admin'))
    throw new WrongUse(`"${person}" is no admin. --by takes the number, address or id of an account with that role.`);
  return user.id;
}

async function list({ connection, output }: CommandContext): Promise<number> {
  const rows = await listSeals(connection.db);
  if (rows.length === 0) {
    output.out('Nothing is sealed.');
    return 0;
  }
  output.out('number  removed      kept until   what                  why');
  for (const { id, kind, entityId, reason, removedAt, expiresAt } of rows)
    output.out(
      `${String(id).padEnd(6)}  ${formatDate(removedAt).padEnd(11)}  ${formatDate(expiresAt).padEnd(11)}  ${`${kind.toLowerCase()}:${shownLine(entityId)}`.padEnd(20)}  ${shownLine(reason).slice(0, 80)}`,
    );
  return 0;
}

async function log({ connection, output }: CommandContext): Promise<number> {
  const rows = await listSealLog(connection.db);
  if (rows.length === 0) output.out('Nothing was opened or kept for longer.');
  for (const { createdAt, act, removalId, kind, entityId, actor, reason } of rows)
    output.out(
      `${createdAt.toISOString()}  ${act.padEnd(4)}  ${removalId}  ${kind.toLowerCase()}:${shownLine(entityId)}  ${actor}  ${shownLine(reason)}`,
    );
  return 0;
}

async function open(id: number, ground: Ground, { out }: Values, context: CommandContext): Promise<number> {
  const { connection, config, output, cwd } = context;
  const opened = await openSeal(connection, config, id, ground);
  if (!opened) return unknown(id, output);
  const { removal, content, paths } = opened;
  if (content === null) {
    output.err(`Number ${id} was sealed with another AUTH_SECRET, or was changed. It cannot be opened with this one.`);
    return 1;
  }
  output.out(
    `${removal.kind.toLowerCase()}:${shownLine(removal.entityId)}, removed ${removal.removedAt.toISOString()}`,
  );
  output.out(`Why: ${shownLine(removal.reason)}`);
  for (const [name, value] of Object.entries(content))
    output.out(`\n${name}:\n${shownText(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}`);
  if (paths.length > 0)
    output.out(`\nFiles: ${paths.map(shownLine).join(' ')}${out === undefined ? ' (write them: --out FOLDER)' : ''}`);
  if (out === undefined) return 0;
  const folder = resolve(cwd, out);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [at, path] of paths.entries()) {
    const file = join(folder, `${at + 1}-${basename(path)}`);
    await pipeline(
      Readable.from(readSealedFile(connection.db, config, removal, path)),
      createWriteStream(file, { mode: 0o600, flags: 'wx' }),
    );
    output.out(`Written: ${file}`);
  }
  return 0;
}

async function hold(id: number, ground: Ground, { until = '' }: Values, context: CommandContext): Promise<number> {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(until) ? new Date(`${until}T23:59:59+05:30`) : null;
  if (!day || Number.isNaN(day.getTime())) throw new WrongUse('Until when? --until needs a day such as 2027-12-31.');
  const holds = await holdSeal(context.connection, id, day, ground);
  if (!holds) return unknown(id, context.output);
  context.output.out(`Number ${id} is kept until ${formatDate(holds)}.`);
  return 0;
}

function unknown(id: number, output: CommandContext['output']): number {
  output.err(`There is no sealed removal number ${id}.`);
  return 1;
}
