import type { ImportKept, ImportUndo } from '../database/schema.ts';
import { WrongUse, type CommandContext } from '../platform/command.ts';
import { getImportRun, listImportRuns, type ListedRun } from '../features/importing/runs/import-runs.server.ts';
import { keptCountOf, planUndo, undoImportRun } from '../features/importing/runs/undo-run.server.ts';
import { namesOf } from '../features/studio/present-piece.server.ts';
import { system } from '../features/studio/studio.policy.ts';

/** `import --list` */
export async function listRuns({ connection, output }: CommandContext): Promise<number> {
  const runs = await listImportRuns(connection.db);
  if (runs.length === 0) output.out('There was no import yet.');
  const names = await namesOf(
    connection.db,
    runs.map(({ startedBy }) => (startedBy === 'system' ? null : startedBy)),
  );
  for (const run of runs) {
    const counts = Object.entries(run.counts).map(([what, count]) => `${count} ${what}`);
    const who = run.startedBy === 'system' ? 'the operator' : (names.get(run.startedBy) ?? run.startedBy);
    output.out(
      `${run.id}  ${timeOf(run.startedAt)}  ${run.name} (${run.format}, ${run.site}), by ${who}: ${stateOf(run)}`,
    );
    output.out(`    ${counts.join(', ') || 'nothing'}${run.undo ? `; undone: ${undoneWords(run.undo)}` : ''}`);
  }
  return 0;
}

const timeOf = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' }).format(at);
const stateOf = ({ state, isBrokenOff }: ListedRun) =>
  isBrokenOff || state === 'failed' ? 'broken off' : state === 'undoing' ? 'undone in part' : state;
type Undone = Pick<ImportUndo, 'removed' | 'restored' | 'kept' | 'keptCount'>;
const undoneWords = ({ removed, restored, ...kept }: Undone) =>
  `${removed} removed, ${restored} as before the import, ${keptCountOf(kept)} kept`;

/** `import --undo RUN`. @returns 0, or 1 where something was kept */
export async function undoRun(given: string, isDryRun: boolean, context: CommandContext): Promise<number> {
  const id = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
  if (id === null) throw new WrongUse('--undo: give the number of an import, as npm run import -- --list shows it.');
  const { connection, output } = context;
  const run = await getImportRun(connection.db, id);
  const before = run.undo ?? { removed: 0, restored: 0 };
  const plan = isDryRun ? await planUndo(context, id) : await undoImportRun(context, system, id);
  const done = isDryRun
    ? plan
    : { ...plan, removed: plan.removed - before.removed, restored: plan.restored - before.restored };
  output.out(
    `Import ${id} (${run.name}, ${run.site}) ${isDryRun ? 'would be undone' : 'is undone'}: ${undoneWords(done)}.`,
  );
  if (plan.kept.length > 0) output.out('Kept:');
  for (const kept of plan.kept) output.out(`  "${kept.title}" (article:${kept.id}): ${reasonWords(kept)}`);
  const unnamed = keptCountOf(plan) - plan.kept.length;
  if (unnamed > 0) output.out(`  and ${unnamed} more`);
  return plan.kept.length > 0 ? 1 : 0;
}

const reasonWords = ({ reason, later }: ImportKept) =>
  ({
    edited: 'somebody has worked on it here since',
    imported_later: `import ${later} changed it since: undo that one first`,
    refused: 'what it was before does not fit any more',
  })[reason];
