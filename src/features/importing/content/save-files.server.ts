import { checkReasons } from '../../schemes/translated-rules.ts';
import type { FeedFile, RailFile } from '../../pieces/feed-files.ts';
import { lostFiles, type LostMedia, lostPictures } from '../../pieces/from-html/lost-files.ts';
import { projectFiles } from '../../pieces/project-files.server.ts';
import { mediaUrl, type PieceFile, type ProjectedKind } from '../../pieces/projection.ts';
import { oneByOne } from '../../pieces/refused-by-database.server.ts';
import type { ContentRun, FileOutcome } from './content-run.ts';
import { withoutDeadItems } from './dead-items.ts';
import type { ContentFile, FeedPart } from './read-folder.server.ts';
import { inRounds } from './renamed-files.server.ts';
import { account, guarded, inBatches } from './save-in-batches.server.ts';
import { saveQuestion } from './save-question.server.ts';
import { originalsFirst } from './refuse-files.ts';

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
