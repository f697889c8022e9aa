import { z } from 'zod';
import { oneOf, safeText } from '../../platform/wire/wire.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const entityTypes = ['QUESTION', 'COMMENT', 'REPLY', 'ARTICLE', 'VIDEO'] as const;

/** The desired state, so the call is idempotent. */
export const reactionInput = z
  .strictObject({
    entityType: z.enum(entityTypes),
    entityId: z.int().min(1).max(2_147_483_647),
    liked: z.boolean(),
    disliked: z.boolean(),
    /** Where given, it must be the viewer's own id. */
    user_id: safeText(200).optional(),
  })
  .refine(({ liked, disliked }) => !(liked && disliked), {
    path: ['disliked'],
    ...refusal('field.likeOrDislike'),
  });

export const reactionState = z.object({
  likeCount: z.int(),
  dislikeCount: z.int(),
  liked: z.boolean(),
  disliked: z.boolean(),
});
export type ReactionState = z.infer<typeof reactionState>;
export const oneReactionState = oneOf(reactionState);
