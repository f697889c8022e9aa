import { checkReasons } from '../../schemes/translated-rules.ts';
import type { FeedFile, RailFile } from '../../pieces/feed-files.ts';
import { lostFiles, type LostMedia, lostPictures } from '../../pieces/from-html/lost-files.ts';
import { projectFiles } from '../../pieces/project-files.server.ts';
import { mediaUrl, type PieceFile, type ProjectedKind } from '../../pieces/projection.ts';
import { oneByOne } from '../../pieces/refused-by-database.server.ts';
import type { ContentRun, FileOutcome, StoredFile } from './content-run.ts';
import { withoutDeadItems } from './dead-items.ts';
import type { ContentFile, FeedPart } from './read-folder.server.ts';
import { inRounds } from './renamed-files.server.ts';
import { saveQuestion } from './save-question.server.ts';
import { originalsFirst } from './refuse-files.ts';
import type { ReportName } from '../../../database/tables/importing.ts';
import type { Transaction } from '../../../database/connect.server.ts';
import { decideFiles, settleFiles } from './keep-files.server.ts';

type Kind = Exclude<ProjectedKind, 'feed'>;

/** Writes the rows of a folder's files. Authors, tags and categories first: pieces refer to them. */
export async function saveFiles(run: ContentRun): Promise<void> {
  const { files } = run.folder;
  const save = <One extends Kind>(kind: One, some: Iterable<ContentFile<One>>) =>
    inBatches(run, some, (tx, batch) => projectFiles(tx, run, kind, batch as PieceFile<One>[]));

  await save('authors', files.authors.values());
  await save('tags', files.tags.values());
  const body = (text: string) => (run.options.only ? withoutDeadItems(text, run.saving.resolveLink!) : text);
  await inBatches(run, files.categories.values(), (tx, batch) =>
    projectFiles(
      tx,
      run,
      'categories',
      batch.map((file) => ({ ...file, body: body(file.body) })),
    ),
  );
  for (const round of inRounds(files.articles, run.renamed.articles))
    await inBatches(
      run,
      round,
      (tx, batch) => projectFiles(tx, run, 'articles', batch),
      (file, outcome) => accountArticle(run, file, outcome),
    );
  for (const round of inRounds(files.videos, run.renamed.videos)) await save('videos', round);
  await save('webstories', originalsFirst(files.webstories.values()));
  await save('pages', files.pages.values());
  await save('ctas', originalsFirst(files.ctas.values()));
  await inBatches(run, files.questions.values(), (tx, batch) =>
    oneByOne(tx, batch, (one, { key, data, body }) =>
      saveQuestion(one, run.keys, run.saving.resolveLink!, { key, data, body, runId: run.options.held?.id }),
    ),
  );
  await save('scams', files.scams.values());
}

export async function saveFeedFiles(run: ContentRun): Promise<void> {
  const { feed, rail } = run.folder;
  if (feed) await saveFeedPart(run, 'home', feed);
  if (rail) await saveFeedPart(run, 'rail', rail);
}

async function saveFeedPart(run: ContentRun, key: FeedPart, data: FeedFile | RailFile): Promise<void> {
  const file = `content/feed/${key}.yaml`;
  const part = { kind: 'feed' as const, key, file, data, body: '', written: run.folder.feedWritten[key] };
  const outcomes = await run.target.inTransaction((tx) =>
    guarded(tx, run, [part], (open) => projectFiles(tx, run, 'feed', open)),
  );
  for (const [, outcome] of outcomes) account(run, file, outcome);
}

function accountArticle(run: ContentRun, file: ContentFile<'articles'>, outcome: FileOutcome): void {
  const name = { title: file.data.title, id: run.keys.articles.get(file.key)?.id, about: file.file };
  account(run, file.file, outcome, file.data, name);
  if (!['created', 'changed', 'unchanged'].includes(outcome.outcome)) return;
  for (const problem of problemsOfReasons(run, file)) run.report.note(name, problem);
  const lost = new Map(lostMedia(run, file).map(({ address, loss }) => [address, loss]));
  for (const [address, loss] of lost) run.report.loseMedia({ ...name, about: address }, loss);
}

/** What `reasons` of a translated record lacks, and what it has in vain. */
function problemsOfReasons({ folder, originalKey }: ContentRun, { key, data }: ContentFile<'articles'>): string[] {
  const { scheme } = data;
  if (!scheme) return [];
  const original = originalKey('articles', key);
  if (original === key || scheme.rules)
    return scheme.reasons ? ['scheme.reasons: only a translation without rules of its own has them'] : [];
  const { rules, cases = [] } = folder.files.articles.get(original ?? '')?.data.scheme ?? {};
  return rules ? checkReasons({ rules, cases }, scheme.reasons ?? {}) : [];
}

/** Also of drafts, which nobody renders before somebody opens them. */
function lostMedia({ media }: ContentRun, { data, body }: ContentFile<'articles'>): LostMedia[] {
  const isHere = (path: string) => media.has(path) || path.startsWith('/media/studio/');
  const cover = mediaUrl(data.thumbnail, 'articles');
  return [
    ...(cover === null || isHere(cover) ? [] : [{ loss: 'picture_gone' as const, address: cover }]),
    ...lostPictures(body, isHere),
    ...lostFiles(body, [], isHere),
  ];
}

/** Enters a saved file in the run's report. */
function account(
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
async function inBatches<File extends ContentFile>(
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
async function guarded<File extends StoredFile>(
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
