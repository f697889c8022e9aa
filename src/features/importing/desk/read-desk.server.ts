import type { z } from 'zod';
import { namesOf } from '../../studio/pieces/pieces.queries.server.ts';
import { byName } from '../../studio/pieces/present-piece.server.ts';
import type { StudioServices } from '../../studio/pieces/act-on-piece.server.ts';
import { listImportRuns, type ListedRun } from '../runs/import-runs.server.ts';
import { findJob } from './import-jobs.server.ts';
import type * as wire from './imports-desk.contract.ts';

const stateOf = ({ state, isBrokenOff }: ListedRun): z.output<typeof wire.run>['state'] =>
  isBrokenOff || state === 'failed' ? 'broken_off' : state;

/** The newest job, and the runs so far, the newest first. */
export async function readImportsDesk({ connection: { db } }: Pick<StudioServices, 'connection'>) {
  const [job, runs] = [await findJob(db), await listImportRuns(db, 30)];
  const starters = runs.map(({ startedBy }) => (startedBy === 'system' ? null : startedBy));
  const names = await namesOf(db, starters);
  return {
    job,
    runs: runs.map((run, index) => ({
      id: run.id,
      name: run.name,
      format: run.format,
      site: run.site,
      state: stateOf(run),
      byName: byName(names, starters[index]!),
      startedAt: run.startedAt.toISOString(),
      counts: run.counts,
      undo: run.undo,
      isUndoable: run.isUndoable,
    })),
  };
}
