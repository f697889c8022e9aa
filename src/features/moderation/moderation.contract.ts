import { z } from 'zod';
import { idParam, listOf, oneOf, paging, pagingInQuery, safeText } from '../../platform/wire/wire.ts';
import { publicUser } from '../users/users.contract.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const postTypes = ['QUESTION', 'COMMENT', 'REPLY'] as const;
export const reportReasons = ['SPAM', 'ABUSE', 'SCAM', 'PRIVATE', 'WRONG', 'OTHER'] as const;
export const acts = ['HIDE', 'RESTORE', 'DELETE', 'CLOSE', 'SUSPEND', 'LIFT'] as const;
/** What a moderator does to many posts at once, and to how many. */
export const actsTogether = ['RESTORE', 'HIDE', 'DELETE'] as const;
export const mostTogether = 50;
/** Merges have a call of their own; the site alone holds a post. */
export const loggedActs = [...acts, 'MERGE', 'UNMERGE', 'HOLD'] as const;
/** Reports by this many trusted members hide a post until a moderator decides. */
export const reportsThatHide = 3;
export const longestSuspension = 365;

const entity = { entityType: z.enum(postTypes), entityId: z.int().min(1).max(2_147_483_647) };

export const reportInput = z.strictObject({
  ...entity,
  reason: z.enum(reportReasons),
  note: safeText(1_000).optional(),
});
export type ReportInput = z.infer<typeof reportInput>;
export const oneReport = oneOf(z.object({ ...entity, reason: z.enum(reportReasons) }));

export const actInput = z
  .strictObject({
    ...entity,
    act: z.enum(acts),
    reason: safeText(500, 1).refine((text) => text.trim() !== '', refusal('field.sayWhy')),
    days: z.int().min(1).max(longestSuspension).optional(),
    keepsPost: z.boolean().optional().describe('With SUSPEND: the post stays where it stands.'),
    keepsNothing: z.boolean().optional().describe('With DELETE: no sealed copy, where a law forbids even that.'),
    afterAct: z
      .int()
      .min(0)
      .optional()
      .describe(
        'The newest act on this post or its author that the caller has seen (0: none); 409 where there is a newer one.',
      ),
  })
  .refine(({ act, days }) => (act === 'SUSPEND') === (days !== undefined), {
    path: ['days'],
    ...refusal('field.suspensionDays'),
  })
  .refine(({ act, keepsPost }) => act === 'SUSPEND' || keepsPost === undefined, {
    path: ['keepsPost'],
    ...refusal('field.suspensionPost'),
  })
  .refine(({ act, keepsNothing }) => act === 'DELETE' || keepsNothing === undefined, {
    path: ['keepsNothing'],
    ...refusal('field.deletionOnly'),
  })
  .refine(({ act, entityType }) => act !== 'CLOSE' || entityType === 'QUESTION', {
    path: ['act'],
    ...refusal('field.closeOnly'),
  });
export type ActInput = z.infer<typeof actInput>;

export const moderationAct = z.object({
  id: z.int(),
  act: z.enum(loggedActs),
  ...entity,
  reason: z.string(),
  days: z.int().nullable(),
  keepsPost: z.boolean(),
  keepsNothing: z.boolean(),
  createdAt: z.iso.datetime(),
  /** True where three reports hid it automatically, without a moderator. */
  isByReports: z.boolean(),
});
export type ModerationActView = z.infer<typeof moderationAct>;
export const oneAct = oneOf(moderationAct);

export const actsQuery = z.strictObject({ entityType: z.enum(postTypes), entityId: idParam });
export const actsList = z.object({ data: z.array(moderationAct) });

export const queueQuery = z.strictObject({ ...pagingInQuery, cursor: paging.cursor });
export type QueueQuery = z.infer<typeof queueQuery>;

export const queueEntry = z.object({
  ...entity,
  questionId: z.int(),
  canonicalUrl: z.string(),
  title: z.string(),
  body: z.string(),
  bodyHtml: z.string(),
  createdBy: publicUser.nullable(),
  createdAt: z.iso.datetime(),
  isHidden: z.boolean(),
  isClosed: z.boolean(),
  reportCount: z.int(),
  /** At most twenty. */
  reports: z.array(
    z.object({
      reason: z.enum([...reportReasons, 'DUPLICATE']),
      note: z.string(),
      createdAt: z.iso.datetime(),
      isOfStanding: z.boolean(),
      /** A proposal to merge it into this question; null with other reasons. */
      duplicateOf: z.int().nullable(),
    }),
  ),
  firstReportedAt: z.iso.datetime().nullable(),
  /** Null for a deleted account. */
  author: z
    .object({
      joinedAt: z.iso.datetime(),
      suspendedUntil: z.iso.datetime().nullable(),
      /** The latest few acts on anything that the author wrote. */
      acts: z.array(moderationAct),
    })
    .nullable(),
});
export type QueueEntry = z.infer<typeof queueEntry>;
export const queue = listOf(queueEntry);
