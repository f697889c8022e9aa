import type { ImportKept, ImportUndo } from '../database/schema.ts';
import { importsDesk } from '../messages/imports-desk.ts';
import { WrongUse, type CommandContext } from '../platform/process/command.ts';
import { getImportRun, listImportRuns, type ListedRun } from '../features/importing/runs/import-runs.server.ts';
import {
  isOfDump,
  isOfFolder,
  keptCountOf,
  planUndo,
  undoImportRun,
  UndoStopped,
} from '../features/importing/runs/undo-run.server.ts';
import { kindRules } from '../features/studio/studio-kinds.ts';
import { namesOf } from '../features/studio/pieces/pieces.queries.server.ts';
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
    output.out(
      `    ${counts.join(', ') || (run.endedAt ? 'nothing' : 'not counted before its end')}${run.undo ? `; undone: ${undoneWords(run, run.undo)}` : ''}`,
    );
  }
  return 0;
}

const timeOf = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' }).format(at);
const stateOf = ({ state, isBrokenOff }: ListedRun) =>
  isBrokenOff || state === 'failed' ? 'broken off' : state === 'undoing' ? 'undone in part' : state;
type Undone = Pick<ImportUndo, 'removed' | 'restored' | 'kept' | 'keptCount'>;
const undoneWords = (run: ListedRun, { removed, restored, ...kept }: Undone) =>
  isOfDump(run)
    ? `${removed} posts removed, ${keptCountOf(kept)} questions kept`
    : `${removed} removed, ${restored} as before the import, ${keptCountOf(kept)} kept`;

/** `import --undo RUN`. @returns 0, 1 where something was kept, 130 when it was interrupted */
export async function undoRun(given: string, isDryRun: boolean, context: CommandContext): Promise<number> {
  const id = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
  if (id === null) throw new WrongUse('--undo: give the number of an import, as npm run import -- --list shows it.');
  const { connection, output } = context;
  const run = await getImportRun(connection.db, id);
  const before = run.undo ?? { removed: 0, restored: 0 };
  const plan = isDryRun ? await planUndo(context, id) : await undoOrStop(context, id);
  if (plan === null) return 130;
  const done = isDryRun
    ? plan
    : { ...plan, removed: plan.removed - before.removed, restored: plan.restored - before.restored };
  output.out(
    `Import ${id} (${run.name}, ${run.site}) ${isDryRun ? 'would be undone' : 'is undone'}: ${undoneWords(run, done)}.`,
  );
  if (plan.kept.length > 0) output.out('Kept:');
  for (const retained of plan.kept)
    output.out(`  "${retained.title}" (${nounOf(run, retained)}:${retained.id}): ${reasonWords(retained)}`);
  const unnamed = keptCountOf(plan) - plan.kept.length;
  if (unnamed > 0) output.out(`  and ${unnamed} more`);
  if (isOfFolder(run)) output.out('Files of its media folder stay where they are.');
  return plan.kept.length > 0 ? 1 : 0;
}

function nounOf(run: ListedRun, { kind = isOfDump(run) ? 'questions' : 'articles' }: ImportKept): string {
  if (kind === 'questions') return 'question';
  return kind === 'feed' ? 'feed' : kindRules[kind].noun;
}

/** @returns null when it was interrupted, which is said */
async function undoOrStop(context: CommandContext, id: number): Promise<ImportUndo | null> {
  try {
    return await undoImportRun(context, system, id);
  } catch (error) {
    if (!(error instanceof UndoStopped)) throw error;
    context.output.out(error.message);
    return null;
  }
}

const reasonWords = ({ reason, later }: ImportKept) =>
  ({
    ...importsDesk.reasons,
    edited: 'somebody has worked on it here since',
    imported_later: `import ${later} changed it since: undo that one first`,
  })[reason];
