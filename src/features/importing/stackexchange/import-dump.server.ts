import { createHash } from 'node:crypto';
import type { Transaction } from '../../../database/connect.server.ts';
import { categories } from '../../../database/schema.ts';
import { invalidatePages } from '../../../platform/cache/page-cache.server.ts';
import { chooseCategories } from '../choose-categories.ts';
import { type CommandContext, WrongUse } from '../../../platform/process/command.ts';
import { type ImportOptions, NotTaken, SourceBroken } from '../import-source.ts';
import { type OpenFile, ReadProgress, maxEntryBytes, tooLong } from '../read-file.server.ts';
import { createReport, type ImportReport } from '../report.ts';
import { asRun, beginImportRun, type ClaimedRun, holdImportRun } from '../runs/import-runs.server.ts';
import { numberIn, postKindOf, type Votes, tagsIn, timeIn, votesOf } from './dump-rows.ts';
import { namePeople, authorIn } from './imported-people.server.ts';
import { type DumpRow, readRows } from './read-rows.server.ts';
import {
  acceptAll,
  dumpFormat,
  type AnsweredBefore,
  holdSite,
  holdStanding,
  placesOf,
  sourceOf,
  storeComments,
  storeQuestions,
  storeReplies,
  type PostTarget,
  type Written,
  titlesOf,
  type ImportedQuestion,
} from '../store-posts.server.ts';
import { sameTitle } from '../same-source.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { fromComment, fromHtml } from './html-to-community.server.ts';

/** Files of one site by name without '.xml'. Only Posts is required. */
export type Dump = { site: string; files: Map<string, OpenFile> };

type DumpRun = PostTarget & {
  site: string;
  held: ClaimedRun;
  context: CommandContext;
  report: ImportReport;
  settings: ImportOptions;
  categoryIds: Map<string, number>;
  votes: Map<number, Votes> | null;
  named: number;
};
type Step = { file: string; root: string; store(run: DumpRun, rows: DumpRow[]): Promise<void> };

// In dependency order: parents before children. Batches are transactions and rows are found by their source id, so a
// stopped import resumes and a repeated one is idempotent.
const steps: Step[] = [
  { file: 'Posts', root: 'posts', store: importQuestions },
  { file: 'Posts', root: 'posts', store: importAnswers },
  { file: 'Comments', root: 'comments', store: importComments },
  { file: 'Posts', root: 'posts', store: importAcceptances },
  { file: 'Users', root: 'users', store: importNames },
];

/** @returns 0, 1 when something was lost, 130 when it was interrupted */
export async function importDump(
  { site, files }: Dump,
  settings: ImportOptions,
  context: CommandContext,
): Promise<number> {
  await refuseAnothersDump(context, site, files.get('Posts')!);
  const { db } = context.connection;
  const report = createReport(site, context.output);
  const rows = await db.select({ id: categories.id, key: categories.key }).from(categories);
  const sizes = [...files].map(([name, { size }]) => [name, size]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([dumpFormat, site, sizes]))
    .digest('hex');
  const dump = { fingerprint, name: site, format: dumpFormat, site };
  // Two at once are two runs.
  const begin = { isGoingOn: true, startedBy: 'system', mayTakeOver: false };
  const held = await beginImportRun(db, dump, begin);
  const run: DumpRun = {
    site,
    source: sourceOf(site),
    held,
    runId: held.id,
    context,
    report,
    settings,
    categoryIds: new Map(rows.map(({ id, key }) => [key, id])),
    votes: null,
    named: 0,
  };
  let isWhole = false;
  await asRun(context, held, report, async () => {
    isWhole = await takeFiles(run, files);
    return isWhole ? 'finished' : 'stopped';
  });
  const status = report.finish();
  if (isWhole) return status;
  context.output.out('Stopped. What is in is safe. Give the same command again to go on.');
  return 130;
}

/** Locks for a batch: the run, then the site, as an undo does. @throws where the run was undone meanwhile */
async function holdBatch(tx: Transaction, { site, held }: DumpRun): Promise<void> {
  await holdImportRun(tx, held);
  await holdSite(tx, site);
}

