import { z } from 'zod';
import { languages } from '../../../messages/catalogue.ts';
import { readMoment } from '../../../platform/indian-time.ts';
import { undatedAt } from '../../../platform/undated.ts';
import { line, safeText } from '../../../platform/wire.ts';
import { cardLayouts } from '../../feed/feed.contract.ts';
import { dyes } from '../../categories/categories.contract.ts';
import { completeQuestions, ctaFields, problemsOfCta } from '../../referrals/cta-definition.ts';
import { states } from '../../schemes/facts.ts';
import { schemeKinds } from '../../schemes/kinds.ts';
import { holdCases, readCases, writtenRules } from '../../schemes/written-rules.ts';

// Front matter of each kind of file in content/. Keep docs/content.md, for editors, in step.

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-21')
  .refine(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    'is no day of the calendar',
  );

/** A timestamp. Without a zone it is Indian time; a date alone means six in the morning. */
const moment = z.string().transform((text, context) => {
  const date = readMoment(text);
  if (date) return date;
  context.addIssue({
    code: 'custom',
    message: 'must be a time such as 2026-11-21T06:30, in Indian time, or with a zone',
  });
  return z.NEVER;
});

/** Published pieces need a date; drafts get one on publication. */
const needsDate = {
  message: 'is missing: say from when readers may see it, such as 2026-11-21T06:30 (a draft needs none)',
  path: ['publishedAt'],
};
const isDated = ({ status, publishedAt }: { status: 'draft' | 'published'; publishedAt?: Date | undefined }) =>
  status === 'draft' || publishedAt !== undefined;
const withDate = <File extends { publishedAt?: Date | undefined }>(file: File) => ({
  ...file,
  publishedAt: file.publishedAt ?? undatedAt,
});

const key = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a key: lower-case letters, digits and hyphens');
const tagName = safeText(80, 1);
const id = (below: number) =>
  z
    .int()
    .min(1)
    .max(below - 1, `must be below ${below}: higher numbers are given out by the database`)
    .optional();
const figure = z.strictObject({ value: line(10), note: line(40) });
const webUrl = z.url({ protocol: /^https?$/, message: 'must be a full web address' }).max(2000);
const mediaFile = z
  .string()
  .regex(/^(?:\/?media\/)?[\w./-]+\.(?:webp|avif|jpe?g|png|mp4|webm|vtt)$/i, 'must be a file under content/media')
  .refine((path) => !path.includes('..'), 'must not contain ..');
const status = z.enum(['draft', 'published']).default('published');
/** `translationOf`: the key of another piece of the same kind; `follows`: the day of it that the translation follows. */
const translation = { lang: z.enum(languages).default('en'), translationOf: key.optional(), follows: day.optional() };
const sample = z.boolean().default(false);

const points = z.array(line(600)).max(40).default([]);
const schemeFields = z
  .strictObject({
    name: line(160),
    level: z.enum(['central', ...states], 'must be central, or the name of a State or Union Territory'),
    department: line(200).optional(),
    forWhom: line(300).optional(),
    kind: z.enum(schemeKinds).optional(),
    worth: z.int().min(0).max(100_000_000).optional(),
    benefits: points,
    eligibility: points,
    exclusions: points,
    /** `Land record — from the tehsil`: a note follows the dash. */
    documents: points,
    fee: z.strictObject({ amount: z.number().min(0).max(1_000_000), note: line(300).optional() }).optional(),
    apply: z.strictObject({ online: webUrl.optional(), offline: points }).optional(),
    officialUrl: webUrl,
    lastCheckedAt: day.optional(),
    rules: writtenRules.optional(),
    /** Conditions that rules cannot express, as short sentences for readers. */
    alsoCheck: z.array(line(300)).max(20).default([]),
    cases: z.unknown().optional(),
    /** Only in a translation: each `because` of the original's rules, or `why` of its cases, with its translation. */
    reasons: z.record(line(300), line(600)).optional(),
  })
  .refine(({ level, rules }) => level === 'central' || !rules || JSON.stringify(rules).includes('"fact":"state"'), {
    path: ['rules'],
    message: 'a scheme of a State needs a condition on state',
  });
const schemeRecord = schemeFields.transform(({ cases: written, ...record }, context) => ({
  ...record,
  cases: holdCases(written, record.rules, context),
}));
/** In a draft of the studio: a failing case keeps it from readers, not from being saved. */
export const schemeDraft = schemeFields.transform(({ cases: written, ...record }, context) => ({
  ...record,
  cases: readCases(written, context),
}));
export type SchemeRecord = z.output<typeof schemeRecord>;

