import { z } from 'zod';
import { idList, languageFields, listOf, paging, safeText } from '../../platform/wire/wire.ts';
import { isDay } from './days.ts';
import { type Answers, type FactId, factIds, factOf } from './facts.ts';
import { intakeStatuses } from './intake.ts';
import { schemeKinds } from './kinds.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const schemeLevel = z.enum(['CENTRAL', 'STATE']);
const rules = z.object({
  version: z.union([z.literal(1), z.literal(2)]),
  all: z.array(z.record(z.string(), z.unknown())),
});

/** Left out where nobody has said whether applications are taken. */
const intake = z.object({ status: z.enum(intakeStatuses), day: z.string().optional() }).optional();

const naming = {
  /** Id of the article that explains the scheme. */
  id: z.int(),
  name: z.string(),
  /** Null where the source does not say; `state` is also null for central schemes. */
  level: schemeLevel.nullable(),
  state: z.string().nullable(),
  department: z.string().nullable(),
};

/** Scheme data of an article; `id` is the article's. */
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
  /** Conditions that no question can decide: short sentences to check before applying. */
  alsoCheck: z.array(z.string()),
  intake,
  lastCheckedAt: z.iso.datetime().nullable(),
  rules: rules.nullable(),
});
export type Scheme = z.infer<typeof scheme>;

/** A scheme in a list of results. */
export const schemeCard = z.object({
  ...naming,
  ...languageFields,
  title: z.string(),
  summary: z.string(),
  canonicalUrl: z.string(),
  benefit: z.string().nullable(),
  kind: z.enum(schemeKinds),
  officialUrl: z.string().nullable(),
  alsoCheck: z.array(z.string()),
  intake,
});
export type SchemeCard = z.infer<typeof schemeCard>;

/**
 * A saved scheme: its benefit and the documents to bring. `id` is the saved number, also where the piece shown is a
 * translation; `lang` and `translations` are that piece's.
 */
export const savedScheme = scheme
  .pick({ id: true, name: true, documents: true, officialUrl: true, alsoCheck: true, intake: true })
  .extend({ ...languageFields, canonicalUrl: z.string(), benefit: z.string().nullable() });
export type SavedScheme = z.infer<typeof savedScheme>;
export const savedQuery = z.strictObject({ ids: safeText(600).pipe(idList as z.ZodType<number[], string>) });
export const savedList = z.object({ data: z.array(savedScheme) });

const factId = z.enum(factIds as [(typeof factIds)[number], ...typeof factIds]);
/** The same types and wording as a referral's questions. */
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
    return safeText(fact.maxLength, 1).refine((text) => text.trim() !== '', refusal('field.notBlank'));
  const option = z.enum(fact.options as [string, ...string[]]);
  return fact.type === 'single'
    ? option
    : z
        .array(option)
        .max(fact.options.length)
        .refine((list) => new Set(list).size === list.length, refusal('field.once'));
}

/** Null: asked and skipped. Unknown facts are rejected by name. */
export const answersOf = z
  .strictObject(Object.fromEntries(factIds.map((id) => [id, answerTo(id).nullable().optional()])))
  .transform((answers) => answers as Answers);

const at = z.int().min(0);
/** What the finder waits for: each different condition once, and by number in each scheme. */
export const finderFile = z.object({
  conditions: z.array(z.record(z.string(), z.unknown())),
  data: z.array(
    schemeCard.pick({ id: true, name: true, kind: true }).extend({
      /** Numbers of `conditions`, counted from 0: all of them must be met. */
      all: z.array(at),
      /** The place in `all`, the first and the last day, of conditions that do not always hold. */
      days: z.array(z.tuple([at, z.string().nullable(), z.string().nullable()])).optional(),
      /** Of the article whose translation this is; the same in every language. */
      originalId: z.int().optional(),
    }),
  ),
});
export type FinderFile = z.infer<typeof finderFile>;

/** The words of the same schemes, each different text once. Whole, so that nobody learns which results a reader got. */
export const finderWords = z.object({
  texts: z.array(z.string()),
  data: z.array(
    z.object({
      id: z.int(),
      /** Where it is not made of the name and the id. */
      url: z.string().optional(),
      benefit: z.string().optional(),
      check: z.array(at).optional(),
      intake,
      /** The place in `all`, the part of that condition, the text for those who do not meet it. */
      because: z.array(z.tuple([at, at, at])).optional(),
      /** The place in `all`, its source, the day on which an editor checked it. */
      basis: z.array(z.tuple([at, at.nullable(), z.string().nullable()])).optional(),
    }),
  ),
});
export type FinderWords = z.infer<typeof finderWords>;

const verdict = z.enum(['yes', 'no', 'unknown']);
/** Open data: every scheme with its rules, test cases and sources. */
export const openRules = z.object({
  data: z.array(
    schemeCard.extend({
      rules,
      cases: z.array(
        z.object({
          answers: z.record(z.string(), z.unknown()),
          asOf: z.string().optional(),
          verdict,
          why: z.string(),
        }),
      ),
      sources: z.array(z.object({ title: z.string(), url: z.string(), official: z.boolean() })),
      /** Date of the last check against the sources. */
      lastCheckedOn: z.string().nullable(),
      /** Sample content, not reviewed by an editor. */
      isSample: z.boolean(),
    }),
  ),
  counts: z.object({ schemes: z.int(), conditions: z.int(), reviewedConditions: z.int(), cases: z.int() }),
  schemaUrl: z.string(),
  /** Chosen by the site's owner; null: none is stated. */
  licence: z.string().nullable(),
});
export type OpenRules = z.infer<typeof openRules>;

export const outcomes = ['MAY_BE_ELIGIBLE', 'NEEDS_ANSWERS', 'NOT_ELIGIBLE'] as const;
export type Outcome = (typeof outcomes)[number];

export const matchQuery = z.strictObject({
  answers: answersOf,
  outcome: z.enum(outcomes).optional(),
  /** Evaluation date, as 2026-11-22; defaults to today in India. */
  asOf: z.string().max(10).refine(isDay, refusal('field.daySuchAs')).optional(),
  page: paging.page,
  pageSize: paging.pageSize,
});
export type MatchQuery = z.infer<typeof matchQuery>;

export const schemeMatch = z.object({
  scheme: schemeCard,
  outcome: z.enum(outcomes),
  reasons: z.array(
    z.object({
      verdict: z.enum(['yes', 'no', 'unknown']),
      text: z.string(),
      facts: z.array(factId),
      quote: z.string().optional(),
      source: z.string().optional(),
      reviewedOn: z.string().optional(),
    }),
  ),
  missing: z.array(factId),
  /** The scheme's own points and the undecided conditions; empty for a scheme that does not fit. */
  alsoCheck: z.array(z.string()),
});
export type SchemeMatch = z.infer<typeof schemeMatch>;
export const matchList = listOf(schemeMatch).extend({
  counts: z.object({ mayBeEligible: z.int(), needsAnswers: z.int(), notEligible: z.int() }),
  nextQuestion: factQuestion.nullable(),
});
