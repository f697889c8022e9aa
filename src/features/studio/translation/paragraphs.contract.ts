import { z } from 'zod';
import { languages } from '../../../messages/languages-here.ts';
import { oneOf } from '../../../platform/wire/wire.ts';
import { translationStates } from './translation-state.ts';

const revision = z.int().min(1).max(2_147_483_647);
/** Blocks of the longest text: a letter and a blank line each. */
const index = z.int().min(0).max(200_000);
const many = 20_000;

export const paragraphsInput = z.strictObject({
  revision: revision.describe('Of the translation: its newest.'),
  originalRevision: revision.describe('What stood beside it.'),
  pairs: z
    .array(z.strictObject({ own: index, original: index.nullable() }))
    .max(many)
    .default([])
    .describe('Which paragraph belongs to which of the original, where that is not known yet.'),
  right: z.array(index).max(many).default([]).describe('Own paragraphs that are still right, or right again.'),
  leftOut: z.array(index).max(many).default([]).describe("The original's paragraphs that the translation leaves out."),
  rightFields: z
    .array(z.string().min(1).max(40))
    .max(10)
    .default([])
    .describe('Fields, such as the title, that are still right, or left out on purpose.'),
});

const state = z.enum(translationStates);

const field = z.object({
  name: z.string().describe("A field of the front matter, such as 'title'; of a web story 'pages'."),
  state,
  text: z.string().describe('What stands in the original now.'),
  before: z.string().nullable().describe('What the field followed, where that has changed.'),
});
const row = z.object({
  original: z.int().nullable(),
  own: z.int().nullable(),
  state,
  text: z.string().nullable().describe('What stands in the original now.'),
  before: z.string().nullable().describe('What the paragraph followed, where that has changed.'),
});
export const paragraphs = oneOf(
  z.object({
    revision: z.int(),
    original: z
      .object({
        id: z.int(),
        title: z.string(),
        lang: z.string().nullable(),
        revision: z.int(),
        isLive: z.boolean(),
      })
      .nullable()
      .describe('Null where the piece is no translation, or its original is not here.'),
    fields: z.array(field),
    rows: z.array(row),
    open: z.int().describe('Paragraphs and fields to look at.'),
    isOlder: z.boolean().describe('Whether readers are told that the translation is older than its original.'),
    isPartial: z
      .literal(true)
      .optional()
      .describe('Too much has changed to pair each paragraph: some are told as gone or missing that belong together.'),
  }),
);
export type Paragraphs = z.output<typeof paragraphs>['data'];

export const translateInput = z.strictObject({ lang: z.enum(languages) });
export const versions = oneOf(
  z.object({
    versions: z.array(z.object({ id: z.int(), lang: z.string().nullable() })),
  }),
);
