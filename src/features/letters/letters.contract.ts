import { z } from 'zod';
import { safeText } from '../../platform/wire/wire.ts';

export const procedureIds = [
  'rti',
  'rti-first-appeal',
  'rti-second-appeal',
  'police-complaint-refused',
  'bank',
  'insurance',
  'electricity',
  'consumer',
  'provident-fund',
  'ration-card',
  'pension',
  'aadhaar',
] as const;
export type ProcedureId = (typeof procedureIds)[number];

/** UTF-16 units of an answer. The letter must fit on one printed page. */
export const longestAnswers = { line: 120, long: 1_200, lines: 18 } as const;

export const letterInput = z.strictObject({
  lang: z.enum(['en', 'hi']),
  /** Answers by question; the questions are in `GET /letters/{procedure}`. A tick is true or 'yes'. */
  answers: z.record(z.string().max(60), z.union([safeText(5_000), z.boolean(), z.number()])),
});

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const source = z.object({ title: z.string(), url: z.string(), readOn: day.nullable(), official: z.boolean() });

export const writtenLetter = z.object({
  letter: z.string(),
  office: z.string(),
  /** Rupees; null where we do not know it, and the note says where to ask. */
  fee: z.object({ amount: z.number().int().nonnegative().nullable(), note: z.string() }),
  enclosures: z.array(z.string()),
  /** When an answer is due, in Indian time; null where no law says. */
  dueOn: day.nullable(),
  next: z.object({ procedure: z.enum(procedureIds), from: day }).nullable(),
  sources: z.array(source),
  /** How the days were counted, and that this is no legal advice. */
  notes: z.array(z.string()),
});
export type WrittenLetter = z.infer<typeof writtenLetter>;

const words = z.object({ en: z.string(), hi: z.string() });
export const procedureShown = z.object({
  id: z.enum(procedureIds),
  title: words,
  about: words,
  basis: words,
  questions: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      label: words,
      help: words.nullable(),
      isRequired: z.boolean(),
      options: z.array(z.string()).nullable(),
      onlyWith: z.object({ question: z.string(), oneOf: z.array(z.string()) }).nullable(),
    }),
  ),
  sources: z.array(source),
});
