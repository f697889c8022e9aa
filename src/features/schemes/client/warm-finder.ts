import type { Answers } from '../facts.ts';
import { type CompiledSchemes, findSchemes } from '../find-schemes.ts';

/** Each evaluates a part, so that no idle period lasts long on a slow phone. */
const partSize = 500;
const samples: Answers[] = [{}, { age: 35 }, { age: 35, gender: 'female' }, { age: 67, gender: 'male' }];

const whenIdle = (run: () => void): unknown =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(run) : setTimeout(run, 100);

/**
 * Evaluates sample answers while the reader reads the first question: cold code takes several times as long, and the
 * first answer would wait for it.
 * @param first run before it, one in each idle period: what an answer needs besides
 * @param last runs after it, idle too
 * @returns ends it early
 */
export function warmFinder<Scheme>(
  compiled: CompiledSchemes<Scheme>,
  first: readonly (() => void)[],
  last: () => void,
): () => void {
  let isEnded = false;
  const evaluations = samples.flatMap((answers) =>
    Array.from({ length: Math.ceil(compiled.schemes.length / partSize) }, (_, at) => () => {
      const schemes = compiled.schemes.slice(at * partSize, (at + 1) * partSize);
      findSchemes({ ...compiled, schemes }, answers);
    }),
  );
  const parts = [...first, ...evaluations];
  const next = () => {
    if (isEnded) return;
    const part = parts.shift() ?? last;
    part();
    if (part !== last) whenIdle(next);
  };
  whenIdle(next);
  return () => {
    isEnded = true;
  };
}
