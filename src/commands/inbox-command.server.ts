import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { noLimits } from '../platform/guard/limits.server.ts';
import { createOutbox } from '../platform/delivery/outbox.server.ts';
import { providersOf } from '../platform/delivery/outbox-providers.server.ts';
import { formatDate } from '../ui/format.ts';
import { answerTicket } from '../features/support/answer-ticket.server.ts';
import { csvLine } from '../features/support/escape-csv.ts';
import { findTicket, isDue, listTickets, type Ticket } from '../features/support/support.queries.server.ts';
import {
  type Command,
  type CommandContext,
  readArgs,
  readNumber,
  shownLine,
  shownText,
  WrongUse,
} from '../platform/process/command.ts';

const options = {
  all: { type: 'boolean' },
  kind: { type: 'string' },
  text: { type: 'string' },
  file: { type: 'string' },
  close: { type: 'boolean' },
  anyway: { type: 'boolean' },
} as const;
type Values = ReturnType<typeof readArgs<typeof options>>['values'];

export const inboxCommand: Command = {
  needsSecret: true,
  help: `Messages to support and complaints to the grievance officer.

  npm run inbox                          what is open, complaints first, by the clock that runs out first; an answered complaint too, until it is closed
  npm run inbox -- --all                 answered and closed ones too
  npm run inbox -- show NUMBER
  npm run inbox -- answer NUMBER --text "…"     by mail; or --file answer.txt; with --close it is closed as well
  npm run inbox -- close NUMBER          without an answer; closed ones go after 180 days
  --anyway                               although somebody at the studio's desk has it
  npm run inbox -- export > tickets.csv  all of them, as CSV that a spreadsheet can open safely

  --kind contact|grievance               only these

Works beside a running server. Exit status: 0 done, 1 an error, 2 wrong use.`,
  async run(args, context) {
    const {
      values,
      positionals: [act = 'list', ...rest],
    } = readArgs(args, options);
    if (act === 'list') return list(values, context);
    if (act === 'export') return exportAll(values, context);
    if (act === 'show') return show(readNumber(rest), context);
    if (act === 'close') return answer(readNumber(rest), { ...values, text: null, close: true }, context);
    if (act !== 'answer') throw new WrongUse(`"${act}" is not known: list, show, answer, close or export.`);
    const id = readNumber(rest);
    if ((values.text === undefined) === (values.file === undefined))
      throw new WrongUse('An answer needs --text "…" or --file FILE, one of the two.');
    const text = (values.text ?? (await readFile(resolve(context.cwd, values.file!), 'utf8'))).trim();
    if (text === '' || text.length > 20_000 || text.includes('\u0000'))
      throw new WrongUse('The answer must have 1 to 20,000 letters.');
    return answer(id, { ...values, text, close: values.close === true }, context);
  },
};

function filterOf({ all, kind }: Values): Parameters<typeof listTickets>[1] {
  if (kind !== undefined && kind !== 'contact' && kind !== 'grievance')
    throw new WrongUse('--kind is contact or grievance.');
  return { status: all ? 'all' : 'open', kind };
}

async function list(values: Values, { connection, output }: CommandContext): Promise<number> {
  const { rows, total } = await listTickets(connection.db, filterOf(values));
  if (total === 0) {
    output.out(values.all ? 'The inbox is empty.' : 'Nothing is open.');
    return 0;
  }
  output.out('number  came         status    due          from                  about');
  for (const { id, createdAt, status, decideBy, name, subject, kind } of rows) {
    const due = decideBy && isDue({ kind, status }) ? (decideBy < new Date() ? 'OVERDUE' : formatDate(decideBy)) : '';
    output.out(
      `${String(id).padEnd(6)}  ${formatDate(createdAt).padEnd(11)}  ${status.padEnd(8)}  ${due.padEnd(11)}  ${shownLine(name).slice(0, 20).padEnd(20)}  ${kind === 'grievance' ? 'Grievance: ' : ''}${shownLine(subject).slice(0, 60)}`,
    );
  }
  if (total > rows.length)
    output.out(
      `${total.toLocaleString('en-IN')} in all; the first ${rows.length} are shown. See npm run inbox -- export.`,
    );
  return 0;
}

