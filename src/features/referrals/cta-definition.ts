import { z } from 'zod';
import { line } from '../../platform/wire/wire.ts';
import { questionOf } from '../schemes/fact-questions.ts';
import { type Fact, factOf, type FactId, factIds } from '../schemes/facts.ts';
import type { RuleProblem, Rules } from '../schemes/rules.ts';
import { writtenRules } from '../schemes/written-rules.ts';
import { problem, type Problem, refusal } from '../../platform/wire/problem.ts';

// Schema of content/ctas/<key>.md, and the form in which it is stored. Also imported by browser code.

export const questionTypes = ['text', 'number', 'date', 'single', 'multiple', 'boolean'] as const;
export type QuestionType = (typeof questionTypes)[number];

/** With `fact`: wording and limits come from the fact catalogue. Without: a free question that no rule may use. */
const writtenQuestion = z.strictObject({
  id: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, refusal('piece.factName')),
  fact: z.enum(factIds as [FactId, ...FactId[]], refusal('piece.noFact')).optional(),
  type: z.enum(questionTypes).optional(),
  text: line(200).optional(),
  note: line(300).optional(),
  options: z
    .array(z.strictObject({ value: z.string().regex(/^[\w-]{1,40}$/), label: line(120) }))
    .min(2)
    .max(40)
    .optional(),
  required: z.boolean().default(false),
});

export type CtaQuestion = {
  id: string;
  fact: FactId | null;
  type: QuestionType;
  text: string;
  note: string | null;
  options: { value: string; label: string }[];
  required: boolean;
  min: number | null;
  max: number | null;
  isWhole: boolean;
};

const webUrl = z.url({ protocol: /^https$/, ...refusal('piece.httpsAddress') }).max(2_000);

export const ctaFields = {
  title: line(120),
  description: line(400),
  active: z.boolean().default(true),
  questions: z.array(writtenQuestion).min(1).max(20),
  rules: writtenRules,
  nextSteps: z.array(line(300)).min(1).max(12),
  papers: z.array(line(200)).max(20).default([]),
  officialUrl: webUrl,
  helpline: z
    .string()
    .regex(/^[\d+ -]{3,20}$/, refusal('piece.callNumber'))
    .optional(),
};

export type CtaDefinition = {
  questions: CtaQuestion[];
  rules: Rules;
  nextSteps: string[];
  papers: string[];
  officialUrl: string;
  helpline: string | null;
  articlePath: string | null;
};

type Written = z.output<typeof writtenQuestion>;

/** The question type must match the fact's type; a date question may also answer `age`. */
const suits = (type: QuestionType, fact: Fact, id: FactId) => type === fact.type || (type === 'date' && id === 'age');

/** @returns problems, each with its path in the file */
export function problemsOfCta({ questions, rules }: { questions: Written[]; rules: Rules }): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const ids = new Set<string>();
  const covered = new Set<FactId>();
  for (const [at, { id, fact, type, text, options }] of questions.entries()) {
    const refuse = (field: string, found: Problem) => problems.push({ path: ['questions', at, field], ...found });
    if (ids.has(id)) refuse('id', problem('piece.twice', `"${id}"`));
    ids.add(id);
    if (fact === undefined) {
      if (text === undefined) refuse('text', problem('piece.neededWithoutFact'));
      if (type === undefined) refuse('type', problem('piece.neededWithoutFact'));
      if ((type === 'single' || type === 'multiple') !== (options !== undefined))
        refuse('options', options ? problem('piece.optionsSuit') : problem('piece.needed'));
      continue;
    }
    if (covered.has(fact)) refuse('fact', problem('piece.askedTwice', `"${fact}"`));
    covered.add(fact);
    if (type !== undefined && !suits(type, factOf(fact), fact)) refuse('type', problem('piece.suits', fact));
    if (options !== undefined) refuse('options', problem('piece.optionsOf', fact));
  }
  const open = factIds.find((fact) => !covered.has(fact) && JSON.stringify(rules).includes(`"fact":"${fact}"`));
  if (open) problems.push({ path: ['rules'], ...problem('piece.notAsked', open) });
  return problems;
}

/** Fills in wording and limits from the fact catalogue. */
export function completeQuestions(questions: Written[]): CtaQuestion[] {
  return questions.map(({ id, fact, type, text, note, options, required }): CtaQuestion => {
    if (fact === undefined)
      return {
        id,
        fact: null,
        type: type!,
        text: text!,
        note: note ?? null,
        options: options ?? [],
        required,
        min: null,
        max: null,
        isWhole: false,
      };
    const catalogue = questionOf(fact);
    const own = factOf(fact);
    return {
      id,
      fact,
      type: type ?? catalogue.type,
      text: text ?? catalogue.question,
      note: note ?? (type === 'date' ? null : catalogue.note),
      options: catalogue.options,
      required,
      min: catalogue.min,
      max: catalogue.max,
      isWhole: own.type === 'number' && own.isWhole,
    };
  });
}