/** @returns false when it was interrupted */
async function takeFiles(run: DumpRun, files: Dump['files']): Promise<boolean> {
  const { report, context } = run;
  const present = steps.filter(({ file }) => files.has(file));
  const broken = new Set<string>();
  const lose = (file: string, error: unknown) => {
    if (!(error instanceof SourceBroken) && !(error instanceof NotTaken)) throw error;
    if (!broken.has(file)) report.lose(`${file}.xml`, error.message);
    broken.add(file);
  };
  try {
    run.votes = await countVotes(files.get('Votes'));
  } catch (error) {
    lose('Votes', error);
  }
  for (const [index, step] of present.entries()) {
    try {
      if (
        (await take(run, step, files.get(step.file)!, (share) => report.progress((index + share) / present.length))) ===
        'stopped'
      )
        return false;
    } catch (error) {
      lose(step.file, error);
    }
  }
  if (run.named > 0)
    context.output.out(`${run.named} people who wrote have their names; nobody can sign in as one of them.`);
  return true;
}

async function take(
  run: DumpRun,
  { root, store }: Step,
  file: OpenFile,
  onProgress: (share: number) => void,
): Promise<'stopped' | 'done'> {
  const progress = new ReadProgress(file.size);
  const size = run.context.isInsideServer ? 20 : 100;
  let batch: DumpRow[] = [];
  let failure: unknown = null;
  try {
    for await (const rows of readRows(file, root, progress)) {
      batch.push(...rows);
      while (batch.length >= size) {
        await store(run, batch.splice(0, size));
        onProgress(progress.share);
        if (run.context.signal.aborted) return 'stopped';
      }
    }
  } catch (error) {
    failure = error;
  }
  // Rows before a truncation are imported.
  if (batch.length > 0 && (failure === null || failure instanceof SourceBroken)) await store(run, batch);
  if (failure) throw failure;
  return 'done';
}

/** Vote totals by post: dumps do not reveal voters. Null without Votes.xml. */
async function countVotes(file: OpenFile | undefined): Promise<Map<number, Votes> | null> {
  if (!file) return null;
  const counted = new Map<number, Votes>();
  for await (const rows of readRows(file, 'votes', new ReadProgress(file.size))) {
    for (const row of rows) {
      const [id, type] = [numberIn(row, 'PostId'), row.VoteTypeId];
      if (id === null || (type !== '2' && type !== '3')) continue;
      const votes = counted.get(id) ?? { up: 0, down: 0 };
      votes[type === '2' ? 'up' : 'down'] += 1;
      counted.set(id, votes);
    }
  }
  return counted;
}

const idsOf = (rows: DumpRow[], name = 'Id') => rows.flatMap((row) => numberIn(row, name) ?? []);
const nameOf = (row: DumpRow) =>
  row.Title ? `"${row.Title.slice(0, 100).toWellFormed()}"` : `number ${(row.Id ?? '').slice(0, 20) || 'unknown'}`;

/** Converts rows; those already imported count as unchanged, invalid ones as lost. */
function convertAll<Post extends Written & Noted>(
  run: DumpRun,
  rows: DumpRow[],
  known: Map<number, unknown>,
  convert: (row: DumpRow) => Post,
): { row: DumpRow; post: Post }[] {
  return rows.flatMap((row) => {
    if (known.has(Number(row.Id))) {
      run.report.count('unchanged');
      return [];
    }
    try {
      return [{ row, post: convert(row) }];
    } catch (error) {
      run.report.lose(nameOf(row), (error as Error).message);
      return [];
    }
  });
}

function reportStored(run: DumpRun, stored: { row: DumpRow; post: Noted }[]): void {
  for (const { row, post } of stored) {
    run.report.count('created');
    if (post.note) run.report.note(nameOf(row), post.note);
  }
}

async function importQuestions(run: DumpRun, rows: DumpRow[]): Promise<void> {
  const { connection } = run.context;
  for (const row of rows)
    if (postKindOf(row) === null)
      run.report.skip(nameOf(row), 'neither a question nor an answer (the description of a tag and the like)');
  const questionRows = rows.filter((row) => postKindOf(row) === 'QUESTION');
  const stored = await connection.db.transaction(async (tx) => {
    await holdBatch(tx, run);
    const fresh = convertAll(run, questionRows, await placesOf(tx, run, 'POST', idsOf(questionRows)), (row) =>
      toQuestion(row, run, (terms) => categoriesFor(run, terms)),
    );
    await storeQuestions(
      tx,
      run,
      fresh.map(({ post }) => post),
    );
    return fresh;
  });
  reportStored(run, stored);
  if (stored.length > 0) await invalidatePages(connection, ['questions', 'search', 'tags']);
}

