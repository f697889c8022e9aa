import { z } from 'zod';
import { idList, listOf, paging, safeText } from '../../platform/wire.ts';
import { type Answers, type FactId, factIds, factOf } from './facts.ts';

export const schemeLevel = z.enum(['CENTRAL', 'STATE']);
const rules = z.object({ version: z.literal(1), all: z.array(z.record(z.string(), z.unknown())) });

const naming = {
  /** The number of the article that explains it. */
  id: z.int(),
  name: z.string(),
  /** Null where the source does not say; state null for the Centre's, and where it is unknown. */
  level: schemeLevel.nullable(),
  state: z.string().nullable(),
  department: z.string().nullable(),
};

/** What an article carries where it explains a scheme; its `id` is the article's. */
export const scheme = z.object({
  ...naming,
  forWhom: z.string().nullable(),
  benefits: z.array(z.string()),
  eligibility: z.array(z.string()),
  exclusions: z.array(z.string()),
  documents: z.array(z.object({ name: z.string(), note: z.string().nullable() })),
  fee: z.object({ amount: z.number(), note: z.string().nullable() }).nullable(),
  apply: z.object({ onlineUrl: z.string().nullable(), offlineSteps: z.array(z.string()) }),
  officialUrl: z.string().nullable(),
  lastCheckedAt: z.iso.datetime().nullable(),
  rules: rules.nullable(),
});
export type Scheme = z.infer<typeof scheme>;

/** A scheme in a result: enough for a card. */
export const schemeCard = z.object({
  ...naming,
  title: z.string(),
  summary: z.string(),
  canonicalUrl: z.string(),
  benefit: z.string().nullable(),
  officialUrl: z.string().nullable(),
});
export type SchemeCard = z.infer<typeof schemeCard>;

/** A scheme in a list of what was put aside: what it gives, and its papers. */
export const asideScheme = scheme
  .pick({ id: true, name: true, documents: true, officialUrl: true })
  .extend({ canonicalUrl: z.string(), benefit: z.string().nullable() });
export type AsideScheme = z.infer<typeof asideScheme>;
export const asideQuery = z.strictObject({ ids: idList });
export const asideList = z.object({ data: z.array(asideScheme) });

const factId = z.enum(factIds as [(typeof factIds)[number], ...typeof factIds]);
/** As the questions of a referral: the same types and words. */
export const factQuestion = z.object({
  id: factId,
  type: z.enum(['number', 'single', 'multiple', 'boolean', 'text']),
  label: z.string(),
  question: z.string(),
  note: z.string().nullable(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  min: z.number().nullable(),
  max: z.number().nullable(),
  unit: z.enum(['years', 'rupees', 'percent', 'hectares']).nullable(),
});
export type FactQuestion = z.infer<typeof factQuestion>;
export const factList = z.object({ data: z.array(factQuestion) });

function answerTo(id: FactId): z.ZodType {
  const fact = factOf(id);
  if (fact.type === 'number') return (fact.isWhole ? z.int() : z.number()).min(fact.min).max(fact.max);
  if (fact.type === 'boolean') return z.boolean();
  if (fact.type === 'text')
    return safeText(fact.maxLength, 1).refine((text) => text.trim() !== '', { message: 'Must not be blank.' });
  const option = z.enum(fact.options as [string, ...string[]]);
  return fact.type === 'single'
    ? option
    : z
        .array(option)
        .max(fact.options.length)
        .refine((list) => new Set(list).size === list.length, { message: 'Each only once.' });
}

/** Null: asked, and left open. An unknown fact is refused by name. */
export const answersOf = z
  .strictObject(Object.fromEntries(factIds.map((id) => [id, answerTo(id).nullable().optional()])))
  .transform((answers) => answers as Answers);

export const schemesWithRules = z.object({ data: z.array(schemeCard.extend({ rules })) });

export const outcomes = ['MAY_BE_ELIGIBLE', 'NEEDS_ANSWERS', 'NOT_ELIGIBLE'] as const;
export type Outcome = (typeof outcomes)[number];

export const matchQuery = z.strictObject({
  answers: answersOf,
  outcome: z.enum(outcomes).optional(),
  page: paging.page,
  pageSize: paging.pageSize,
});
export type MatchQuery = z.infer<typeof matchQuery>;

export const schemeMatch = z.object({
  scheme: schemeCard,
  outcome: z.enum(outcomes),
  reasons: z.array(z.object({ verdict: z.enum(['yes', 'no', 'unknown']), text: z.string(), facts: z.array(factId) })),
  missing: z.array(factId),
});
export type SchemeMatch = z.infer<typeof schemeMatch>;
export const matchList = listOf(schemeMatch).extend({
  counts: z.object({ mayBeEligible: z.int(), needsAnswers: z.int(), notEligible: z.int() }),
  nextQuestion: factQuestion.nullable(),
});
