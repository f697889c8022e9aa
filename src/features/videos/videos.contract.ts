import { z } from 'zod';
import {
  idFilter,
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
import { tag } from '../tags/tags.contract.ts';

export const video = z.object({
  id: z.int(),
  contentType: z.literal('VIDEO'),
  ...languageFields,
  title: z.string(),
  description: z.string(),
  createdBy: author,
  videoUrl: z.string(),
  captionsUrl: z.string().nullable(),
  thumbnail: z.string().nullable(),
  durationSeconds: z.int(),
  categories: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      alias: z.string(),
      imageUrl: z.string().nullable(),
      canonicalUrl: z.string(),
      filterDTO: z.null(),
    }),
  ),
  tags: z.array(tag),
  canonicalUrl: z.string(),
  metaTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  viewCount: z.int(),
  likeCount: z.int(),
  dislikeCount: z.int(),
  liked: z.boolean(),
  disliked: z.boolean(),
});
export type Video = z.infer<typeof video>;

export const videoListQuery = z.strictObject({
  videoCategories: idFilter,
  videoTags: idFilter,
  ...paging,
  ...sorting,
});
export type VideoListQuery = z.infer<typeof videoListQuery>;

export const videoSearchQuery = videoListQuery.extend({ videoText: safeText(200).optional() });

export const videoList = listOf(video);
export const videoSearchList = z.object({ ...urgentHelplines, ...listOf(video.extend(searchHit)).shape });
export const oneVideo = oneOf(video);
