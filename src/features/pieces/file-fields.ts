import { z } from 'zod';
import { languages } from '../../messages/languages-here.ts';
import { pieceLanguages } from '../../messages/piece-languages.ts';
import { readMoment } from '../../platform/process/indian-time.ts';
import { isImportedKey } from '../../platform/wire/piece-key.ts';
import { undatedAt } from '../../platform/wire/undated.ts';
import { plainLine } from '../../platform/text/visible-text.ts';
import { line, safeText } from '../../platform/wire/wire.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, refusal('field.day'))
  .refine(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    refusal('piece.noDay'),
  );

/** A day, or a second of it in India: `2026-11-21T18:30:00`. */
export const dayOrSecond = z
  .string()
  .refine((text) => /^[\d-]{10}(?:T[\d:]{8})?$/.test(text) && readMoment(text), refusal('field.day'));

/** A timestamp. Without a zone it is Indian time; a date alone means six in the morning. */
export const moment = z.string().transform((text, context) => {
  const date = readMoment(text);
  if (date) return date;
  context.addIssue({ code: 'custom', ...refusal('piece.moment') });
  return z.NEVER;
});

/** Published pieces need a date; drafts get one on publication. */
export const needsDate = {
  ...refusal('piece.needsDate'),
  path: ['publishedAt'],
};

export const isDated = ({ status, publishedAt }: { status: 'draft' | 'published'; publishedAt?: Date | undefined }) =>
  status === 'draft' || publishedAt !== undefined;

export const withDate = <File extends { publishedAt?: Date | undefined }>(file: File) => ({
  ...file,
  publishedAt: file.publishedAt ?? undatedAt,
});

export const key = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, refusal('piece.plainKey'));

/** Of another article or video: a file's key, or the whole name of an imported piece. */
export const pieceKey = z
  .string()
  .refine((text) => key.safeParse(text).success || isImportedKey(text), refusal('piece.key'));

/** Of an author: a file's key, or the name with its source that an import gave. */
export const authorKey = z
  .string()
  .max(300)
  .refine((text) => key.safeParse(text).success || /^[a-z]+:\S/.test(text), refusal('piece.key'));

export const tagName = safeText(80, 1)
  .transform(plainLine)
  .refine((text) => text !== '', refusal('field.missing'));

export const id = (below: number) =>
  z
    .int()
    .min(1)
    .refine((id) => id < below, refusal('piece.below', below))
    .optional();

export const figure = z.strictObject({ value: line(10), note: line(40) });

export const webUrl = z.url({ protocol: /^https?$/, ...refusal('piece.webAddress') }).max(2000);

export const mediaFile = z
  .string()
  .regex(/^(?:\/?media\/)?[\w./-]+\.(?:webp|avif|jpe?g|png|mp4|webm|vtt)$/i, refusal('piece.mediaFile'))
  .refine((path) => !path.includes('..'), refusal('piece.noDots'));

export const status = z.enum(['draft', 'published']).default('published');

/**
 * `translationOf`: the key of another piece of the same kind; `follows`: the day of it that the translation follows.
 */
export const translation = {
  lang: z.enum(pieceLanguages).default('en'),
  translationOf: pieceKey.optional(),
  follows: day.optional(),
};

export const sample = z.boolean().default(false);

/**
 * Texts in other languages: `translations: { hi: { displayName: … } }`. Where one is missing, the file's own is shown.
 */
export const inOtherLanguages = <Texts extends z.ZodRawShape>(texts: Texts) =>
  z.partialRecord(z.enum(languages), z.strictObject(texts).partial()).default({});
