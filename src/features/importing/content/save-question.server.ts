import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { comments, importedPosts, questions, replies, users } from '../../../database/schema.ts';
import { isAppError } from '../../../platform/wire/errors.ts';
import { percentDecoded } from '../../../platform/wire/piece-key.ts';
import { linkKinds, type LinkKind, type LinkResolver } from '../../../platform/markdown/render-markdown.server.ts';
import { countQuestions, indexQuestion } from '../../communities/ask-question.server.ts';
import { renderCommunityText } from '../../communities/render-community-text.server.ts';
import { ensureTags, tagKey } from '../../tags/ensure-tags.server.ts';
import type { QuestionFile } from '../../pieces/piece-files.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';

const questionSource = 'content:questions';

type Saved = {
  outcome: 'created' | 'unchanged' | 'refused';
  reason?: string;
  problems?: string[];
  cacheTags: string[];
};
type Words = { body: string; bodyHtml: string };

/** Insert only: later runs do not update it, since others may have answered. */
export async function saveQuestion(
  tx: Transaction,
  keys: SiteKeys,
  resolveLink: LinkResolver,
  { key, data, body, runId }: { key: string; data: QuestionFile; body: string; runId?: number | undefined },
): Promise<Saved> {
  const sourceId = numberOf(key);
  const known = await tx
    .select({ id: importedPosts.entityId })
    .from(importedPosts)
    .where(
      and(
        eq(importedPosts.source, questionSource),
        eq(importedPosts.kind, 'POST'),
        eq(importedPosts.sourceId, sourceId),
      ),
    );
  if (known.length > 0) return { outcome: 'unchanged', cacheTags: [] };

  const problems: string[] = [];
  const wordsOf = (text: string): Words => {
    const linked = withLinks(text.trim(), resolveLink, problems);
    return { body: linked, bodyHtml: renderCommunityText(linked) };
  };
  let texts: { question: Words; answers: (Words & { replies: Words[] })[] };
  try {
    texts = {
      question: wordsOf(body),
      answers: data.answers.map((answer) => ({
        ...wordsOf(answer.text),
        replies: answer.replies.map(({ text }) => wordsOf(text)),
      })),
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { outcome: 'refused', reason: error.message, cacheTags: [] };
  }
  const people = await ensurePeople(tx, data);
  const tagIds = await ensureTags(tx, data.tags);
  const [question] = await tx
    .insert(questions)
    .values({
      ...texts.question,
      title: data.title,
      authorId: people.get(data.by)!,
      categoryIds: data.categories.map((one) => keys.categories.get(one)!.id),
      tagIds: [...new Set(data.tags.flatMap((name) => tagIds.get(tagKey(name)) ?? []))],
      createdAt: data.askedAt,
      updatedAt: data.askedAt,
      bornOn: Math.floor(data.askedAt.getTime() / 86_400_000),
      isClosed: data.closed,
      commentCount: data.answers.length,
    })
    .returning();
  const posts: Post[] = [{ kind: 'POST', sourceId, entityType: 'QUESTION', entityId: question!.id }];
  for (const [at, answer] of data.answers.entries()) {
    const { replies: under, ...words } = texts.answers[at]!;
    const [comment] = await tx
      .insert(comments)
      .values({
        ...words,
        questionId: question!.id,
        authorId: people.get(answer.by)!,
        createdAt: answer.at,
        replyCount: answer.replies.length,
      })
      .returning({ id: comments.id });
    if (answer.accepted)
      await tx.update(questions).set({ acceptedCommentId: comment!.id }).where(eq(questions.id, question!.id));
    posts.push({ ...below(key, at), entityType: 'COMMENT', entityId: comment!.id });
    if (under.length === 0) continue;
    const replied = await tx
      .insert(replies)
      .values(
        answer.replies.map((reply, index) => ({
          ...under[index]!,
          commentId: comment!.id,
          authorId: people.get(reply.by)!,
          createdAt: reply.at,
        })),
      )
      .returning({ id: replies.id });
    for (const [index, { id }] of replied.entries())
      posts.push({ ...below(key, at, index), entityType: 'REPLY', entityId: id });
  }
  await noteOrigins(tx, question!, posts, runId);
  await indexQuestion(tx, question!);
  await countQuestions(tx, 1);
  return { outcome: 'created', problems, cacheTags: ['questions', 'asked', 'search'] };
}

type Post = Pick<typeof importedPosts.$inferInsert, 'kind' | 'sourceId' | 'entityType' | 'entityId'>;

const numberOf = (name: string) => hashOf(name).readUInt32BE(0) >>> 1;
/** Of an answer, or of a reply below it. */
const below = (key: string, ...at: number[]) => ({
  kind: 'COMMENT' as const,
  sourceId: numberOf([key, ...at].join('\n')),
});

/** By their origins the posts of an import are told from what people here added. */
async function noteOrigins(
  tx: Transaction,
  { id, isClosed }: Pick<typeof questions.$inferSelect, 'id' | 'isClosed'>,
  posts: Post[],
  runId: number | undefined,
): Promise<void> {
  await tx.insert(importedPosts).values(
    posts.map((post) => ({
      ...post,
      source: questionSource,
      runId,
      questionId: id,
      wasClosed: post.entityType === 'QUESTION' ? isClosed : null,
    })),
  );
}

/** Resolves `[text](article:key)` to the piece's address, or to the plain text where it does not exist. */
function withLinks(text: string, resolveLink: LinkResolver, problems: string[]): string {
  return text.replace(
    /\[([^\]\n]+)\]\(([a-z]+):([^#\s()<>"]+)\)/g,
    (whole, words: string, kind: string, key: string) => {
      if (!(linkKinds as readonly string[]).includes(kind)) return whole;
      const path = resolveLink(kind as LinkKind, key) ?? resolveLink(kind as LinkKind, percentDecoded(key));
      if (path === null) problems.push(`The link ${kind}:${key} leads to nothing that exists; its text stays.`);
      return path === null ? words : `[${words}](${path})`;
    },
  );
}

const hashOf = (text: string) => createHash('sha256').update(`content\n${text}`).digest();

/** Deterministic id from the name. UUIDv7 like all user ids, with the zero timestamp. */
function personId(name: string): string {
  const bytes = Buffer.concat([Buffer.alloc(6), hashOf(name).subarray(0, 10)]);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Accounts without a number or address: nobody can sign in to them. */
async function ensurePeople(
  tx: Transaction,
  { by, askedAt, answers, sample }: QuestionFile,
): Promise<Map<string, string>> {
  const since = new Map([[by, askedAt]]);
  for (const { by: name, at, replies: under } of answers) {
    if (!since.has(name)) since.set(name, at);
    for (const reply of under) if (!since.has(reply.by)) since.set(reply.by, reply.at);
  }
  const rows = [...since].map(([name, createdAt]) => ({
    id: personId(name),
    firstName: name,
    isImported: true,
    isSample: sample,
    memberNumber: 1_000 + (hashOf(name).readUInt16BE(20) % 9_000),
    createdAt,
  }));
  await tx.insert(users).values(rows).onConflictDoNothing();
  return new Map(rows.map(({ id, firstName }) => [firstName, id]));
}

/** Deletes the sample users with their posts; answers by others stay. @returns the number of questions deleted */
export async function takeOutSampleQuestions(
  tx: Transaction,
  forget: (tx: Transaction, userId: string) => Promise<string[]>,
): Promise<number> {
  const people = await tx.select({ id: users.id }).from(users).where(eq(users.isSample, true)).orderBy(users.id);
  const {
    rows: [counted],
  } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from questions join users on users.id = author_id where users.is_sample and deleted_at is null`,
  );
  for (const { id } of people) await forget(tx, id);
  await tx.delete(users).where(eq(users.isSample, true));
  // Their tombstones without replies.
  await tx.execute(sql`delete from comments c where c.deleted_at is not null and c.reply_count = 0
    and c.question_id in (select entity_id from imported_posts where source = ${questionSource} and entity_type = 'QUESTION')`);
  await tx.execute(sql`delete from questions q where q.deleted_at is not null and q.comment_count = 0
    and q.id in (select entity_id from imported_posts where source = ${questionSource} and entity_type = 'QUESTION') and not exists (select 1 from comments c where c.question_id = q.id)`);
  await tx.execute(sql`delete from imported_posts where source = ${questionSource}
    and not exists (select 1 from questions q where q.id = coalesce(question_id, entity_id) and q.deleted_at is null)`);
  return counted!.n;
}
