import { z } from 'zod';
import type { Role, StudioFields, StudioKind } from '../../database/schema.ts';
import type { Kind } from '../../platform/wire/errors.ts';
import { plainLine } from '../../platform/text/visible-text.ts';
import { safeText } from '../../platform/wire/wire.ts';
import { schemas } from '../pieces/piece-files.ts';
import { translatedKinds } from '../pieces/projection.ts';
import { pieceKey } from '../pieces/file-fields.ts';
import { feedFile, railFile } from '../pieces/feed-files.ts';
import { schemeDraft } from '../pieces/scheme-record.ts';
import { problemsOfCta } from '../referrals/cta-definition.ts';
import { asIssue, refusal } from '../../platform/wire/problem.ts';
import { problemOf } from '../../platform/wire/plain-problems.ts';

export type KindRules = {
  /** The kind's name in error codes. */
  noun: Kind;
  /** Roles that may begin and change a piece. */
  writers: readonly Role[];
  /** The field that names the piece. */
  titleField: string;
  hasBody: boolean;
  /** Whether a new one can be begun: the feed has its two parts for ever. */
  canBegin: boolean;
  canEnd: boolean;
  canRemove: boolean;
};

const writing = ['writer', 'editor', 'admin'] as const;
const arranging = ['editor', 'admin'] as const;
const piece = { writers: writing, titleField: 'title', hasBody: true, canBegin: true, canEnd: true, canRemove: true };
const term = { writers: arranging, titleField: 'name', hasBody: true, canBegin: true, canEnd: false, canRemove: false };

export const kindRules: Record<StudioKind, KindRules> = {
  articles: { ...piece, noun: 'article' },
  videos: { ...piece, noun: 'video' },
  webstories: { ...piece, noun: 'webstory', hasBody: false },
  pages: { ...piece, noun: 'page', writers: arranging, canRemove: false },
  categories: { ...term, noun: 'category' },
  tags: { ...term, noun: 'tag', titleField: 'displayName', hasBody: false },
  authors: { ...term, noun: 'author', hasBody: false },
  ctas: { ...piece, noun: 'cta', writers: arranging, hasBody: false, canRemove: false },
  scams: { ...piece, noun: 'scam', canRemove: false },
  feed: { ...term, noun: 'page', titleField: 'title', hasBody: false, canBegin: false },
};

type Shape = Record<string, z.ZodType>;

/** The object below the refinements and transforms of a file's schema. */
function shapeOf(schema: z.ZodType): Shape {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodObject) return schema.shape as Shape;
  throw new Error('The schema of a content file is an object.');
}

const keyed = z.string().regex(/^[\w:.@-]{1,300}$/, refusal('piece.key'));
/** Set by the studio itself, or fixed with the piece. */
const ownFields = ['id', 'status', 'sample', 'updatedAt', 'active'];
/** In every kind that has a language, whether or not its files name it. */
const translated: Shape = { translationOf: pieceKey.optional() };
/** Whether the kind has a piece for each language. */
export const isTranslated = (kind: StudioKind) => (translatedKinds as readonly StudioKind[]).includes(kind);
/** The language of a piece that names none; null where a kind has no language. */
export const languageWhereNone = (kind: StudioKind): 'en' | null => (isTranslated(kind) ? 'en' : null);

function fileShape(kind: StudioKind, key: string): Shape {
  if (kind === 'feed') return shapeOf(key === 'rail' ? railFile : feedFile);
  return { ...(isTranslated(kind) ? translated : {}), ...shapeOf(schemas[kind]) };
}

/**
 * The same shape for somebody in the middle of writing: texts may be empty, too long or misspelt, and parts of a record
 * may be missing. What is of another type is refused all the same.
 */