export const articleFile = z
  .strictObject({
    id: id(100_000),
    title: line(200, 3),
    summary: line(600, 3),
    author: key,
    categories: z.array(key).min(1, 'at least one category is needed').max(8),
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
    oldPaths: z.array(z.string().regex(/^\//, 'must begin with /').max(500)).max(50).default([]),
    sample,
  })
  .refine(isDated, needsDate)
  .transform(withDate);

export const videoFile = z
  .strictObject({
    id: id(100_000),
    title: line(200, 3),
    description: line(1000, 3),
    author: key,
    categories: z.array(key).min(1, 'at least one category is needed').max(8),
    tags: z.array(tagName).max(20).default([]),
    status,
    publishedAt: moment.optional(),
    lastCheckedAt: day.optional(),
    label: figure.optional(),
    article: key.optional(),
    ...translation,
    metaTitle: line(120).optional(),
    metaDescription: line(320).optional(),
    /** Where the film, its captions and its poster are not named after the file. */
    video: mediaFile.optional(),
    captions: mediaFile.optional(),
    poster: mediaFile.optional(),
    /** Input of scripts/render-videos.ts. */
    scenes: z.array(z.looseObject({ heading: z.string(), text: z.string() })).optional(),
    sample,
  })
  .refine(isDated, needsDate)
  .transform(withDate);

export const webStoryFile = z
  .strictObject({
    title: line(200, 3),
    author: key,
    publishedAt: moment.optional(),
    status,
    ...translation,
    categories: z.array(key).max(8).default([]),
    poster: mediaFile.optional(),
    metaDescription: line(320).optional(),
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

/** Texts in other languages: `translations: { hi: { displayName: … } }`. Where one is missing, the file's own is shown. */
const inOtherLanguages = <Texts extends z.ZodRawShape>(texts: Texts) =>
  z.partialRecord(z.enum(languages), z.strictObject(texts).partial()).default({});

export const categoryFile = z.strictObject({
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

export const tagFile = z.strictObject({
  id: id(10_000),
  name: tagName.optional(),
  displayName: line(80),
  translations: inOtherLanguages({ displayName: line(80) }),
  sample,
});

export const authorFile = z.strictObject({
  id: id(1_000),
  name: line(120),
  bio: safeText(2000).default(''),
  image: mediaFile.optional(),
  translations: inOtherLanguages({ name: line(120), bio: safeText(2000) }),
  sample,
});

export const textPageFile = z.strictObject({
  title: line(120),
  description: line(320),
  updatedAt: day,
  ...translation,
  sample,
});

const latest = z.strictObject({
  kind: z.enum(['article', 'video', 'webstory']),
  category: key.optional(),
  limit: z.int().min(1).max(24),
});
const slot = z.union([
  z
    .string()
    .regex(
      /^(article|video|webstory|category):[a-z0-9-]+$/,
      'must be article:key, video:key, webstory:key or category:key',
    ),
  z.strictObject({ latest }),
]);

export const feedFile = z.strictObject({
  sections: z
    .array(
      z
        .strictObject({
          title: line(80),
          translations: inOtherLanguages({ title: line(80) }),
          layout: z.enum(cardLayouts),
          link: z
            .string()
            .regex(/^(category:[a-z0-9-]+|\/(?![/\\]).*)$/, 'must be category:key or a path')
            .optional(),
          items: z.array(slot).max(40).optional(),
          latest: latest.optional(),
        })
        .refine(
          (section) => (section.items !== undefined) !== (section.latest !== undefined),
          'needs either items or latest',
        ),
    )
    .max(60),
});

export const railFile = z.strictObject({
  helplines: z
    .array(
      z.strictObject({
        number: line(30),
        name: line(60),
        note: line(120, 0).default(''),
        translations: inOtherLanguages({ name: line(60), note: line(120, 0) }),
      }),
    )
    .max(30)
    .default([]),
  dates: z
    .array(
      z.strictObject({
        date: day,
        title: line(120),
        note: line(200, 0).default(''),
        link: z.string().max(2000).nullable().default(null),
        translations: inOtherLanguages({ title: line(120), note: line(200, 0) }),
      }),
    )
    .max(60)
    .default([]),
});

export const ctaFile = z
  .strictObject({ id: id(1_000), ...ctaFields, article: key.optional(), ...translation, sample })
  .superRefine((file, context) => {
    for (const problem of problemsOfCta(file)) context.addIssue({ code: 'custom', ...problem });
  })
  .transform(({ questions, ...rest }) => ({ ...rest, questions: completeQuestions(questions) }));

const someWords = (most: number) => safeText(most, 1);
const saidBy = line(80);

/** A question with its answers; the body is the asker's text. */
export const questionFile = z
  .strictObject({
    title: line(200, 10),
    by: saidBy,
    askedAt: moment,
    categories: z.array(key).max(5).default([]),
    tags: z.array(tagName).max(5).default([]),
    closed: z.boolean().default(false),
    answers: z
      .array(
        z.strictObject({
          by: saidBy,
          at: moment,
          text: someWords(5_000),
          accepted: z.boolean().default(false),
          replies: z
            .array(z.strictObject({ by: saidBy, at: moment, text: someWords(5_000) }))
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
    message: 'only one answer can be accepted',
  });

const placeholders = /\d{6}|https?:|www\./;
/**
 * A circulating scam; the body describes it. Placeholders replace numbers, links and names: {number}, {link}, {name}.
 */
export const scamFile = z.strictObject({
  title: line(200, 3),
  article: key.optional(),
  advice: z.array(line(300)).min(1).max(10),
  texts: z
    .array(
      z.strictObject({
        lang: z.string().regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?$/, 'must be a language such as en, hi or hi-Latn'),
        text: safeText(2_000, 10).refine(
          (text) => !placeholders.test(text),
          'must hold {number}, {link} and {amount} in place of numbers and links: nobody may call or open them from here',
        ),
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
export type FeedFile = z.output<typeof feedFile>;
export type RailFile = z.output<typeof railFile>;
