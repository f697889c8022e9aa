import { z } from 'zod';
import {
  defaultPageSize,
  idFilter,
  idParam,
  isClose,
  listOf,
  searchHit,
  maxPageSize,
  oneOf,
  paging,
  pagingInQuery,
  safeText,
  sorting,
} from '../../platform/wire/wire.ts';
import { urgentHelplines } from '../helplines/helplines.contract.ts';
import { category } from '../categories/categories.contract.ts';
import { districtsOf } from './districts.ts';
import { states } from '../schemes/facts.ts';
import { tag } from '../tags/tags.contract.ts';
import { publicUser } from '../users/users.contract.ts';
import { people } from '../../messages/problems.ts';
import { bidiControls, hasCharacters, markPile } from '../../platform/text/visible-text.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const postLimits = {
  title: { min: 10, max: 200 },
  questionBody: 10_000,
  answer: 5_000,
  categories: 5,
  tags: 5,
  district: 80,
} as const;
/** Hours after posting in which authors may edit their own post. */
export const editableHours = 24;
/** A question without an answer: when the newsroom is due to look at it, and when it is late. */
export const promisedHours = { due: 24, late: 48 } as const;
/** Stands in for a deleted account whose post stays because others have answered it. */
export const formerMember = () => ({
  id: '00000000-0000-0000-0000-000000000000',
  displayName: people.formerMember,
  imageUrl: null,
  mark: null,
});