async function show(id: number, { connection, output }: CommandContext): Promise<number> {
  const found = await findTicket(connection.db, id);
  if (!found) return unknown(id, output);
  const {
    ticket: { kind, status, name, email, phone, subject, body, about, createdAt, acknowledgeBy, decideBy, closedAt },
    answers,
  } = found;
  const fact = (label: string, value: string | Date | null) =>
    value !== null &&
    output.out(
      `${`${label}:`.padEnd(13)}${value instanceof Date ? `${value.toISOString()}  (${formatDate(value)})` : shownLine(value)}`,
    );
  output.out(`#${id}, ${kind}, ${status}`);
  fact('From', name);
  fact('Email', email);
  fact('Mobile', phone);
  fact(kind === 'grievance' ? 'Category' : 'Subject', subject);
  fact('About', about);
  fact('Came', createdAt);
  fact('Receipt by', acknowledgeBy);
  fact('Decision by', decideBy);
  fact('Closed', closedAt);
  output.out(`\n${shownText(body)}`);
  for (const answer of answers)
    output.out(
      `\n--- ${answer.isInterim ? 'interim reply' : 'answered'} ${answer.createdAt.toISOString()} ---\n${shownText(answer.body)}`,
    );
  return 0;
}

async function answer(
  id: number,
  { text, close, anyway = false }: { text: string | null; close: boolean; anyway?: boolean | undefined },
  { connection, config, output }: CommandContext,
): Promise<number> {
  const outbox = createOutbox({ connection, config, providers: providersOf(config) });
  const done = await answerTicket({ connection, config, outbox, limits: noLimits() }, id, {
    text,
    close,
    guard({ takenBy }) {
      if (takenBy !== null && !anyway)
        throw new WrongUse(`Somebody at the studio's desk has #${id}. Ask them, or repeat this with --anyway.`);
    },
  });
  if (!done) return unknown(id, output);
  if (text !== null) {
    if (done.isMailed)
      output.out(
        `The answer to #${id} is on its way to ${done.ticket.email}.${outbox.takes('email') ? '' : ' But no mail goes out: set SMTP_URL.'}`,
      );
    else
      output.out(
        `The answer to #${id} is kept. There is no email address, so tell it by phone${done.ticket.phone ? `: ${done.ticket.phone}` : ''}.`,
      );
  }
  if (!close && done.ticket.kind === 'grievance' && done.ticket.decideBy)
    output.out(
      `This was an interim reply: the decision on #${id} is still due by ${formatDate(done.ticket.decideBy)}. With the decision: --close, or npm run inbox -- close ${id}`,
    );
  if (close) output.out(`#${id} is closed. It goes in 180 days.`);
  return 0;
}

/** Columns of the export, by their headings. */
const columns = {
  number: 'id',
  kind: 'kind',
  status: 'status',
  came: 'createdAt',
  name: 'name',
  email: 'email',
  mobile: 'phone',
  subject: 'subject',
  about: 'about',
  text: 'body',
  'receipt by': 'acknowledgeBy',
  'decision by': 'decideBy',
  closed: 'closedAt',
} as const;

async function exportAll(values: Values, { connection, output }: CommandContext): Promise<number> {
  const { rows } = await listTickets(connection.db, { ...filterOf(values), status: 'all' }, 1_000_000);
  // Excel on Windows reads a file without a byte order mark in its own code page.
  output.out(`\ufeff${csvLine(Object.keys(columns))}`);
  for (const row of rows.toSorted((a: Ticket, b: Ticket) => a.id - b.id))
    output.out(csvLine(Object.values(columns).map((name) => row[name])));
  return 0;
}

function unknown(id: number, output: CommandContext['output']): number {
  output.err(`There is no message number ${id}.`);
  return 1;
}
