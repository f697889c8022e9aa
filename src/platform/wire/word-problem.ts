import { fieldProblems } from '../../messages/field-problems.ts';
import { pieceProblems, ruleProblems, ruleWords, studioRefusals } from '../../messages/piece-problems.ts';
import type { Problem, ProblemWords } from './problem.ts';

const words: ProblemWords = {
  field: fieldProblems,
  piece: pieceProblems,
  rule: ruleProblems,
  answer: ruleWords,
  studio: studioRefusals,
};

/** The sentence in the current language. What is no code, or one of another version, is shown as it stands. */
export function wordProblem({ code, params = [] }: Problem): string {
  const [group, name] = code.split('.') as [keyof ProblemWords, string];
  const sentence = (words[group] as Record<string, string | ((...params: string[]) => string)> | undefined)?.[name];
  if (typeof sentence !== 'function') return sentence ?? code;
  return sentence(...params.map((param) => (typeof param === 'object' ? wordProblem(param) : String(param))));
}
