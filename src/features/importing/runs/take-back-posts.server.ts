import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { questions } from '../../../database/schema.ts';
import type { PostType } from '../../../database/tables/communities.ts';
import { questionPath } from '../../../platform/wire/ids.ts';
import { onEveryChange, queuePurges } from '../../../platform/cache/purge-queue.server.ts';
import { countQuestions } from '../../communities/ask-question.server.ts';
import { undoMerges } from '../../communities/change-life.server.ts';
import { unindexDocuments } from '../../search-index/index-document.server.ts';
import { holdSite } from '../store-posts.server.ts';
import type { ImportRun } from './import-runs.server.ts';
import { listRunQuestionIds, readRunQuestions, type RunQuestion } from './run-questions.queries.server.ts';

// Each with its thread: every word of a title is looked up before it leaves the list of words.
export const step = 50;

export type TakenBack = {
  removed: number;
  restored: number;
  /** Files that the pieces showed. */
  media: string[];
  /** Cache tags of the pages that showed any of it. */
  tags: string[];
  /** Questions by which their total is less. */
  questions: number;
  /** Where the next step begins; null: that was all. */
  after: number | null;
};

/**
 * Deletes the next posts of a run of a dump, as if they had never come; threads that people here touched stay whole.
 */
export async function takeBackPosts(tx: Transaction, run: ImportRun, after: number): Promise<TakenBack> {
  await holdSite(tx, run.site);
  const page = await listRunQuestionIds(tx, run.id, { after, most: step });
  await lockThreads(tx, page);
  // Judged once nobody else can act on them. Posts of a run come under the lock of its site, so the page is the same.
  const untouched = (await readRunQuestions(tx, run, { after, most: step })).filter(
    ({ isGone, reason }) => !isGone && reason === null,
  );
  const isLast = page.length < step;
  const removed = await deletePosts(tx, run, untouched, { isUrgent: after === 0 && isLast });
  return {
    removed,
    restored: 0,
    media: [],
    tags: ['questions', 'asked', 'search', 'tags', ...untouched.map(({ id }) => `question:${id}`)],
    questions: untouched.filter(({ isNew }) => isNew).length,
    after: isLast ? null : page.at(-1)!,
  };
}

/** In the order of all writers: questions, comments, replies. */
async function lockThreads(tx: Transaction, ids: number[]): Promise<void> {
  const these = sql`${sql.param(ids)}::int[]`;
  await tx.execute(sql`select id from questions where id = any(${these}) order by id for update`);
  await tx.execute(sql`select id from comments where question_id = any(${these}) order by id for update`);
  await tx.execute(
    sql`select id from replies where comment_id in (select id from comments where question_id = any(${these})) order by id for update`,
  );
}

/** @returns how many posts */
async function deletePosts(
  tx: Transaction,
  run: ImportRun,
  untouched: RunQuestion[],
  { isUrgent }: { isUrgent: boolean },
): Promise<number> {
  if (untouched.length === 0) return 0;
  const ids = untouched.map(({ id }) => id);
  const whole = untouched.filter(({ isNew }) => isNew).map(({ id }) => id);
  // Before the titles in their addresses are gone.
  await queuePages(tx, ids, isUrgent);
  const posts = await forgetOrigins(tx, run, ids, whole);
  const people = await authorsOf(tx, posts);
  const isWhole = new Set(whole);
  const beneath = posts.filter(({ questionId }) => !isWhole.has(questionId));
  await deleteReplies(tx, idsOf(beneath, 'REPLY'));
  await deleteComments(tx, idsOf(beneath, 'COMMENT'));
  await unindexDocuments(tx, 'QUESTION', whole);
  // Takes answers, replies and their notifications along.
  await tx.delete(questions).where(inArray(questions.id, whole));
  await countQuestions(tx, await undoMerges(tx, inArray(questions.duplicateOf, whole)));
  await deletePeople(tx, people);
  return posts.length;
}

type Post = { type: PostType; id: number; questionId: number };
const idsOf = (posts: Post[], type: PostType) => posts.flatMap((post) => (post.type === type ? [post.id] : []));

/** The same dump can then be imported again. What an earlier run put beneath this one's posts goes along. */
async function forgetOrigins(tx: Transaction, run: ImportRun, ids: number[], whole: number[]): Promise<Post[]> {
  const { rows } = await tx.execute<Post>(sql`
    delete from imported_posts p where p.question_id = any(${sql.param(ids)}::int[])
      and (p.run_id = ${run.id} or p.question_id = any(${sql.param(whole)}::int[])
        or (p.entity_type = 'REPLY' and p.entity_id in (
          select r.id from imported_posts above join replies r on r.comment_id = above.entity_id
          where above.question_id = any(${sql.param(ids)}::int[]) and above.entity_type = 'COMMENT' and above.run_id = ${run.id})))
    returning p.entity_type as type, p.entity_id as id, p.question_id as "questionId"`);
  return rows;
}

async function queuePages(tx: Transaction, ids: number[], isUrgent: boolean): Promise<void> {
  const rows = await tx
    .select({ id: questions.id, title: questions.title })
    .from(questions)
    .where(inArray(questions.id, ids));
  await queuePurges(tx, [...rows.map(({ id, title }) => questionPath(title, id)), '/community', ...onEveryChange], {
    isUrgent,
  });
}

async function authorsOf(tx: Transaction, posts: Post[]): Promise<string[]> {
  const authors = (table: 'questions' | 'comments' | 'replies', type: PostType) =>
    sql`select author_id as id from ${sql.identifier(table)} where id = any(${sql.param(idsOf(posts, type))}::int[])`;
  const { rows } = await tx.execute<{ id: string | null }>(
    sql`${authors('questions', 'QUESTION')} union ${authors('comments', 'COMMENT')} union ${authors('replies', 'REPLY')}`,
  );
  return rows.flatMap(({ id }) => id ?? []);
}

async function deleteReplies(tx: Transaction, ids: number[]): Promise<void> {
  await tx.execute(sql`with gone as (delete from replies where id = any(${sql.param(ids)}::int[]) returning comment_id)
    update comments set reply_count = reply_count - counted.n from (select comment_id, count(*)::int as n from gone group by comment_id) counted
    where comments.id = counted.comment_id`);
}

async function deleteComments(tx: Transaction, ids: number[]): Promise<void> {
  await tx.execute(sql`with gone as (delete from comments where id = any(${sql.param(ids)}::int[]) returning id, question_id)
    update questions set comment_count = comment_count - counted.n,
      accepted_comment_id = case when accepted_comment_id = any(counted.ids) then null else accepted_comment_id end
    from (select question_id, count(*)::int as n, array_agg(id) as ids from gone group by question_id) counted where questions.id = counted.question_id`);
}

/** People of the dump who have written nothing else here. */
async function deletePeople(tx: Transaction, ids: string[]): Promise<void> {
  const wrote = (table: string) => sql`exists (select 1 from ${sql.identifier(table)} w where w.author_id = users.id)`;
  await tx.execute(sql`delete from users where id = any(${sql.param(ids)}::uuid[]) and is_imported
    and not ${wrote('questions')} and not ${wrote('comments')} and not ${wrote('replies')}`);
}