const reacted = { likeCount: z.int(), dislikeCount: z.int(), liked: z.boolean(), disliked: z.boolean() };
// Null on a tombstone; `createdBy` also on an anonymous question, and on what its asker writes in its thread.
const written = {
  body: z.string().nullable(),
  bodyHtml: z.string().nullable(),
  createdBy: publicUser.nullable(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
};

export const question = z.object({
  id: z.int(),
  canonicalUrl: z.string(),
  title: z.string().nullable(),
  ...written,
  updatedAt: z.iso.datetime(),
  categories: z.array(category),
  tags: z.array(tag),
  commentCount: z.int(),
  shareCount: z.int(),
  ...reacted,
  acceptedCommentId: z.int().nullable(),
  isClosed: z.boolean(),
  isDeleted: z.boolean(),
  lang: z.string(),
  state: z.string().nullable(),
  district: z.string().nullable(),
  /** What the thread says in short, by the newsroom, and since when. */
  summaryHtml: z.string().nullable(),
  summarisedAt: z.iso.datetime().nullable(),
  isAnonymous: z.boolean(),
  /** Asked by the caller. */
  isOwn: z.boolean(),
  followerCount: z.int(),
  /** By the caller. */
  following: z.boolean(),
  /** Merged into this question, where its answers are. */
  duplicateOf: z.int().nullable(),
});
export type Question = z.infer<typeof question>;

export const comment = z.object({
  id: z.int(),
  questionId: z.int(),
  ...written,
  replyCount: z.int(),
  ...reacted,
  isAccepted: z.boolean(),
  isDeleted: z.boolean(),
  /** By somebody of the newsroom, on a day in India, against a source. */
  checked: z
    .object({ by: publicUser, on: z.iso.date(), source: z.object({ title: z.string(), url: z.string() }) })
    .nullable(),
  /** People who said that it worked for them. */
  workedCount: z.int(),
  /** By a trusted member, after whom the author has changed nothing; by nobody's name where that is the asker. */
  improved: z.object({ by: publicUser.nullable(), at: z.iso.datetime(), reason: z.string() }).nullable(),
});
export type Comment = z.infer<typeof comment>;

export const reply = z.object({ id: z.int(), commentId: z.int(), ...written, ...reacted, isDeleted: z.boolean() });
export type Reply = z.infer<typeof reply>;

const bodyId = z.int().min(1).max(2_147_483_647);
// A slip of the keyboard doubles a vowel sign, and is no reason to refuse a text.
const postText = (max: number, min = 0) =>
  safeText(max, min).refine((text) => !/\p{M}{6}/u.test(text), refusal('field.piledAccents'));
const someText = (max: number) => postText(max, 1).refine((text) => hasCharacters(text, 1), refusal('field.write'));
const title = safeText(postLimits.title.max, postLimits.title.min)
  // Phones put direction marks beside pasted numbers: removed, since nobody could see what to correct.
  .transform((text) => text.replace(bidiControls, ''))
  .refine((text) => hasCharacters(text, postLimits.title.min), refusal('field.writeMore', postLimits.title.min))
  .refine((text) => !markPile.test(text), refusal('field.piledAccents'));
const ids = (most: number) =>
  z
    .array(bodyId)
    .max(most)
    .transform((list) => [...new Set(list)]);

export const createQuestionInput = z
  .strictObject({
    title,
    body: postText(postLimits.questionBody).optional(),
    categoryIds: ids(postLimits.categories).optional(),
    tagIds: ids(postLimits.tags).optional(),
    /** The name stays with the site: no reader sees it. */
    isAnonymous: z.boolean().optional(),
    state: z.enum(states).optional(),
    /** A name of `districtsOf`. */
    district: safeText(postLimits.district, 1).optional(),
    /** Asked although one of the hints had been opened. */
    tookHint: z.boolean().optional(),
  })
  .refine(({ state, district }) => district === undefined || state !== undefined, {
    path: ['district'],
    ...refusal('field.stateToo'),
  })
  .refine(({ state, district }) => !state || !district || districtsOf[state].includes(district), {
    path: ['district'],
    ...refusal('field.noDistrict'),
  });
export type CreateQuestionInput = z.infer<typeof createQuestionInput>;
export const createCommentInput = z.strictObject({ questionId: bodyId, body: someText(postLimits.answer) });
export const createReplyInput = z.strictObject({ commentId: bodyId, body: someText(postLimits.answer) });

const isSomething = (input: object) => Object.values(input).some((value) => value !== undefined);
const nothingToChange = refusal('field.sendChange');
export const editQuestionInput = z
  .strictObject({ title: title.optional(), body: postText(postLimits.questionBody).optional() })
  .refine(isSomething, nothingToChange);
export type EditQuestionInput = z.infer<typeof editQuestionInput>;
export const editAnswerInput = z.strictObject({ body: someText(postLimits.answer) });
/** `reason`: needed of a trusted member, who changes another's words. `editedAt`: of the comment as it was read. */
export const editCommentInput = z.strictObject({
  ...editAnswerInput.shape,
  reason: someText(300)
    .transform((text) => text.replace(bidiControls, ''))
    .optional(),
  editedAt: z.iso.datetime().nullable().optional(),
});
export type EditCommentInput = z.infer<typeof editCommentInput>;
export const revision = z.object({
  id: z.int(),
  body: z.string(),
  bodyHtml: z.string(),
  /** Null for the asker of an anonymous question. */
  createdBy: publicUser.nullable(),
  createdAt: z.iso.datetime(),
  reason: z.string(),
});
export type Revision = z.infer<typeof revision>;

/** `source`: null takes the check back. */
export const checkInput = z.strictObject({
  source: z
    .strictObject({
      title: someText(200).transform((text) => text.replace(bidiControls, '')),
      url: z
        .url({ protocol: /^https?$/, abort: true })
        .max(2_000)
        // 'https://egazette.gov.in@evil.example'
        .refine((url) => !/[\s\p{Cc}]/u.test(url) && !/^[^/]*\/\/[^/?#]*@/.test(url), refusal('piece.webAddress')),
    })
    .nullable(),
  note: postText(1_000).optional(),
  /** Of the comment as it was read: it may have changed since. */
  editedAt: z.iso.datetime().nullable().optional(),
});
export type CheckInput = z.infer<typeof checkInput>;
/** `summary`: null takes it away. `summarisedAt`: of the summary that this one replaces, as it was read. */
export const summaryInput = z.strictObject({
  summary: someText(2_000).nullable(),
  summarisedAt: z.iso.datetime().nullable().optional(),
});
export type SummaryInput = z.infer<typeof summaryInput>;
export const workedInput = z.strictObject({ worked: z.boolean(), state: z.enum(states).optional() });
export type WorkedInput = z.infer<typeof workedInput>;
export const workedTally = oneOf(z.object({ workedCount: z.int(), byState: z.record(z.string(), z.int()) }));
export type WorkedTally = z.infer<typeof workedTally>['data'];

export const acceptInput = z.strictObject({ commentId: bodyId.nullable() });
/** Null undoes a merge, or takes proposals back. */
export const duplicateInput = z.strictObject({ duplicateOf: bodyId.nullable() });
export const closeInput = z.strictObject({ isClosed: z.boolean() });

/** `GATHERED`: without an answer, asked for an office hour that is not over, by votes. */
export const recentFilters = ['RECENT', 'UNANSWERED', 'POPULAR', 'GATHERED'] as const;
export type RecentFilter = (typeof recentFilters)[number];
export const recentQuery = z.strictObject({
  ...paging,
  filter: z.enum(recentFilters).optional(),
  categoryIds: idFilter,
  tagIds: idFilter,
});
export type RecentQuery = z.infer<typeof recentQuery>;

/** Comments and replies are paged by `size`: the product's existing API names it so. */
export const threadQuery = z.strictObject({
  page: paging.page,
  size: z.int().min(1).max(maxPageSize).optional().describe(`${defaultPageSize} when absent`),
  cursor: paging.cursor,
});

const questionSearch = z.strictObject({
  questionText: safeText(200).optional(),
  isClose,
  ...paging,
  ...sorting,
  categoryIds: idFilter,
  tagIds: idFilter,
  /** Named as in the other two searches (`articleCategories`, `videoTags`). */
  questionCategories: idFilter,
  questionTags: idFilter,
});
export type QuestionSearchQuery = Omit<z.infer<typeof questionSearch>, 'questionCategories' | 'questionTags'>;
export const questionSearchQuery = questionSearch.transform(
  ({ questionCategories, questionTags, ...query }): QuestionSearchQuery => ({
    ...query,
    categoryIds: query.categoryIds ?? questionCategories,
    tagIds: query.tagIds ?? questionTags,
  }),
);

export const revisionsQuery = z.strictObject({ ...pagingInQuery, cursor: paging.cursor });

/** The product's existing clients send `user_id`. It is ignored: only the session identifies the caller. */
export const asUser = z.object({ user_id: safeText(200).optional() });
export const idOnly = z.object({ id: idParam });

/** Ids of the posts on a page; the answer tells which of them are the viewer's own. */
export const mineInput = z.strictObject({
  commentIds: z.array(bodyId).max(maxPageSize),
  replyIds: z.array(bodyId).max(4 * maxPageSize),
});
export type MineInput = z.infer<typeof mineInput>;
/** For example `COMMENT-12`. */
export const mine = oneOf(
  z.object({
    liked: z.array(z.string()),
    disliked: z.array(z.string()),
    own: z.array(z.string()),
    /** Answers that worked for the caller. */
    worked: z.array(z.string()),
    following: z.boolean(),
    mayModerate: z.boolean(),
  }),
);

export const oneQuestion = oneOf(question);
export const oneComment = oneOf(comment);
export const oneReply = oneOf(reply);
export const deletedPost = oneOf(z.object({ id: z.int() }));
export const shared = oneOf(z.object({ shareCount: z.int() }));
export const questionList = listOf(question);
export const questionSearchList = z.object({ ...urgentHelplines, ...listOf(question.extend(searchHit)).shape });
export const commentList = listOf(comment);
export const replyList = listOf(reply);
export const revisionList = listOf(revision);
