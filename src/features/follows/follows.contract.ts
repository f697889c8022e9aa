import { z } from 'zod';
import { refusal } from '../../platform/wire/problem.ts';
import { listOf, oneOf, paging, pagingInQuery, safeText } from '../../platform/wire/wire.ts';

/** Of one account. */
export const mostFollows = 500;
export const followedTypes = ['QUESTION', 'ARTICLE', 'VIDEO', 'CATEGORY', 'TAG', 'STATE', 'USER'] as const;
export type FollowedType = (typeof followedTypes)[number];
/** As the calls give it: a number, but for a State and a person. */
export const wireIdOf = (type: FollowedType, id: string): number | string => (isNumbered(type) ? Number(id) : id);
export const isPiece = (type: FollowedType | null): type is 'ARTICLE' | 'VIDEO' =>
  type === 'ARTICLE' || type === 'VIDEO';
export const isNumbered = (type: FollowedType): boolean => type !== 'STATE' && type !== 'USER';

export const followedId = z.union([z.int().min(1).max(2_147_483_647), safeText(60, 1)]);

/** The desired state, so the call is idempotent. */
export const followInput = z
  .strictObject({ entityType: z.enum(followedTypes), entityId: followedId, following: z.boolean() })
  .refine(({ entityType, entityId: id }) => isNumbered(entityType) === (typeof id === 'number'), {
    path: ['entityId'],
    ...refusal('field.followed'),
  });
export type FollowInput = z.infer<typeof followInput>;

export const followState = z.object({ following: z.boolean(), followerCount: z.int() });
export type FollowState = z.infer<typeof followState>;
export const oneFollowState = oneOf(followState);

export const followsQuery = z.strictObject({
  ...pagingInQuery,
  cursor: paging.cursor,
  /** With `entityId`, whether this one is among them. */
  entityType: z.enum(followedTypes).optional(),
  entityId: safeText(60, 1).optional(),
});
export type FollowsQuery = z.infer<typeof followsQuery>;

export const follow = z.object({
  entityType: z.enum(followedTypes),
  entityId: followedId,
  /** Null for what is no longer there. */
  title: z.string().nullable(),
  canonicalUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Follow = z.infer<typeof follow>;
export const followList = listOf(follow);
