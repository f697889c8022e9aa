import { z } from 'zod';
import {
  idFilter,
  isClose,
  languageFields,
  listOf,
  searchHit,
  oneOf,
  paging,
  safeText,
  sorting,
} from '../../platform/wire/wire.ts';
import { urgentHelplines } from '../helplines/helplines.contract.ts';
import { author } from '../authors/authors.contract.ts';
import { category } from '../categories/categories.contract.ts';
import { scheme } from '../schemes/schemes.contract.ts';
import { tag } from '../tags/tags.contract.ts';

/** The small form of categories within an article: child and related lists are empty. */
export const articleSummary = z.object({
  id: z.int(),
  contentType: z.literal('ARTICLE'),
  ...languageFields,
  title: z.string(),
  summary: z.string(),
  thumbnail: z.string().nullable(),
  createdBy: author,
  categories: z.array(category),
  tags: z.array(tag),
  canonicalUrl: z.string(),
  metaTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  /** These three are null for imported pieces without a date. */
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  lastCheckedAt: z.iso.datetime().nullable(),
  /** `official`: the site of the government or of the public body itself, not a newspaper or a private site. */
  sources: z.array(
    z.object({ title: z.string(), url: z.string(), readOn: z.string().optional(), official: z.boolean() }),
  ),
  coverFigure: z.object({ value: z.string(), note: z.string() }).nullable(),
  readingMinutes: z.int(),
  viewCount: z.int(),
  likeCount: z.int(),
  dislikeCount: z.int(),
  liked: z.boolean(),
  disliked: z.boolean(),
});
export type ArticleSummary = z.infer<typeof articleSummary>;

export const article = articleSummary.extend({ body: z.string(), bodyHtml: z.string(), scheme: scheme.nullable() });
export type Article = z.infer<typeof article>;

export const articleListQuery = z.strictObject({
  articleCategories: idFilter,
  articleTags: idFilter,
  articleAuthorId: idFilter,
  ...paging,
  ...sorting,
});
export type ArticleListQuery = z.infer<typeof articleListQuery>;

export const articleSearchQuery = articleListQuery.extend({ articleText: safeText(200).optional(), isClose });

export const recommendedQuery = z.strictObject({
  pageSize: paging.pageSize,
  articleId: idFilter,
  articleCategories: idFilter,
});

export const articleList = listOf(articleSummary);
export const articleSearchList = z.object({ ...urgentHelplines, ...listOf(articleSummary.extend(searchHit)).shape });
export const oneArticle = oneOf(article);
