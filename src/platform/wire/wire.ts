import { z } from 'zod';
import './plain-problems.ts';
import { plainLine } from '../text/visible-text.ts';
import { refusal } from './problem.ts';

// Schemas shared by all API calls: lists, paging, ids in payloads, safe text.

export const maxPageSize = 50;
export const defaultPageSize = 10;

/** Untrusted text without NUL and lone surrogates, which PostgreSQL rejects. */
export const safeText = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), refusal('field.badCharacter'));

/** The payload of a call without fields: absent or empty. */
export const noFields = z.strictObject({}).nullish();

/** Optional; null and an empty text count as absent, because forms and older clients send a field empty. */
export const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => undefined), schema])
    .nullish()
    .transform((value) => value ?? undefined);

/** Titles and names in files and in the studio: a single line, cleaned of what changes how it is drawn. */
export const line = (max: number, min = 1) =>
  safeText(max, min)
    .refine((text) => !/[\n\r]/.test(text), refusal('field.oneLine'))
    .transform(plainLine)
    .refine((text) => text.length >= min, refusal('field.missing'));

export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, refusal('field.positive'))
  .transform(Number)
  .refine((id) => id <= 2_147_483_647, refusal('field.positive'));

const oneOrMoreIds = z.union([z.number(), safeText(600)]);
/** Ids in search payloads: a number, a string of one id or of several joined by commas, or a list of these; up to 50. */
export const idList = z.union([oneOrMoreIds, z.array(oneOrMoreIds).max(50)]).transform((sent, context) => {
  const ids = [sent].flat().flatMap((part) =>
    String(part)
      .split(',')
      .map((id) => id.trim()),
  );
  if (ids.length > 50 || ids.some((id) => !/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2_147_483_647)) {
    context.addIssue({ code: 'custom', ...refusal('field.idList') });
    return z.NEVER;
  }
  return [...new Set(ids.map(Number))];
});
/** Absent or an empty list: all. */
export const idFilter = idList.transform((ids) => (ids.length === 0 ? undefined : ids)).optional();

export const paging = {
  /** Without an upper bound of its own: a page past the end is an empty list. */
  page: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(maxPageSize).optional(),
  cursor: safeText(200, 1).optional(),
};

const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, refusal('field.positive'))
    .transform(Number)
    .refine((value) => value <= most, refusal('field.atMost', most))
    .optional();
/** `page` and `pageSize` in a query string. */
export const pagingInQuery = { page: wholeNumber(Number.MAX_SAFE_INTEGER), pageSize: wholeNumber(maxPageSize) };

export const sorting = {
  sortKey: z.enum(['CREATED_AT', 'UPDATED_AT', 'PUBLISHED_AT', 'VIEWS', 'RELEVANCE']).optional(),
  sortOrder: z.enum(['ASC', 'DESC']).optional(),
};
export type SortKey = 'CREATED_AT' | 'UPDATED_AT' | 'PUBLISHED_AT' | 'VIEWS' | 'RELEVANCE';
export type SortOrder = 'ASC' | 'DESC';

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
    totalIsCapped: z.boolean(),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  });

/** What a search adds to an item. `foundAs`: words of the query, and the other words for them that this item has. */
/** Of a search for what is suggested beside a text: nothing there is better than something unlike it. */
export const isClose = z
  .boolean()
  .optional()
  .describe('Only what is about the text; of a danger to somebody, only what helps against it, and no question');

export const searchHit = {
  highlight: z.string().nullable(),
  foundAs: z.array(z.object({ typed: z.string(), found: z.string() })),
};

export type Listing<Item> = {
  data: Item[];
  page: number;
  pageSize: number;
  total: number;
  totalIsCapped: boolean;
  hasMore: boolean;
  nextCursor: string | null;
};

export const oneOf = <Item extends z.ZodType>(item: Item) => z.object({ data: item });

export const errorCodes = [
  'invalid_json',
  'validation_failed',
  'unknown_field',
  'code_invalid',
  'unauthenticated',
  'forbidden',
  'foreign_origin',
  'route_not_found',
  'method_not_allowed',
  'article_not_found',
  'video_not_found',
  'category_not_found',
  'tag_not_found',
  'author_not_found',
  'webstory_not_found',
  'page_not_found',
  'question_not_found',
  'comment_not_found',
  'reply_not_found',
  'profile_not_found',
  'session_not_found',
  'push_not_found',
  'cta_not_found',
  'scam_not_found',
  'fact_not_found',
  'decision_not_found',
  'appeal_not_found',
  'revision_not_found',
  'preview_not_found',
  'media_not_found',
  'person_not_found',
  'invitation_not_found',
  'helper_not_found',
  'newsletter_not_found',
  'procedure_not_found',
  'complaint_not_found',
  'import_not_found',
  'conflict',
  'not_approved',
  'idempotency_mismatch',
  'in_progress',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const errorBody = z.object({
  status: z.int(),
  code: z.enum(errorCodes),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  current: z.looseObject({}).optional().describe('With a conflict in the studio: what stands there now.'),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** Fields of a piece in the API: its language, and its live translations. */
export const languageFields = {
  lang: z.string(),
  translations: z.array(z.object({ lang: z.string(), id: z.int(), canonicalUrl: z.string() })),
};
