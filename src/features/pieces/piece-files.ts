import { z } from 'zod';
import { maskReport } from '../message-check/mask-report.ts';
import { line, safeText } from '../../platform/wire/wire.ts';
import { dyes } from '../categories/categories.contract.ts';
import { completeQuestions, ctaFields, problemsOfCta } from '../referrals/cta-definition.ts';
import {
  day,
  dayOrSecond,
  id,
  inOtherLanguages,
  key,
  mediaFile,
  moment,
  pieceKey,
  sample,
  tagName,
  translation,
} from './file-fields.ts';
import { articleFile, videoFile, webStoryFile } from './shown-piece-files.ts';
import { asIssue, refusal } from '../../platform/wire/problem.ts';

// Front matter of each kind of file in content/. Keep docs/content.md, for editors, in step.

const categoryFile = z.strictObject({
  id: id(1_000),
  name: line(80),
  displayName: line(80).optional(),
  top: z.boolean().nullable().default(null),
  parent: key.optional(),
  dye: z.enum(dyes).default('mor'),
  pattern: z.int().min(1).max(6).default(1),
  icon: key.default('info'),
  imageUrl: mediaFile.optional(),
  title: line(120).optional(),
  description: line(320).optional(),
  pageHeading: line(120).optional(),
  related: z.array(key).max(8).default([]),
  position: z.int().min(0).max(100_000).optional(),
  translations: inOtherLanguages({
    displayName: line(80),
    title: line(120),
    description: line(320),
    pageHeading: line(120),
    /** Markdown. */
    body: safeText(20_000),
  }),
  sample,
});

const tagFile = z.strictObject({
  id: id(10_000),
  name: tagName.optional(),
  displayName: line(80),
  translations: inOtherLanguages({ displayName: line(80) }),
  sample,
});

const authorFile = z.strictObject({
  id: id(1_000),
  name: line(120),
  bio: safeText(2000).default(''),
  image: mediaFile.optional(),
  translations: inOtherLanguages({ name: line(120), bio: safeText(2000) }),
  sample,
});

const textPageFile = z.strictObject({
  title: line(120),
  description: line(320),
  updatedAt: day,
  ...translation,
  sample,
});

const ctaFile = z
  .strictObject({ id: id(1_000), ...ctaFields, article: pieceKey.optional(), ...translation, sample })
  .superRefine((file, context) => {
    for (const found of problemsOfCta(file)) context.addIssue({ code: 'custom', path: found.path, ...asIssue(found) });
  })
  .transform(({ questions, ...rest }) => ({ ...rest, questions: completeQuestions(questions) }));

const someWords = (most: number) => safeText(most, 1);
const byline = line(80);

/** A question with its answers; the body is the asker's text. */
const questionFile = z
  .strictObject({
    title: line(200, 10),
    by: byline,
    askedAt: moment,
    categories: z.array(key).max(5).default([]),
    tags: z.array(tagName).max(5).default([]),
    closed: z.boolean().default(false),
    answers: z
      .array(
        z.strictObject({
          by: byline,
          at: moment,
          text: someWords(5_000),
          accepted: z.boolean().default(false),
          replies: z
            .array(z.strictObject({ by: byline, at: moment, text: someWords(5_000) }))
            .max(50)
            .default([]),
        }),
      )
      .max(50)
      .default([]),
    sample,
  })
  .refine(({ answers }) => answers.filter(({ accepted }) => accepted).length <= 1, {
    path: ['answers'],
    ...refusal('piece.oneAccepted'),
  });

/** Nobody may call, open or pay from a page what a swindler wrote. */
const placeholdersNeeded = refusal('piece.placeholders');
const hasPlaceholders = (text: string) => maskReport(text) === text;
const noPhoneNumber = refusal('piece.tenDigits');
export const hasPhoneNumber = (text: string) => /\p{Nd}(?:[\s().-]{0,2}\p{Nd}){9,}/u.test(text);
const hasNone = (text: string) => !hasPhoneNumber(text);
/**
 * A circulating scam; the body describes it. Placeholders replace numbers, links and names: {number}, {link}, {name}.
 */
const scamTitle = line(200, 3).refine(hasNone, noPhoneNumber);
const scamAdvice = z.array(line(300).refine(hasNone, noPhoneNumber)).min(1).max(10);
const scamFile = z.strictObject({
  title: scamTitle,
  article: pieceKey.optional(),
  advice: scamAdvice,
  translations: inOtherLanguages({
    title: scamTitle,
    advice: scamAdvice,
    /** Plain text, as below the front matter. */
    body: safeText(2_000).refine(hasNone, noPhoneNumber),
    follows: dayOrSecond,
  }),
  texts: z
    .array(
      z.strictObject({
        lang: z.string().regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?$/, refusal('piece.language')),
        text: safeText(2_000, 10).refine(hasPlaceholders, placeholdersNeeded),
      }),
    )
    .min(1)
    .max(40),
  firstSeen: day.optional(),
  lastSeen: day.optional(),
  expires: day.optional(),
  sample,
});

export type QuestionFile = z.output<typeof questionFile>;

export const schemas = {
  articles: articleFile,
  videos: videoFile,
  webstories: webStoryFile,
  categories: categoryFile,
  tags: tagFile,
  authors: authorFile,
  pages: textPageFile,
  ctas: ctaFile,
  questions: questionFile,
  scams: scamFile,
} as const;
export type ContentKind = keyof typeof schemas;
export type FileData = { [Kind in ContentKind]: z.output<(typeof schemas)[Kind]> };
