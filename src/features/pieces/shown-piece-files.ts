import { z } from 'zod';
import { line } from '../../platform/wire/wire.ts';
import {
  authorKey,
  day,
  figure,
  id,
  isDated,
  key,
  mediaFile,
  moment,
  needsDate,
  pieceKey,
  sample,
  status,
  tagName,
  translation,
  webUrl,
  withDate,
} from './file-fields.ts';
import { schemeRecord } from './scheme-record.ts';
import { refusal } from '../../platform/wire/problem.ts';

/** Other words under which search finds a piece. */
const searchWords = z.array(line(100)).max(30).optional();

export const articleFile = z
  .strictObject({
    id: id(100_000),
    title: line(200, 3),
    summary: line(600, 3),
    author: authorKey,
    categories: z.array(key).min(1, refusal('piece.oneCategory')).max(8),
    tags: z.array(tagName).max(20).default([]),
    status,
    publishedAt: moment.optional(),
    updatedAt: moment.optional(),
    lastCheckedAt: day.optional(),
    coverFigure: figure.optional(),
    ...translation,
    metaTitle: line(120).optional(),
    metaDescription: line(320).optional(),
    thumbnail: mediaFile.optional(),
    sources: z
      .array(z.strictObject({ title: line(300), url: webUrl, readOn: day.optional() }))
      .max(20)
      .default([]),
    corrections: z
      .array(z.strictObject({ date: day, text: line(1000) }))
      .max(50)
      .default([]),
    scheme: schemeRecord.optional(),
    searchWords,
    oldPaths: z
      .array(z.string().regex(/^\//, refusal('piece.beginsWith')).max(500))
      .max(50)
      .default([]),
    sample,
  })
  .refine(isDated, needsDate)
  .transform(withDate);

export const videoFile = z
  .strictObject({
    id: id(100_000),
    title: line(200, 3),
    description: line(1000, 3),
    author: authorKey,
    categories: z.array(key).min(1, refusal('piece.oneCategory')).max(8),
    tags: z.array(tagName).max(20).default([]),
    status,
    publishedAt: moment.optional(),
    lastCheckedAt: day.optional(),
    label: figure.optional(),
    article: pieceKey.optional(),
    ...translation,
    metaTitle: line(120).optional(),
    metaDescription: line(320).optional(),
    /** Where the film, its captions and its poster are not named after the file. */
    video: mediaFile.optional(),
    captions: mediaFile.optional(),
    poster: mediaFile.optional(),
    searchWords,
    /** What is said in the film. */
    scenes: z.array(z.looseObject({ heading: z.string(), text: z.string() })).optional(),
    sample,
  })
  .refine(isDated, needsDate)
  .transform(withDate);

export const webStoryFile = z
  .strictObject({
    title: line(200, 3),
    author: authorKey,
    publishedAt: moment.optional(),
    status,
    ...translation,
    categories: z.array(key).max(8).default([]),
    poster: mediaFile.optional(),
    metaDescription: line(320).optional(),
    searchWords,
    pages: z
      .array(
        z.strictObject({
          heading: line(80),
          text: line(300, 0).default(''),
          image: mediaFile.optional(),
          link: z.string().max(2000).optional(),
          linkText: line(60).optional(),
          seconds: z.number().min(3).max(30).default(6),
        }),
      )
      .min(1)
      .max(30),
    sample,
  })
  .refine(isDated, needsDate)
  .transform(withDate);
