import type { MediaLoss, ReportName, ReportPart } from '../../database/tables/importing.ts';
import { importsDesk } from '../../messages/imports-desk.ts';
import type { Finding } from '../articles/article-input.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';
import type { Output } from '../../platform/process/command.ts';

export type Tally =
  'created' | 'changed' | 'unchanged' | 'taken down' | 'draft' | 'skipped' | 'conflict' | 'lost' | 'media' | 'noted';

const worded = (finding: Finding): string => (typeof finding === 'string' ? finding : wordProblem(finding));

const shownExamples = 8;
const mostParts = 500;
const mostNames = 10_000;

export type ImportReport = ReturnType<typeof createReport>;

/**
 * Collects an import's counts, problems, progress and exit status.
 * @param source display name @param clock for tests, milliseconds
 */
export function createReport(source: string, output: Output, clock: () => number = Date.now) {
  const counts: Record<Tally, number> = {
    created: 0,
    changed: 0,
    unchanged: 0,
    'taken down': 0,
    draft: 0,
    skipped: 0,
    conflict: 0,
    lost: 0,
    media: 0,
    noted: 0,
  };
  const reasons: Reasons = {
    lost: new Map(),
    media: new Map(),
    skipped: new Map(),
    noted: new Map(),
    draft: new Map(),
  };
  const conflictParts: ReportPart[] = [];
  const conflictLines = () =>
    conflictParts.map(({ reason, names: [name, ...lines] }) =>
      [`${textOf(name!)}: ${reason}`, ...lines].join('\n      '),
    );
  const startedAt = clock();
  let lastShown = startedAt;
  let entries = 0;
  let isMediaGone = false;

  /** What an earlier process of the same run has reported: it is not named twice. */
  const reportedBefore = new Set<string>();
  const identityOf = (kind: string, reason: string, name: ReportName) =>
    JSON.stringify([kind, reason, storedName(name)]);

  function remember(kind: keyof Reasons, reason: string, name: ReportName) {
    if (reportedBefore.size > 0 && reportedBefore.delete(identityOf(kind, reason, name))) return;
    const names = reasons[kind].get(reason) ?? [];
    if (names.length < mostNames) names.push(name);
    reasons[kind].set(reason, names);
  }

  return {
    counts,
    /** Counts an entry's outcome. Drafts are counted in addition. */
    count(tally: Exclude<Tally, 'noted' | 'skipped' | 'lost' | 'media' | 'conflict'>) {
      counts[tally] += 1;
      if (tally !== 'draft') entries += 1;
    },
    /** Stored, but not visible to readers. */
    draft(name: ReportName, why = 'draft') {
      counts.draft += 1;
      remember('draft', why, name);
    },
    /** Skipped on purpose. */
    skip(name: string, reason: Finding) {
      counts.skipped += 1;
      entries += 1;
      remember('skipped', worded(reason), name);
    },
    /** Changed here and in the source: neither was overwritten, and the exit status becomes 1. */
    conflict(name: string, found: Finding, differences: Finding[]) {
      counts.conflict += 1;
      entries += 1;
      const names = [name, ...differences.map(worded)];
      conflictParts.push({ kind: 'conflict', reason: worded(found), names, more: 0 });
    },
    /** Failed: the exit status becomes 1. */
    lose(name: string, reason: Finding) {
      counts.lost += 1;
      entries += 1;
      remember('lost', worded(reason), name);
    },
    /** Did not come along with a piece that did: with nothing left for readers, the exit status becomes 1. */
    loseMedia(name: ReportName, loss: MediaLoss) {
      counts.media += 1;
      if (loss.endsWith('_gone')) isMediaGone = true;
      remember('media', loss, name);
    },
    /** Imported with changes. */
    note(name: ReportName, problem: Finding) {
      counts.noted += 1;
      remember('noted', worded(problem), name);
    },
    /** Losses and changes, one per line. */
    problems: () => [
      ...conflictLines(),
      ...(['lost', 'noted'] as const).flatMap((kind) =>
        [...reasons[kind]].flatMap(([reason, names]) => names.map((name) => `${textOf(name)}: ${reason}`)),
      ),
    ],
    /** What an earlier process of the same run has reported; it tells its losses again by itself. */
    goOn(parts: ReportPart[]) {
      for (const { kind, reason, names } of parts)
        if (kind !== 'conflict' && kind !== 'lost')
          for (const name of names) {
            remember(kind, reason, name);
            reportedBefore.add(identityOf(kind, reason, name));
          }
    },
    /** The report to be stored: bounded, the gravest first. */
    parts: (): ReportPart[] => {
      let left = mostNames;
      const all = [
        ...conflictParts,
        ...(['lost', 'media', 'noted', 'skipped', 'draft'] as const).flatMap((kind) =>
          [...reasons[kind]].map(([reason, names]) => ({ kind, reason, names, more: 0 })),
        ),
      ];
      return all.slice(0, mostParts).map((part) => {
        const names = part.names.slice(0, left).map(storedName);
        left -= names.length;
        return { ...part, reason: storedText(part.reason), names, more: part.names.length - names.length };
      });
    },
    /** @param done share of the whole source, 0 to 1 */
    progress(done: number) {
      const now = clock();
      if (now - lastShown < (output.isTty ? 120 : 4_000)) return;
      lastShown = now;
      const line = progressLine(source, done, entries, (now - startedAt) / 1000, output.isTty);
      if (output.isTty) output.progress(line);
      else output.out(line);
    },
    /** Prints the report. @returns the exit status: 0 when nothing was lost */
    finish(): 0 | 1 {
      if (output.isTty) output.progress('');
      for (const line of finalLines(source, counts, reasons, (clock() - startedAt) / 1000, entries)) output.out(line);
      if (conflictParts.length > 0) output.out('Changed here and in the source, so neither was overwritten:');
      for (const line of conflictLines()) output.out(`  ${line}`);
      return counts.lost + counts.conflict > 0 || isMediaGone ? 1 : 0;
    },
  };
}