function categoriesFor({ settings, categoryIds }: DumpRun, terms: string[]): { categoryIds: number[]; tags: string[] } {
  const { categories: keys, tags } = chooseCategories(terms, settings, settings.category ?? '');
  return { categoryIds: keys.flatMap((key) => categoryIds.get(key) ?? []).slice(0, 5), tags: tags.slice(0, 5) };
}

function importAnswers(run: DumpRun, rows: DumpRow[]): Promise<void> {
  return importHanging(
    run,
    'POST',
    'ParentId',
    rows.filter((row) => postKindOf(row) === 'ANSWER'),
    (row) => toAnswer(row, run),
  );
}

/** A comment on a question becomes an answer here, one on an answer becomes a reply. */
function importComments(run: DumpRun, rows: DumpRow[]): Promise<void> {
  return importHanging(run, 'COMMENT', 'PostId', rows, (row) => toComment(row, run));
}

async function importHanging(
  run: DumpRun,
  kind: 'POST' | 'COMMENT',
  parentName: string,
  rows: DumpRow[],
  convert: (row: DumpRow) => AnsweredBefore & Noted,
): Promise<void> {
  const { report, context } = run;
  const { connection } = context;
  if (rows.length === 0) return;
  const { stored, orphans, parents } = await connection.db.transaction(async (tx) => {
    await holdBatch(tx, run);
    const standing = await holdStanding(tx, await placesOf(tx, run, 'POST', idsOf(rows, parentName)));
    const fresh = convertAll(run, rows, await placesOf(tx, run, kind, idsOf(rows)), convert);
    const [placed, lost] = [
      fresh.filter(({ post }) => standing.has(post.parentId)),
      fresh.filter(({ post }) => !standing.has(post.parentId)),
    ];
    const under = (type: 'QUESTION' | 'COMMENT') =>
      placed.flatMap(({ post }) => (standing.get(post.parentId)!.entityType === type ? [post] : []));
    await storeComments(tx, run, kind, under('QUESTION'), standing);
    await storeReplies(tx, run, under('COMMENT'), standing);
    return { stored: placed, orphans: lost, parents: standing };
  });
  reportStored(run, stored);
  for (const { row } of orphans) report.skip(nameOf(row), 'what it answers is not in the dump, or was deleted here');
  if (stored.length > 0)
    await invalidatePages(connection, [
      'questions',
      ...[...parents.values()].flatMap(({ entityType, entityId }) =>
        entityType === 'QUESTION' ? [`question:${entityId}`] : [],
      ),
    ]);
}

async function importAcceptances(run: DumpRun, rows: DumpRow[]): Promise<void> {
  const { connection } = run.context;
  const accepting = rows.filter((row) => postKindOf(row) === 'QUESTION' && numberIn(row, 'AcceptedAnswerId') !== null);
  const places = await placesOf(connection.db, run, 'POST', [
    ...idsOf(accepting),
    ...idsOf(accepting, 'AcceptedAnswerId'),
  ]);
  const pairs = accepting.flatMap((row) => {
    const [question, answer] = [places.get(Number(row.Id)), places.get(Number(row.AcceptedAnswerId))];
    return question?.entityType === 'QUESTION' && answer?.entityType === 'COMMENT'
      ? [{ questionId: question.entityId, commentId: answer.entityId }]
      : [];
  });
  const changed = await connection.db.transaction(async (tx) => {
    await holdBatch(tx, run);
    return acceptAll(tx, pairs);
  });
  if (changed.length > 0) await invalidatePages(connection, ['questions', ...changed.map((id) => `question:${id}`)]);
}

async function importNames(run: DumpRun, rows: DumpRow[]): Promise<void> {
  run.named += await namePeople(run.context.connection.db, run.site, rows);
}

