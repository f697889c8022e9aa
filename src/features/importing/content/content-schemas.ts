import { z } from 'zod';
import { line, safeText } from '../../../platform/wire.ts';
import { cardLayouts } from '../../feed/feed.contract.ts';
import { dyes } from '../../categories/categories.contract.ts';
import { completeQuestions, ctaFields, problemsOfCta } from '../../referrals/cta-definition.ts';
import { states } from '../../schemes/facts.ts';
import { writtenRules } from '../../schemes/written-rules.ts';

// Front matter of every kind of file under content/; docs/content.md tells editors the same.

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-21')
  .refine(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    'is no day of the calendar',
  );

/** A moment; without a zone it is Indian time, a day alone means six in the morning. */
const moment = z.string().transform((text, context) => {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text.trim());
  const date = match ? new Date(`${match[1]}T${match[2] ?? '06:00'}${match[3] ?? '+05:30'}`) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime())) {
    context.addIssue({ code: 'custom', message: 'must be a time such as 2026-11-21T06:30:00+05:30' });
    return z.NEVER;
  }
  return date;
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
const lang = z.enum(['en', 'hi']).default('en');
const sample = z.boolean().default(false);

const points = z.array(line(600)).max(40).default([]);
const schemeRecord = z
  .strictObject({
    name: line(160),
    level: z.enum(['central', ...states], 'must be central, or the name of a State or Union Territory'),
    department: line(200).optional(),
    forWhom: line(300).optional(),
    benefits: points,
    eligibility: points,
    exclusions: points,
    /** `Land record — from the tehsil`: what follows the dash is a note. */
    documents: points,
    fee: z.strictObject({ amount: z.number().min(0).max(1_000_000), note: line(300).optional() }).optional(),
    apply: z.strictObject({ online: webUrl.optional(), offline: points }).optional(),
    officialUrl: webUrl,
    lastCheckedAt: day.optional(),
    rules: writtenRules.optional(),
  })
  .refine(({ level, rules }) => level === 'central' || !rules || JSON.stringify(rules).includes('"fact":"state"'), {
    path: ['rules'],
    message: 'a scheme of a State needs a condition on state',
  });
export type SchemeRecord = z.output<typeof schemeRecord>;

export const articleFile = z.strictObject({
  id: id(100_000),
  title: line(200, 3),
  summary: line(600, 3),
  author: key,
  categories: z.array(key).min(1, 'at least one category is needed').max(8),
  tags: z.array(tagName).max(20).default([]),
  status,
  publishedAt: moment,
  updatedAt: moment.optional(),
  lastCheckedAt: day.optional(),
  coverFigure: figure.optional(),
  lang,
  metaTitle: line(120).optional(),
  metaDescription: line(320).optional(),
  thumbnail: mediaFile.optional(),
  sources: z
    .array(z.strictObject({ title: line(300), url: webUrl }))
    .max(20)
    .default([]),
  corrections: z
    .array(z.strictObject({ date: day, text: line(1000) }))
    .max(50)
    .default([]),
  scheme: schemeRecord.optional(),
  oldPaths: z.array(z.string().regex(/^\//, 'must begin with /').max(500)).max(50).default([]),
  sample,
});

export const videoFile = z.strictObject({
  id: id(100_000),
  title: line(200, 3),
  description: line(1000, 3),
  author: key,
  categories: z.array(key).min(1, 'at least one category is needed').max(8),
  tags: z.array(tagName).max(20).default([]),
  status,
  publishedAt: moment,
  lastCheckedAt: day.optional(),
  label: figure.optional(),
  article: key.optional(),
  lang,
  metaTitle: line(120).optional(),
  metaDescription: line(320).optional(),
  /** The renderer of scripts/render-videos.ts reads these. */
  scenes: z.array(z.looseObject({ heading: z.string(), text: z.string() })).optional(),
  sample,
});

export const webStoryFile = z.strictObject({
  title: line(200, 3),
  author: key,
  publishedAt: moment,
  status,
  lang,
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
});

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
  sample,
});

export const tagFile = z.strictObject({ id: id(10_000), name: tagName.optional(), displayName: line(80), sample });

export const authorFile = z.strictObject({
  id: id(1_000),
  name: line(120),
  bio: safeText(2000).default(''),
  image: mediaFile.optional(),
  sample,
});

export const textPageFile = z.strictObject({ title: line(120), description: line(320), updatedAt: day, sample });

const slot = z.union([
  z.string().regex(/^(article|video|category):[a-z0-9-]+$/, 'must be article:key, video:key or category:key'),
  z.strictObject({
    latest: z.strictObject({
      kind: z.enum(['article', 'video']),
      category: key.optional(),
      limit: z.int().min(1).max(24),
    }),
  }),
]);

export const feedFile = z.strictObject({
  sections: z
    .array(
      z
        .strictObject({
          title: line(80),
          layout: z.enum(cardLayouts),
          link: z
            .string()
            .regex(/^(category:[a-z0-9-]+|\/(?![/\\]).*)$/, 'must be category:key or a path')
            .optional(),
          items: z.array(slot).max(40).optional(),
          latest: z
            .strictObject({
              kind: z.enum(['article', 'video']),
              category: key.optional(),
              limit: z.int().min(1).max(24),
            })
            .optional(),
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
    .array(z.strictObject({ number: line(30), name: line(60), note: line(120, 0).default('') }))
    .max(30)
    .default([]),
  dates: z
    .array(
      z.strictObject({
        date: day,
        title: line(120),
        note: line(200, 0).default(''),
        link: z.string().max(2000).nullable().default(null),
      }),
    )
    .max(60)
    .default([]),
});

export const ctaFile = z
  .strictObject({ id: id(1_000), ...ctaFields, article: key.optional(), sample })
  .superRefine((file, context) => {
    for (const problem of problemsOfCta(file)) context.addIssue({ code: 'custom', ...problem });
  })
  .transform(({ questions, ...rest }) => ({ ...rest, questions: completeQuestions(questions) }));

export const schemas = {
  articles: articleFile,
  videos: videoFile,
  webstories: webStoryFile,
  categories: categoryFile,
  tags: tagFile,
  authors: authorFile,
  pages: textPageFile,
  ctas: ctaFile,
} as const;
export type ContentKind = keyof typeof schemas;
export type FileData = { [Kind in ContentKind]: z.output<(typeof schemas)[Kind]> };
export type FeedFile = z.output<typeof feedFile>;
export type RailFile = z.output<typeof railFile>;
