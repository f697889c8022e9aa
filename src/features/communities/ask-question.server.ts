import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { categories, questions, tags, totals } from '../../database/schema.ts';
import { invalidInput } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { insertFollow } from '../follows/followers.queries.server.ts';
import { notifySoon, queueForFollowers } from '../follows/notify-followers.server.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import { indexDocument } from '../search-index/index-document.server.ts';
import { lockUser } from '../users/users.queries.server.ts';
import type { CreateQuestionInput, Question } from './communities.contract.ts';
import { getQuestion } from './thread.queries.server.ts';
import {
  asOnePost,
  duplicate,
  hashOfQuestion,
  repeatAfter,
  sweepEvery,
  sweepRecentPosts,
} from './count-post.server.ts';
import { findLook, maskAsked, noteLook } from './hold-post.server.ts';
import { renderInTime } from './render-in-time.server.ts';
import { problems } from '../../messages/problems.ts';
import { languageOfText } from '../../ui/format.ts';

/**
 * @throws AppError 400 for text that cannot be rendered or unknown categories and tags, 403, 409 for a duplicate, 429
 */
export const askQuestion = (services: PageServices, viewer: Viewer, input: CreateQuestionInput): Promise<Question> =>
  asOnePost(services, viewer, () => writeQuestion(services, viewer, input));

async function writeQuestion(services: PageServices, viewer: Viewer, input: CreateQuestionInput): Promise<Question> {
  const { db } = services.connection;
  const { categoryIds = [], tagIds = [], title: asked, body: details = '', ...more } = input;
  const typed = { title: asked, body: details };
  const { title, body } = maskAsked(viewer, services.clock(), typed) ?? typed;
  await insistOnKnown(db, categoryIds, tagIds);
  const bodyHtml = await renderInTime(services, body);
  const look = await findLook(db, viewer, services.clock(), {
    entityType: 'QUESTION',
    post: { title, body, bodyHtml },
  });
  const isHeld = look?.isHeld === true;
  const id = await db.transaction(async (tx) => {
    const { rowCount } =
      await tx.execute(sql`insert into recent_posts as had (author_id, text_hash) values (${viewer.userId}, ${hashOfQuestion(title)})
      on conflict (author_id, text_hash) do update set posted_at = now() where had.posted_at < now() - ${repeatAfter}`);
    if (rowCount !== 1) throw duplicate();
    const [row] = await tx
      .insert(questions)
      .values({
        authorId: viewer.userId,
        title,
        body,
        bodyHtml,
        categoryIds,
        tagIds,
        ...more,
        hiddenAt: isHeld ? sql`now()` : null,
      })
      .returning();
    if (!isHeld) await indexQuestion(tx, row!);
    // Who asks follows the question, as long as there is room.
    if (await lockUser(tx, viewer.userId)) await insertFollow(tx, viewer.userId, 'QUESTION', String(row!.id));
    if (look)
      await noteLook(tx, {
        entityType: 'QUESTION',
        id: row!.id,
        questionId: row!.id,
        commentId: null,
        authorId: viewer.userId,
        look,
      });
    if (isHeld) return row!.id;
    await queueForFollowers(tx, 'QUESTION', row!.id);
    // Last statement: the row lock on this shared counter is held until commit, and every other new question waits for
    // it.
    await countQuestions(tx, 1);
    return row!.id;
  });
  if (id % sweepEvery === 0) await sweepRecentPosts(db);
  await invalidateInBatches(services.connection, ['questions', 'asked', 'search']);
  await notifySoon(services.connection.db);
  return getQuestion(db, id, viewer.userId);
}

async function insistOnKnown(db: Queryable, categoryIds: number[], tagIds: number[]): Promise<void> {
  const known =
    categoryIds.length === 0
      ? []
      : await db.select({ id: categories.id }).from(categories).where(inArray(categories.id, categoryIds));
  if (known.length < categoryIds.length)
    throw invalidInput([{ path: 'categoryIds', message: () => problems.noCategory }]);
  const knownTags =
    tagIds.length === 0 ? [] : await db.select({ id: tags.id }).from(tags).where(inArray(tags.id, tagIds));
  if (knownTags.length < tagIds.length) throw invalidInput([{ path: 'tagIds', message: () => problems.noTag }]);
}

type Indexed = Pick<typeof questions.$inferSelect, 'id' | 'title' | 'body' | 'categoryIds' | 'tagIds' | 'createdAt'>;

/** A question as the search index has it. */
export const documentOfQuestion = ({ id, title, body, categoryIds, tagIds, createdAt }: Indexed) => ({
  kind: 'QUESTION' as const,
  entityId: id,
  lang: languageOfText(title) ?? 'en',
  title,
  summary: '',
  body,
  categoryIds,
  tagIds,
  publishedAt: createdAt,
});

/** Adds a question to the search index, or updates its entry. */
export const indexQuestion = (tx: Queryable, row: Indexed): Promise<void> => indexDocument(tx, documentOfQuestion(row));

/** Adjusts the stored question total. Call it last in a transaction: its row lock is held until commit. */
export async function countQuestions(tx: Queryable, by: number): Promise<void> {
  if (by !== 0)
    await tx
      .insert(totals)
      .values({ name: 'questions', value: Math.max(by, 0) })
      .onConflictDoUpdate({ target: totals.name, set: { value: sql`${totals.value} + ${by}` } });
}
