import { compileSchemes, findSchemes } from '../src/features/schemes/find-schemes.ts';
import type { Answers } from '../src/features/schemes/facts.ts';
import { makeAnswers, makeSchemes } from '../src/testing/make-schemes.ts';

/** Milliseconds until the first question, and per answer, for 30 users who answer whatever they are asked. */
export function measure(count: number): { opening: number; median: number; worst: number } {
  const schemes = makeSchemes(count);
  const before = performance.now();
  const compiled = compileSchemes(schemes);
  findSchemes(compiled, {});
  const opening = performance.now() - before;
  const times: number[] = [];
  for (let seed = 1; seed <= 30; seed += 1) {
    const person = makeAnswers(seed);
    const answers: Answers = {};
    let { nextQuestion } = findSchemes(compiled, answers);
    while (nextQuestion !== null) {
      Object.assign(answers, { [nextQuestion]: person[nextQuestion] });
      const from = performance.now();
      ({ nextQuestion } = findSchemes(compiled, answers));
      times.push(performance.now() - from);
    }
  }
  times.sort((a, b) => a - b);
  return { opening, median: times[times.length >> 1]!, worst: times.at(-1)! };
}
