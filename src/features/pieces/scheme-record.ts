import { z } from 'zod';
import { line } from '../../platform/wire/wire.ts';
import { states } from '../schemes/facts.ts';
import { intakeStatuses } from '../schemes/intake.ts';
import { schemeKinds } from '../schemes/kinds.ts';
import { holdCases, readCases, writtenRules } from '../schemes/written-rules.ts';
import { day, webUrl } from './file-fields.ts';
import { refusal } from '../../platform/wire/problem.ts';

const points = z.array(line(600)).max(40).default([]);

const schemeFields = z
  .strictObject({
    name: line(160),
    level: z.enum(['central', ...states], refusal('piece.level')),
    department: line(200).optional(),
    forWhom: line(300).optional(),
    kind: z.enum(schemeKinds).optional(),
    worth: z.int().min(0).max(100_000_000).optional(),
    intake: z.strictObject({ status: z.enum(intakeStatuses), day: day.optional() }).optional(),
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
    ...refusal('piece.stateCondition'),
  });

export const schemeRecord = schemeFields.transform(({ cases: written, ...record }, context) => ({
  ...record,
  cases: holdCases(written, record.rules, context),
}));

/** In a draft of the studio: a failing case keeps it from readers, not from being saved. */
export const schemeDraft = schemeFields.transform(({ cases: written, ...record }, context) => ({
  ...record,
  cases: readCases(written, context),
}));

export type SchemeRecord = z.output<typeof schemeRecord>;
