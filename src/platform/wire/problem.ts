import type { fieldProblems } from '../../messages/field-problems.ts';
import type { pieceProblems, ruleProblems, ruleWords, studioRefusals } from '../../messages/piece-problems.ts';

/** Catalogues whose sentences have codes: the group, a point, and the sentence's name. */
export type ProblemWords = {
  field: typeof fieldProblems;
  piece: typeof pieceProblems;
  rule: typeof ruleProblems;
  answer: typeof ruleWords;
  studio: typeof studioRefusals;
};
type Group = keyof ProblemWords;
export type ProblemCode = { [G in Group]: `${G}.${keyof ProblemWords[G] & string}` }[Group];
type SentenceOf<Code> = Code extends `${infer G extends Group}.${infer Name}`
  ? Name extends keyof ProblemWords[G]
    ? ProblemWords[G][Name]
    : never
  : never;
type ParamsOf<Code> =
  SentenceOf<Code> extends (...params: infer Params) => string ? { [At in keyof Params]: ProblemParam } : [];

/** A problem or a word may stand in the sentence of another. */
export type ProblemParam = string | number | Problem;
/** What is wrong, as data from where it is found to where it is shown: `wordProblem` makes a sentence of it there. */
export type Problem = { code: ProblemCode; params?: ProblemParam[] };

export const problem = <Code extends ProblemCode>(code: Code, ...params: ParamsOf<Code>): Problem =>
  params.length === 0 ? { code } : { code, params };

/** A problem in the form of an issue of Zod; `problemOf` reads it. Params reach custom issues only. */
export const asIssue = ({ code, params }: Problem) => ({ message: code as string, params: { params } });

/** The second argument of a check of Zod. */
export const refusal = <Code extends ProblemCode>(code: Code, ...params: ParamsOf<Code>) =>
  asIssue(problem(code, ...params));
