import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { comments, questions, replies, tags } from '../../database/schema.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { mapCategories } from '../categories/categories.queries.server.ts';
import { followedQuestions, questionFollowers } from '../follows/followers.queries.server.ts';
import { flagsOf, reactionsById } from '../reactions/reactions.queries.server.ts';
import { defaultLanguage } from '../../platform/settings/site-languages.ts';
import { languageOfText } from '../../ui/format.ts';
import type { Tag } from '../tags/tags.contract.ts';
import { presentTag } from '../tags/tags.queries.server.ts';
import { personColumn, type StoredPerson, toPublicUser } from '../users/users.queries.server.ts';
import { presentTrust, trustColumns, type TrustRow } from './answer-trust.queries.server.ts';
import { type Comment, formerMember, type Question, type Reply } from './communities.contract.ts';

export const questionColumns = {
  id: questions.id,
  authorId: questions.authorId,
  title: questions.title,
  body: questions.body,
  bodyHtml: questions.bodyHtml,
  categoryIds: questions.categoryIds,
  tagIds: questions.tagIds,
  createdAt: questions.createdAt,
  editedAt: questions.editedAt,
  updatedAt: questions.updatedAt,
  commentCount: questions.commentCount,
  likeCount: questions.likeCount,
  dislikeCount: questions.dislikeCount,
  shareCount: questions.shareCount,
  acceptedCommentId: questions.acceptedCommentId,
  isClosed: questions.isClosed,
  // A merged question is in no list but its asker's, and answers by its id as it was.
  isLive: sql<boolean>`(${questions.isLive} or ${questions.duplicateOf} is not null)`,
  duplicateOf: questions.duplicateOf,
  isAnonymous: questions.isAnonymous,
  state: questions.state,
  district: questions.district,
  summaryHtml: questions.summaryHtml,
  summarisedAt: questions.summarisedAt,
  followerCount: questionFollowers,
  author: personColumn,
};
export const commentColumns = {
  id: comments.id,
  questionId: comments.questionId,
  authorId: comments.authorId,
  body: comments.body,
  bodyHtml: comments.bodyHtml,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  replyCount: comments.replyCount,
  likeCount: comments.likeCount,
  dislikeCount: comments.dislikeCount,
  isLive: comments.isLive,
  isNameless: comments.isNameless,
  ...trustColumns,
  author: personColumn,
};
export const replyColumns = {
  id: replies.id,
  commentId: replies.commentId,
  authorId: replies.authorId,
  body: replies.body,
  bodyHtml: replies.bodyHtml,
  createdAt: replies.createdAt,
  editedAt: replies.editedAt,
  likeCount: replies.likeCount,
  dislikeCount: replies.dislikeCount,
  isLive: replies.isLive,
  isNameless: replies.isNameless,
  author: personColumn,
};

// Joined with a left join: null for a deleted account.
type Writer = { author: StoredPerson | null };
type Row<Table extends typeof questions | typeof comments | typeof replies, Columns> = Pick<
  Table['$inferSelect'],
  Exclude<keyof Columns, keyof Writer> & keyof Table['$inferSelect']
> &
  Writer;
export type QuestionRow = Row<typeof questions, typeof questionColumns> & { followerCount: number };
export type CommentRow = Row<typeof comments, typeof commentColumns> & TrustRow;
export type ReplyRow = Row<typeof replies, typeof replyColumns>;

const isWithoutName = (row: QuestionRow | CommentRow | ReplyRow) =>
  'isAnonymous' in row ? row.isAnonymous : row.isNameless;

/** Fields common to all posts; a tombstone keeps its position and counts but none of its content. */
function presentPost(row: QuestionRow | CommentRow | ReplyRow, reacted: Map<number, boolean>) {
  return {
    id: row.id,
    body: row.isLive ? row.body : null,
    bodyHtml: row.isLive ? row.bodyHtml : null,
    createdBy: row.isLive && !isWithoutName(row) ? (row.author ? toPublicUser(row.author) : formerMember()) : null,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    likeCount: row.likeCount,
    dislikeCount: row.dislikeCount,
    ...flagsOf(reacted, row.id),
    isDeleted: !row.isLive,
  };
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

async function mapTags(db: Queryable, ids: number[]): Promise<Map<number, Tag>> {
  if (ids.length === 0) return new Map();
  return new Map((await db.select().from(tags).where(inArray(tags.id, ids))).map((row) => [row.id, presentTag(row)]));
}

/** At most four queries, however many questions: no N+1. */
export async function presentQuestions(
  db: Queryable,
  rows: QuestionRow[],
  viewerId: string | null,
): Promise<Question[]> {
  const categoriesById = rows.some(({ categoryIds }) => categoryIds.length > 0) ? await mapCategories(db) : new Map();
  const tagsById = await mapTags(db, [...new Set(rows.flatMap(({ tagIds }) => tagIds))]);
  const reacted = await reactionsById(db, viewerId, 'QUESTION', idsOf(rows));
  const followed = await followedQuestions(db, viewerId, idsOf(rows));
  return rows.map((row) => ({
    ...presentPost(row, reacted),
    // What it asked is read where it leads.
    ...(row.duplicateOf === null ? {} : { body: null, bodyHtml: null }),
    canonicalUrl: questionPath(row.isLive ? row.title : '', row.id),
    title: row.isLive ? row.title : null,
    updatedAt: row.updatedAt.toISOString(),
    categories: row.isLive ? row.categoryIds.flatMap((id) => categoriesById.get(id) ?? []) : [],
    tags: row.isLive
      ? row.tagIds.flatMap((id) => tagsById.get(id) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))
      : [],
    commentCount: row.commentCount,
    shareCount: row.shareCount,
    acceptedCommentId: row.acceptedCommentId,
    isClosed: row.isClosed,
    lang: languageOfText(row.title) ?? defaultLanguage(),
    state: row.isLive ? row.state : null,
    district: row.isLive ? row.district : null,
    summaryHtml: row.isLive ? row.summaryHtml : null,
    summarisedAt: row.isLive ? (row.summarisedAt?.toISOString() ?? null) : null,
    isAnonymous: row.isAnonymous,
    isOwn: viewerId !== null && row.authorId === viewerId,
    followerCount: row.followerCount,
    following: followed.has(row.id),
    duplicateOf: row.duplicateOf,
  }));
}

export async function presentComments(
  db: Queryable,
  rows: CommentRow[],
  acceptedId: number | null,
  viewerId: string | null,
): Promise<Comment[]> {
  const reacted = await reactionsById(db, viewerId, 'COMMENT', idsOf(rows));
  return rows.map((row) => ({
    ...presentPost(row, reacted),
    questionId: row.questionId,
    replyCount: row.replyCount,
    isAccepted: row.id === acceptedId,
    ...presentTrust(row.isLive ? row : { check: null, workedCount: 0, improvement: null }),
  }));
}

export async function presentReplies(db: Queryable, rows: ReplyRow[], viewerId: string | null): Promise<Reply[]> {
  const reacted = await reactionsById(db, viewerId, 'REPLY', idsOf(rows));
  return rows.map((row) => ({ ...presentPost(row, reacted), commentId: row.commentId }));
}
