import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { answerRevisions, comments } from '../../database/schema.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { offsetOf, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';
import type { LockedPost } from './change-life.server.ts';
import { formerMember, type Revision } from './communities.contract.ts';
import { maskPersonalNumbers } from './find-personal-numbers.ts';

type CommentRow = typeof comments.$inferSelect;
type Words = { authorId: string; isNameless: boolean; body: string; bodyHtml: string; reason?: string };

/** Keeps a version of an answer by somebody else than its author; with the first one, what the author had written. */
export async function keepRevision(tx: Transaction, comment: CommentRow, words: Words): Promise<void> {
  const { id: commentId, authorId, isNameless, body, bodyHtml, createdAt, editedAt } = comment;
  if (!(await lastRevision(tx, commentId)))
    await tx
      .insert(answerRevisions)
      .values({ commentId, authorId, isNameless, body, bodyHtml, createdAt: editedAt ?? createdAt });
  await tx.insert(answerRevisions).values({ commentId, ...words });
}

/** What authors change while nobody else has is theirs to take back, and leaves no version. */
export async function goOnWithRevisions(tx: Transaction, { id }: CommentRow, words: Words): Promise<void> {
  if (await lastRevision(tx, id)) await tx.insert(answerRevisions).values({ commentId: id, ...words });
}

async function lastRevision(db: Queryable, commentId: number) {
  const [last] = await db
    .select()
    .from(answerRevisions)
    .where(eq(answerRevisions.commentId, commentId))
    .orderBy(desc(answerRevisions.id))
    .limit(1);
  return last ?? null;
}

/** The version that stands, where somebody else than the author wrote it: they had to give a reason. */
async function findImprovement(db: Queryable, commentId: number) {
  const last = await lastRevision(db, commentId);
  return last && last.reason !== '' ? last : null;
}

/** Whose words a post shows: of an answer, who improved it last; null where their account is gone. */
export async function writerNow(tx: Queryable, { entityType, post }: LockedPost): Promise<string | null> {
  const improvement = entityType === 'COMMENT' ? await findImprovement(tx, post.id) : null;
  return (improvement ?? post).authorId;
}

/** From when on an author's time to edit an answer counts: once more from its improvement by somebody else. */
export const editableFrom = async (db: Queryable, commentId: number, createdAt: Date): Promise<Date> =>
  (await findImprovement(db, commentId))?.createdAt ?? createdAt;

/**
 * Newest first; the one version that there is where nobody has improved it. Personal numbers that an improvement took
 * out are masked. @throws AppError comment_not_found
 */
export async function listRevisions(
  db: Queryable,
  commentId: number,
  query: { page?: number | undefined; pageSize?: number | undefined; cursor?: string | undefined },
): Promise<Listing<Revision>> {
  const [comment] = await db
    .select()
    .from(comments)
    .where(and(eq(comments.id, commentId), sql`${comments.isLive}`));
  if (!comment) throw notFound('comment');
  const position = positionOf(query);
  const ofComment = eq(answerRevisions.commentId, commentId);
  const total = await db.$count(answerRevisions, ofComment);
  const rows: Omit<typeof answerRevisions.$inferSelect, 'commentId'>[] =
    total === 0
      ? [{ ...comment, reason: '', createdAt: comment.editedAt ?? comment.createdAt }].slice(offsetOf(position))
      : await db
          .select()
          .from(answerRevisions)
          .where(and(ofComment, position.after ? lt(answerRevisions.id, position.after.id) : undefined))
          .orderBy(desc(answerRevisions.id))
          .limit(position.pageSize + 1)
          .offset(offsetOf(position));
  const shown = rows.slice(0, position.pageSize);
  const people = await listPublicUsers(db, [...new Set(shown.flatMap(({ authorId }) => authorId ?? []))]);
  const items = shown.map(({ id, authorId, isNameless, body, bodyHtml, reason, createdAt }) => ({
    id,
    body: maskPersonalNumbers(body),
    bodyHtml: maskPersonalNumbers(bodyHtml),
    createdBy: isNameless ? null : (authorId && people.get(authorId)) || formerMember(),
    createdAt: createdAt.toISOString(),
    reason: maskPersonalNumbers(reason),
  }));
  return toListing(rows, position, { value: Math.max(1, total), isCapped: false }, items, ({ id }) => ({
    value: '0',
    id,
  }));
}
