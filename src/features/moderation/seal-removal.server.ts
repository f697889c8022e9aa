import { and, eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { questions, sealedFiles, sealedRemovals } from '../../database/schema.ts';
import type { SealedKind } from '../../database/tables/sealed.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { seal, sealBytes } from '../../platform/guard/seal.server.ts';
import { writerNow } from '../communities/answer-revisions.server.ts';
import type { LockedPost } from '../communities/change-life.server.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';

type Secret = Pick<Config, 'authSecret'>;

export const sealKey = ({ authSecret }: Secret) => ({ authSecret, use: 'sealed removals' as const });
export const sealId = (kind: SealedKind, entityId: string, ...part: (string | number)[]) =>
  [kind, entityId, ...part].join('\n');
/** Retention of removed content that the IT Rules require. */
const sealDays = 180;

/** Retains removed content encrypted; a second removal of the same thing replaces the first. @returns the seal's id */
export async function sealRemoval(
  config: Secret,
  tx: Queryable,
  { kind, entityId, reason, content }: { kind: SealedKind; entityId: string; reason: string; content: object },
): Promise<number> {
  await breakSeal(tx, kind, entityId);
  const [row] = await tx
    .insert(sealedRemovals)
    .values({
      kind,
      entityId,
      reason,
      content: seal(sealKey(config), sealId(kind, entityId), content),
      expiresAt: sql`now() + make_interval(days => ${sealDays})`,
    })
    .returning({ id: sealedRemovals.id });
  return row!.id;
}

type SealedPlace = { id: number; kind: SealedKind; entityId: string };

/** @param path relative to `/media/` @param parts its bytes, in chunks that fit into memory */
export async function sealFile(
  config: Secret,
  tx: Queryable,
  { id, kind, entityId }: SealedPlace,
  path: string,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  let part = 0;
  for await (const bytes of parts) {
    const content = sealBytes(sealKey(config), sealId(kind, entityId, path, part), bytes);
    await tx.insert(sealedFiles).values({ removalId: id, path, part, content });
    part += 1;
  }
}

/** Deletes the retained copy: the content is live again, or a law forbids keeping it. */
export async function breakSeal(tx: Queryable, kind: SealedKind, entityId: string): Promise<void> {
  await tx.delete(sealedRemovals).where(and(eq(sealedRemovals.kind, kind), eq(sealedRemovals.entityId, entityId)));
}

/**
 * Call it before the post is hidden or erased, in the same transaction: the copy must outlive the post and the account.
 */
export async function sealPost(config: Secret, tx: Queryable, locked: LockedPost, reason: string): Promise<void> {
  const { entityType, post, question, comment } = locked;
  const { body, createdAt, editedAt } = post;
  const authorId = await writerNow(tx, locked);
  const people = await listPublicUsers(tx, authorId === null ? [] : [authorId]);
  const [asked] =
    entityType === 'QUESTION' ? await tx.select().from(questions).where(eq(questions.id, post.id)) : [undefined];
  await sealRemoval(config, tx, {
    kind: entityType,
    entityId: String(post.id),
    reason,
    content: {
      ...(asked ? { title: asked.title, categoryIds: asked.categoryIds, tagIds: asked.tagIds } : {}),
      body,
      questionId: question.id,
      commentId: comment?.id ?? null,
      author: authorId && { id: authorId, name: people.get(authorId)?.displayName ?? null },
      createdAt,
      editedAt,
    },
  });
}

/** Deletes seals past their retention. */
export async function sweepSeals(db: Queryable): Promise<void> {
  await db.delete(sealedRemovals).where(lt(sealedRemovals.expiresAt, sql`now()`));
}