function unfinished(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unfinished(schema.unwrap() as z.ZodType).nullish();
  if (schema instanceof z.ZodPipe) {
    const from = unfinished(schema.in as z.ZodType);
    // Of what is transformed from anything, the schema alone knows the type.
    return from instanceof z.ZodUnknown ? schema : from;
  }
  if (schema instanceof z.ZodArray) return z.array(unfinished(schema.element as z.ZodType)).max(500);
  if (schema instanceof z.ZodObject)
    return z.strictObject(
      Object.fromEntries(Object.entries(schema.shape as Shape).map(([name, one]) => [name, unfinished(one).nullish()])),
    );
  return schema.def.type === 'string' ? safeText(20_000) : schema;
}
/**
 * Completed as in a file where it can be, else as it was written: the piece's problems say what is missing.
 * @param refused parts that nobody writes by hand, so that a wrong one is a fault of the program
 */
const written = (schema: z.ZodType, refused: PropertyKey[] = []) =>
  unfinished(schema)
    .transform((value, context) => {
      const whole = schema.safeParse(value);
      if (whole.success) return whole.data;
      for (const issue of whole.error.issues)
        if (refused.includes(issue.path[0]!))
          context.addIssue({ code: 'custom', path: issue.path, ...asIssue(problemOf(issue)) });
      return value;
    })
    .nullish();

const bodySchema = safeText(500_000);
const drafts = new Map<string, z.ZodObject>();

/** What a draft may hold: every field is optional, and null takes a field away. Unknown fields are refused. */
export function draftSchema(kind: StudioKind, key = ''): z.ZodObject {
  const name = `${kind}:${kind === 'feed' ? key : ''}`;
  const known = drafts.get(name);
  if (known) return known;
  const fields = Object.entries(fileShape(kind, key)).filter(([field]) => !ownFields.includes(field));
  const schema = z.strictObject({
    // Of a scam not even a draft holds a number that somebody could call.
    ...Object.fromEntries(fields.map(([field, one]) => [field, kind === 'scams' ? one.nullish() : written(one)])),
    // Writers of imported pieces have keys with their source's name.
    ...(kind === 'articles' ? { scheme: written(schemeDraft, ['cases']) } : {}),
    ...('author' in fileShape(kind, key) ? { author: written(keyed) } : {}),
    ...(kindRules[kind].hasBody ? { body: bodySchema.optional() } : {}),
  });
  drafts.set(name, schema);
  return schema;
}

/** Where the feed's two parts share one call. */
export const anyFeedSchema = z.strictObject({
  ...(draftSchema('feed', 'home').shape as Shape),
  ...(draftSchema('feed', 'rail').shape as Shape),
});

/** What may be missing although a file must have it: it is filled in when the piece becomes live. */
const filledIn: Shape = {
  author: keyed.optional(),
  summary: safeText(600).default(''),
  categories: z.array(keyed).max(50).default([]),
  tags: z.array(safeText(80, 1)).max(50).default([]),
};

/** Checks a whole piece and completes it with defaults, as reading its file would. */
export function readySchema(kind: StudioKind, key: string): z.ZodObject {
  const shape = fileShape(kind, key);
  const eased =
    kind === 'categories' ? {} : Object.fromEntries(Object.entries(filledIn).filter(([name]) => name in shape));
  // Rows that the database numbered are above the numbers that files may give.
  const numbered: Shape = 'id' in shape ? { id: z.int().min(1).optional() } : {};
  const whole = z.strictObject({ ...shape, ...eased, ...numbered });
  if (kind !== 'ctas') return whole;
  return whole.superRefine((file, context) => {
    for (const found of problemsOfCta(file as Parameters<typeof problemsOfCta>[0]))
      context.addIssue({ code: 'custom', path: found.path, ...asIssue(found) });
  });
}

/** The fields that an editor sees and changes. */
export function shownFields(fields: StudioFields): StudioFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ownFields.includes(name)));
}

/** Empty for a draft without a title; the two parts of the feed have none but their key. */
export const titleOf = (kind: StudioKind, fields: StudioFields, key: string): string => {
  if (kind === 'feed') return key;
  const title = fields[kindRules[kind].titleField] ?? fields.name;
  return typeof title === 'string' ? plainLine(title).slice(0, 300) : '';
};
