import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { users } from '../../../database/schema.ts';
import { isAppError } from '../../../platform/wire/errors.ts';
import { percentDecoded } from '../../../platform/wire/piece-key.ts';
import { linkKinds, type LinkKind, type LinkResolver } from '../../../platform/markdown/render-markdown.server.ts';
import { renderCommunityText } from '../../communities/render-community-text.server.ts';
import type { QuestionFile } from '../../pieces/piece-files.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';
import { acceptAll, personOf, placesOf, storeComments, storeQuestions, storeReplies } from '../store-posts.server.ts';

const questionSource = 'content:questions';

type Saved = {
  outcome: 'created' | 'unchanged' | 'refused';
  reason?: string;
  problems?: string[];
  cacheTags: string[];
};

type QuestionToSave = { key: string; data: QuestionFile; body: string; runId?: number | undefined };

/** Insert only: later runs do not update it, since others may have answered. */
export async function saveQuestion(
  tx: Transaction,
  keys: SiteKeys,
  resolveLink: LinkResolver,
  given: QuestionToSave,
): Promise<Saved> {
  const to = { source: questionSource, runId: given.runId };
  const sourceId = numberOf(given.key);
  if ((await placesOf(tx, to, 'POST', [sourceId])).size > 0) return { outcome: 'unchanged', cacheTags: [] };
  const problems: string[] = [];
  let posts: ReturnType<typeof postsOf>;
  try {
    posts = postsOf(keys, resolveLink, given, problems);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { outcome: 'refused', reason: error.message, cacheTags: [] };
  }
  const { question, answers, replies } = posts;
  await storeQuestions(tx, to, [question]);
  const asked = await placesOf(tx, to, 'POST', [sourceId]);
  await storeComments(tx, to, 'COMMENT', answers, asked);
  const answerIds = answers.map((answer) => answer.sourceId);
  const answered = await placesOf(tx, to, 'COMMENT', answerIds);
  await storeReplies(tx, to, replies, answered);
  const accepted = answers.filter((_, index) => given.data.answers[index]!.accepted);
  await acceptAll(
    tx,
    accepted.map((answer) => ({
      questionId: asked.get(sourceId)!.entityId,
      commentId: answered.get(answer.sourceId)!.entityId,
    })),
  );
  return { outcome: 'created', problems, cacheTags: ['questions', 'asked', 'search'] };
}

/** @throws AppError where a text cannot be rendered */
function postsOf(keys: SiteKeys, resolveLink: LinkResolver, { key, data, body }: QuestionToSave, problems: string[]) {
  const post = (words: string, by: string, createdAt: Date, at: number[]) => {
    const text = withLinks(words.trim(), resolveLink, problems);
    const author = { ...personOf(`content\n${by}`), firstName: by, isSample: data.sample };
    return { body: text, bodyHtml: renderCommunityText(text), author, createdAt, sourceId: numberOf(key, ...at) };
  };
  const question = {
    ...post(body, data.by, data.askedAt, []),
    title: data.title,
    categoryIds: data.categories.map((one) => keys.categories.get(one)!.id),
    tags: data.tags,
    updatedAt: data.askedAt,
    isClosed: data.closed,
  };
  const answers = data.answers.map(({ text, by, at }, index) => ({
    ...post(text, by, at, [index]),
    parentId: question.sourceId,
  }));
  const replies = data.answers.flatMap((answer, index) =>
    answer.replies.map(({ text, by, at }, below) => ({
      ...post(text, by, at, [index, below]),
      parentId: answers[index]!.sourceId,
    })),
  );
  return { question, answers, replies };
}

/** Of a question, an answer, or a reply below it. */
const numberOf = (key: string, ...at: number[]) =>
  createHash('sha256')
    .update(`content\n${[key, ...at].join('\n')}`)
    .digest()
    .readUInt32BE(0) >>> 1;

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
