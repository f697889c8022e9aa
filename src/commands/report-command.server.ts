import { listHelp } from '../features/feedback/piece-help.queries.server.ts';
import { listMatches } from '../features/message-check/count-matches.server.ts';
import { findsNothing } from '../features/search/finds-nothing.server.ts';
import { reportDay } from '../features/tracking/tracking.queries.server.ts';
import { type Command, readArgs, WrongUse } from '../platform/process/command.ts';
import { dayInIndia } from '../platform/process/indian-time.ts';

export const reportCommand: Command = {
  help: `What readers did on one day, in India's time: how many there were, where they came from, what they opened and did there, and which searches find nothing.

  npm run report                     today, so far
  npm run report -- --day 2026-11-21
  npm run report -- --rows 50        lines in each list (20)
  npm run report -- --json

Counted are visits whose browser allows it: scripts on, no 'do not track', no 'No thanks'. Kept for 90 days.
Works beside a running server. Exit status: 0 done, 1 an error, 2 wrong use.`,
  async run(args, { connection: { db }, output, signal }) {
    const { day, rows, json } = read(args);
    const { searches, ...report } = await reportDay(db, day, rows);
    const [scams, helped] = [await listMatches(db, day), await listHelp(db, rows)];
    const empty: typeof searches = [];
    for (const search of searches) {
      if (signal.aborted || empty.length >= rows) break;
      if (await findsNothing(db, search.text)) empty.push(search);
    }
    if (json) {
      output.out(JSON.stringify({ day, ...report, searchesThatFindNothing: empty, scams, helped }, null, 2));
      return 0;
    }
    const count = (value: number) => value.toLocaleString('en-IN');
    output.out(
      `${day}: ${count(report.readers)} ${report.readers === 1 ? 'visit' : 'visits'}, ${count(report.views)} ${report.views === 1 ? 'page' : 'pages'} opened`,
    );
    const list = (title: string, lines: [number, string][]) => {
      output.out(`\n${title}`);
      if (lines.length === 0) output.out('  none');
      for (const [value, text] of lines)
        output.out(`${count(value).padStart(8)}  ${text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')}`);
    };
    list(
      'Where they came from (visits)',
      report.sources.map(({ source, readers }) => [readers, source]),
    );
    list(
      'What they opened (times)',
      report.pages.map(({ path, views }) => [views, path]),
    );
    list(
      'What they did there (times)',
      report.acts.map(({ name, times }) => [times, name]),
    );
    list(
      'What they searched for and would not find (visits)',
      empty.map(({ text, readers }) => [readers, text]),
    );
    list(
      'Known scams that readers met (messages checked)',
      scams.map(({ title, times }) => [times, title]),
    );
    list(
      'Did this help? Answers so far, most "no" first',
      helped.map(({ kind, title, helped: yes, didNotHelp: no }) => [no, `no, ${count(yes)} yes: ${title} (${kind})`]),
    );
    return 0;
  },
};

function read(args: string[]): { day: string; rows: number; json: boolean } {
  const options = { day: { type: 'string' }, rows: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { values } = readArgs(args, options, { allowPositionals: false });
  const { day = dayInIndia(new Date()), rows = '20', json = false } = values;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day))
    throw new WrongUse('--day needs a day such as 2026-11-21.');
  if (!/^[1-9]\d{0,3}$/.test(rows)) throw new WrongUse('--rows needs a number from 1 to 9999.');
  return { day, rows: Number(rows), json };
}
