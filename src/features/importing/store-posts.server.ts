import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { comments, importedPosts, questions, replies, tags, users } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { countQuestions, documentOfQuestion } from '../communities/ask-question.server.ts';
import { indexDocuments } from '../search-index/index-document.server.ts';
import { ensureTags, tagKey } from '../tags/ensure-tags.server.ts';
import { noteNewTerms, unknownNames } from './runs/record-pieces.server.ts';

/** The `format` of runs that imported a dump: their posts name the run in `imported_posts`. */
export const dumpFormat = 'stackexchange';
export const sourceOf = (site: string) => `${dumpFormat}:${site}`;

/** Advisory lock: one import per site at a time, held for a batch's transaction. */
export const holdSite = (tx: Transaction, site: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${sourceOf(site)}))`);

/** An account without a number or address: nobody can sign in to it. */
export type Person = { id: string; memberNumber: number; firstName?: string; isSample?: boolean };

/** Deterministic from what names the person at the source. UUIDv7 like all user ids, with the zero timestamp. */
export function personOf(name: string): Person {
  const hash = createHash('sha256').update(name).digest();
  const bytes = Buffer.concat([Buffer.alloc(6), hash.subarray(0, 10)]);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, memberNumber: 1_000 + (hash.readUInt16BE(20) % 9_000) };
}

export type Written = {
  body: string;
  bodyHtml: string;
  sourceId: number;
  author: Person | null;
  createdAt: Date;
  editedAt?: Date | null;
  votes?: { up: number; down: number };
};
export type ImportedQuestion = Written & {
  title: string;
  categoryIds: number[];
  tags: string[];
  updatedAt: Date;
  isClosed: boolean;
};
export type AnsweredBefore = Written & { parentId: number };
export type Place = { entityType: PostType; entityId: number };
type Kind = 'POST' | 'COMMENT';
/** Where posts come from, and the run that brings them. */
export type PostTarget = { source: string; runId?: number | undefined };

/** Already imported posts by source id. */
export async function placesOf(
  db: Queryable,
  { source }: PostTarget,
  kind: Kind,
  sourceIds: number[],
): Promise<Map<number, Place>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .select({
      sourceId: importedPosts.sourceId,
      entityType: importedPosts.entityType,
      entityId: importedPosts.entityId,
    })
    .from(importedPosts)
    .where(
      and(
        eq(importedPosts.source, source),
        eq(importedPosts.kind, kind),
        inArray(importedPosts.sourceId, [...new Set(sourceIds)]),
      ),
    );
  return new Map(rows.map(({ sourceId, ...place }) => [sourceId, place]));
}

/** Titles by our question id; none for deleted ones. */
export async function titlesOf(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: questions.id, title: questions.title })
    .from(questions)
    .where(and(inArray(questions.id, ids), sql`${questions.deletedAt} is null`));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Their names may come later: Users.xml of a dump has them. */
export async function ensurePeople(tx: Queryable, posts: { author: Person | null; createdAt: Date }[]): Promise<void> {
  const rows = posts.flatMap(({ author, createdAt }) => (author ? [{ ...author, isImported: true, createdAt }] : []));
  if (rows.length > 0) await tx.insert(users).values(rows).onConflictDoNothing();
}

async function noteAll(
  tx: Transaction,
  to: PostTarget,
  kind: Kind,
  entityType: PostType,
  posts: (Written & { isClosed?: boolean })[],
  places: { id: number; questionId: number }[],
): Promise<void> {
  await tx.insert(importedPosts).values(
    posts.map(({ sourceId, isClosed }, index) => ({
      source: to.source,
      kind,
      sourceId,
      entityType,
      entityId: places[index]!.id,
      runId: to.runId,
      questionId: places[index]!.questionId,
      wasClosed: isClosed ?? null,
    })),
  );
}

const rowOf = ({ author, body, bodyHtml, createdAt, editedAt, votes = { up: 0, down: 0 } }: Written) => ({
  authorId: author?.id ?? null,
  body,
  bodyHtml,
  createdAt,
  editedAt,
  likeCount: votes.up,
  dislikeCount: votes.down,
});

/** Tags by key; those that did not exist before go with the run when it is undone. */
async function ensureRunTags(tx: Transaction, { runId }: PostTarget, names: string[]): Promise<Map<string, number>> {
  const fresh = await unknownNames(tx, tags.name, names.map(tagKey));
  const ids = await ensureTags(tx, names);
  if (runId !== undefined) await noteNewTerms(tx, runId, { tags: fresh, authors: [] });
  return ids;
}

export async function storeQuestions(tx: Transaction, to: PostTarget, posts: ImportedQuestion[]): Promise<void> {
  if (posts.length === 0) return;
  await ensurePeople(tx, posts);
  const tagIds = await ensureRunTags(
    tx,
    to,
    posts.flatMap((post) => post.tags),
  );
  const rows = posts.map((post) => ({
    ...rowOf(post),
    title: post.title,
    categoryIds: post.categoryIds,
    tagIds: [...new Set(post.tags.flatMap((name) => tagIds.get(tagKey(name)) ?? []))],
    updatedAt: post.updatedAt,
    isClosed: post.isClosed,
    bornOn: Math.floor(post.createdAt.getTime() / 86_400_000),
  }));
  const ids = await tx.insert(questions).values(rows).returning({ id: questions.id });
  await noteAll(
    tx,
    to,
    'POST',
    'QUESTION',
    posts,
    ids.map(({ id }) => ({ id, questionId: id })),
  );
  await indexDocuments(
    tx,
    rows.map((row, index) => documentOfQuestion({ ...row, id: ids[index]!.id })),
  );
  await countQuestions(tx, rows.length);
}

/** Stores comments on questions. @param parents by `parentId`; each must exist and be locked */
export async function storeComments(
  tx: Transaction,
  to: PostTarget,
  kind: Kind,
  posts: AnsweredBefore[],
  parents: Map<number, Place>,
): Promise<void> {
  if (posts.length === 0) return;
  await ensurePeople(tx, posts);
  const rows = posts.map((post) => ({ ...rowOf(post), questionId: parents.get(post.parentId)!.entityId }));
  const places = await tx.insert(comments).values(rows).returning({ id: comments.id, questionId: comments.questionId });
  await noteAll(tx, to, kind, 'COMMENT', posts, places);
  await tx.execute(sql`update questions set comment_count = comment_count + counted.n
    from (select id, count(*)::int as n from unnest(${sql.param(rows.map(({ questionId }) => questionId))}::int[]) as t(id) group by id) counted where questions.id = counted.id`);
}

/** Stores replies to comments. */
export async function storeReplies(
  tx: Transaction,
  to: PostTarget,
  posts: AnsweredBefore[],
  parents: Map<number, Place>,
): Promise<void> {
  if (posts.length === 0) return;
  await ensurePeople(tx, posts);
  const rows = posts.map((post) => ({ ...rowOf(post), commentId: parents.get(post.parentId)!.entityId }));
  const ids = await tx.insert(replies).values(rows).returning({ id: replies.id });
  const above = await tx
    .select({ id: comments.id, questionId: comments.questionId })
    .from(comments)
    .where(inArray(comments.id, [...new Set(rows.map(({ commentId }) => commentId))]));
  const questionOf = new Map(above.map(({ id, questionId }) => [id, questionId]));
  const places = ids.map(({ id }, index) => ({ id, questionId: questionOf.get(rows[index]!.commentId)! }));
  await noteAll(tx, to, 'COMMENT', 'REPLY', posts, places);
  await tx.execute(sql`update comments set reply_count = reply_count + counted.n
    from (select id, count(*)::int as n from unnest(${sql.param(rows.map(({ commentId }) => commentId))}::int[]) as t(id) group by id) counted where comments.id = counted.id`);
}

/**
 * The places that are still live, row-locked until the transaction ends; questions before comments, the global lock
 * order.
 */
export async function holdStanding(tx: Transaction, places: Map<number, Place>): Promise<Map<number, Place>> {
  const idsOf = (type: PostType) => [
    ...new Set([...places.values()].flatMap(({ entityType, entityId }) => (entityType === type ? [entityId] : []))),
  ];
  const hold = async (table: typeof questions | typeof comments, ids: number[]) =>
    ids.length === 0
      ? []
      : tx
          .select({ id: table.id })
          .from(table)
          .where(and(inArray(table.id, ids), sql`${table.deletedAt} is null`))
          .orderBy(table.id)
          .for('no key update');
  const standing = {
    QUESTION: new Set((await hold(questions, idsOf('QUESTION'))).map(({ id }) => id)),
    COMMENT: new Set((await hold(comments, idsOf('COMMENT'))).map(({ id }) => id)),
    REPLY: new Set<number>(),
  };
  return new Map([...places].filter(([, { entityType, entityId }]) => standing[entityType].has(entityId)));
}

/** Applies accepted answers. @returns questions that got their first one */
export async function acceptAll(
  tx: Transaction,
  pairs: { questionId: number; commentId: number }[],
): Promise<number[]> {
  if (pairs.length === 0) return [];
  const column = (name: keyof (typeof pairs)[number]) => sql.param(pairs.map((pair) => pair[name]));
  const { rows } = await tx.execute<{ id: number }>(sql`update questions q set accepted_comment_id = c.id
    from unnest(${column('questionId')}::int[], ${column('commentId')}::int[]) as pair(question_id, comment_id) join comments c on c.id = pair.comment_id and c.question_id = pair.question_id and c.is_live
    where q.id = pair.question_id and q.accepted_comment_id is null and q.is_live returning q.id`);
  return rows.map(({ id }) => id);
}