/**
 * Refuses a dump under another one's name: most questions with the same id have a different title.
 * @throws WrongUse before anything is written
 */
async function refuseAnothersDump({ connection: { db } }: CommandContext, site: string, file: OpenFile): Promise<void> {
  const titles = new Map<number, string>();
  try {
    for await (const rows of readRows(file, 'posts', new ReadProgress(file.size))) {
      for (const row of rows)
        if (postKindOf(row) === 'QUESTION') titles.set(Number(row.Id), oneLine(row.Title ?? '').slice(0, 200));
      if (titles.size >= 300) break;
    }
  } catch {
    // The import reports a corrupt file itself.
  }
  const places = await placesOf(
    db,
    { source: sourceOf(site) },
    'POST',
    [...titles.keys()].filter(Number.isSafeInteger),
  );
  const stored = await titlesOf(
    db,
    [...places.values()].flatMap(({ entityType, entityId }) => (entityType === 'QUESTION' ? [entityId] : [])),
  );
  // Titles edited or deleted here by the asker or a moderator are not comparable.
  const compared = [...places].flatMap(([id, { entityId }]) => {
    const title = stored.get(entityId);
    return title ? [[title, titles.get(id)!] as const] : [];
  });
  const strangers = compared.filter(([here, there]) => !sameTitle(here, there));
  if (strangers.length * 2 <= compared.length) return;
  throw new WrongUse(
    `Another dump was imported under the name "${site}": "${strangers[0]![0]}" is there where this one has "${strangers[0]![1]}". Nothing was taken. Give this one a name of its own: --site NAME`,
  );
}

/** What is told of a post in the report. */
type Noted = { note: string | null };
type Settings = { site: string; votes: Map<number, Votes> | null };
const longestTitle = 200;

/** @throws Error with the reason for the loss; so do the other converters */
function toQuestion(
  row: DumpRow,
  settings: Settings,
  choose: (terms: string[]) => { categoryIds: number[]; tags: string[] },
): ImportedQuestion & Noted {
  const written = toPost(row, settings);
  const title = oneLine(row.Title ?? '')
    .slice(0, longestTitle)
    .toWellFormed();
  if (title === '') throw new Error('It has no title.');
  return {
    ...written,
    ...choose(tagsIn(row)),
    title,
    updatedAt: timeIn(row, 'LastActivityDate') ?? written.createdAt,
    isClosed: row.ClosedDate !== undefined,
  };
}

function toAnswer(row: DumpRow, settings: Settings): AnsweredBefore & Noted {
  return { ...toPost(row, settings), parentId: numberIn(row, 'ParentId') ?? 0 };
}

function toComment(row: DumpRow, { site }: Settings): AnsweredBefore & Noted {
  const [sourceId, createdAt] = identify(row);
  return {
    ...insistOnWords(fromComment(bounded(row.Text))),
    sourceId,
    createdAt,
    editedAt: null,
    author: authorIn(site, row, 'UserId'),
    votes: votesOf(row, null),
    parentId: numberIn(row, 'PostId') ?? 0,
  };
}

function toPost(row: DumpRow, { site, votes }: Settings): Written & Noted {
  const [sourceId, createdAt] = identify(row);
  const text = fromHtml(bounded(row.Body));
  return {
    ...(row.PostTypeId === '1' ? text : insistOnWords(text)),
    sourceId,
    createdAt,
    editedAt: timeIn(row, 'LastEditDate'),
    author: authorIn(site, row, 'OwnerUserId'),
    votes: votesOf(row, votes),
  };
}

function identify(row: DumpRow): [sourceId: number, createdAt: Date] {
  const [sourceId, createdAt] = [numberIn(row, 'Id'), timeIn(row, 'CreationDate')];
  if (sourceId === null) throw new Error('It has no number (Id), so it could not be known again.');
  if (createdAt === null) throw new Error('It has no date that can be read (CreationDate).');
  return [sourceId, createdAt];
}

function bounded(text = ''): string {
  if (text.length > maxEntryBytes) throw new Error(tooLong(text.length));
  return text;
}

function insistOnWords<Text extends { body: string }>(text: Text): Text {
  if (text.body === '') throw new Error('It has no text.');
  return text;
}
