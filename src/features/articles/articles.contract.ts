import { z } from 'zod';
import { idList, listOf, oneOf, paging, safeText, sorting } from '../../platform/wire.ts';
import { author } from '../authors/authors.contract.ts';
import { category } from '../categories/categories.contract.ts';
import { scheme } from '../schemes/schemes.contract.ts';
import { tag } from '../tags/tags.contract.ts';

/** A category as an article carries it: the small form, lists empty. */
export const articleSummary = z.object({
  id: z.int(),
  contentType: z.literal('ARTICLE'),
  title: z.string(),
  summary: z.string(),
  thumbnail: z.string().nullable(),
  createdBy: author,
  categories: z.array(category),
  tags: z.array(tag),
  canonicalUrl: z.string(),
  metaTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastCheckedAt: z.iso.datetime().nullable(),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
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
  articleCategories: idList.optional(),
  articleTags: idList.optional(),
  articleAuthorId: idList.optional(),
  ...paging,
  ...sorting,
});
export type ArticleListQuery = z.infer<typeof articleListQuery>;

export const articleSearchQuery = articleListQuery.extend({ articleText: safeText(200).optional() });

export const recommendedQuery = z.strictObject({
  pageSize: paging.pageSize,
  // A number, as ids are wherever nothing is searched for; a text too, as beside it.
  articleId: z
    .union([
      z
        .int()
        .min(1)
        .max(2_147_483_647)
        .transform((id) => [id]),
      idList,
    ])
    .optional(),
  articleCategories: idList.optional(),
});

export const articleList = listOf(articleSummary);
export const articleSearchList = listOf(articleSummary.extend({ highlight: z.string().nullable() }));
export const oneArticle = oneOf(article);
