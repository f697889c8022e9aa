import type { ReportName } from '../../../database/tables/importing.ts';
import type { Transaction } from '../../../database/connect.server.ts';
import type { ContentRun, FileOutcome, StoredFile } from './content-run.ts';
import { decideFiles, settleFiles } from './keep-files.server.ts';
import type { ContentFile } from './read-folder.server.ts';

/** Enters a saved file in the run's report. */
export function account(
  run: ContentRun,
  file: string,
  saved: FileOutcome,
  status: { status?: string; publishedAt?: Date } = {},
  name: ReportName = file,
): void {
  if (saved.outcome === 'refused') run.report.lose(file, saved.reason ?? 'refused');
  else if (saved.outcome === 'left out') run.report.skip(file, saved.reason ?? 'left out');
  else if (saved.outcome === 'conflict') {
    run.report.conflict(file, saved.reason ?? 'changed here too', saved.problems ?? []);
    run.done(1);
    return;
  } else run.report.count(saved.outcome);
  if (saved.outcome === 'created' || saved.outcome === 'changed' || saved.outcome === 'unchanged') {
    if (saved.isDraft) run.report.draft(name, 'a draft in the studio');
    else if (status.status === 'draft') run.report.draft(name);
    else if (status.publishedAt && status.publishedAt > new Date())
      run.report.draft(name, `appears on ${status.publishedAt.toISOString()}`);
  }
  for (const problem of saved.problems ?? []) run.report.note(name, problem);
  for (const tag of saved.cacheTags) run.cacheTags.add(tag);
  run.done(1);
}

/** One transaction per batch. */
export async function inBatches<File extends ContentFile>(
  run: ContentRun,
  files: Iterable<File>,
  save: (tx: Transaction, batch: File[]) => Promise<FileOutcome[]>,
  enter = (file: File, outcome: FileOutcome) =>
    account(run, file.file, outcome, file.data as { status?: string; publishedAt?: Date }),
): Promise<void> {
  const all = [...files];
  const size = run.options.batchSize ?? 50;
  for (let start = 0; start < all.length; start += size) {
    run.options.signal?.throwIfAborted();
    const batch = all.slice(start, start + size);
    const outcomes = await run.target.inTransaction((tx) => guarded(tx, run, batch, (open) => save(tx, open)));
    for (const [file, outcome] of outcomes) enter(file, outcome);
  }
}

/** Writes the rows of the files that the studio lets through, and tells it what was written. */
export async function guarded<File extends StoredFile>(
  tx: Transaction,
  run: ContentRun,
  batch: File[],
  save: (files: File[]) => Promise<FileOutcome[]>,
): Promise<[File, FileOutcome][]> {
  const decisions = await decideFiles(tx, run, batch);
  const open = batch.filter((file) => !decisions.decided.has(file));
  const outcomes = open.length > 0 ? await save(open) : [];
  const saved = open.map((file, index): [File, FileOutcome] => [file, outcomes[index]!]);
  await settleFiles(tx, run, decisions, saved);
  const found = new Map<StoredFile, FileOutcome>([...decisions.decided, ...saved]);
  return batch.map((file) => [file, found.get(file)!]);
}