function progressLine(source: string, done: number, entries: number, seconds: number, isTty: boolean): string {
  const share = Math.min(1, Math.max(0, done));
  const left = share > 0.01 && seconds > 1 ? `, about ${duration((seconds / share) * (1 - share))} left` : '';
  const bar = isTty ? `[${'#'.repeat(Math.round(share * 24)).padEnd(24, '.')}] ` : '';
  return `${source}: ${bar}${Math.floor(share * 100)}%, ${plural(entries, 'entry', 'entries')}${left}`;
}

type Reasons = Record<'lost' | 'media' | 'skipped' | 'noted' | 'draft', Map<string, ReportName[]>>;

const textOf = (name: ReportName): string =>
  typeof name === 'string'
    ? name
    : `"${name.title}"${name.id === undefined ? '' : ` (/studio/articles/${name.id})`}${name.about === undefined ? '' : `: ${name.about}`}`;

function finalLines(
  source: string,
  counts: Record<Tally, number>,
  reasons: Reasons,
  seconds: number,
  entries: number,
): string[] {
  const lines = [
    `${source}: ${plural(entries, 'entry', 'entries')} in ${duration(seconds)}${seconds > 2 ? ` (${Math.round(entries / seconds)} a second)` : ''}`,
  ];
  const shown: [Tally, string][] = [
    ['created', 'new'],
    ['changed', 'changed'],
    ['unchanged', 'unchanged'],
    ['draft', 'of these stored as drafts or for later'],
    ['taken down', 'taken down before, not brought back'],
    ['skipped', 'left out on purpose'],
    ['conflict', 'NOT TAKEN because they were changed here too'],
    ['lost', 'NOT TAKEN because of an error'],
    ['media', 'pictures, files, sounds and clips that did not come along'],
  ];
  for (const [tally, label] of shown)
    if (counts[tally] > 0) lines.push(`  ${String(counts[tally]).padStart(7)}  ${label}`);
  const sections = [
    ['lost', 'Not taken'],
    ['skipped', 'Left out'],
    ['draft', 'Not shown to readers'],
    ['noted', 'Taken, but look at these'],
  ] as const;
  for (const [kind, title] of sections) {
    if (reasons[kind].size > 0)
      lines.push(`${title}:`, ...reasonLines(reasons[kind], kind === 'lost' ? Infinity : shownExamples));
  }
  for (const [loss, names] of reasons.media)
    lines.push(`${importsDesk.media[loss as MediaLoss]}:`, ...names.map((name) => `  ${textOf(name)}`));
  return lines;
}

function reasonLines(reasons: Map<string, ReportName[]>, examples: number): string[] {
  const sorted = [...reasons].sort(([, one], [, other]) => other.length - one.length);
  const lines = sorted.slice(0, Math.max(60, examples)).flatMap(([reason, names]) => {
    if (names.length === 1) return [`  ${textOf(names[0]!)}: ${reason}`];
    const more = names.length > examples ? ` and ${names.length - examples} more` : '';
    return [`  ${names.length} × ${reason}`, `      ${names.slice(0, examples).map(textOf).join(', ')}${more}`];
  });
  if (sorted.length > Math.max(60, examples)) lines.push(`  and ${sorted.length - 60} other remarks`);
  return lines;
}

const storedText = (text: string) => text.replaceAll('\u0000', '').toWellFormed().slice(0, 1_000);
const storedName = (name: ReportName): ReportName =>
  typeof name === 'string'
    ? storedText(name)
    : { ...name, title: storedText(name.title), about: name.about && storedText(name.about) };

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;

function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Counts above zero, as stored in `imports.counts`. */
export const countsOf = (report: ImportReport): Record<string, number> =>
  Object.fromEntries(Object.entries(report.counts).filter(([, count]) => count > 0));
