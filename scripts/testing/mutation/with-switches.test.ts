import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makeMutants, withMutant } from './make-mutants.ts';
import { withSwitches } from './with-switches.ts';

const code = `
  const seen = [];
  function sign(a, b) {
    let text = '';
    for (const each of [a, b]) { if (each === null) continue; text += each > 0 ? 'up' : \`at \${each}\`; }
    if (a && (b || !a)) seen.push(text); else seen.push('none');
    try { if (b === 3) throw new Error(); } catch { return -1; }
    return [a, b].map((each) => ({ n: each ?? 'null' })).length * 2 + text.length - 1;
  }
  [sign(0, 1), sign(2, 3), sign(null, 4), sign(5, null), seen];
`;
const sandbox: { __isMutant?: (each: number) => boolean } = createContext({});
/** The value of the last expression, or the error's name. */
function run(text: string, number = -1): unknown {
  sandbox.__isMutant = (each) => each === number;
  try {
    // In a block, so that each run declares its own names: a context for each would cost a thousand times as much.
    return JSON.stringify(runInContext(`{${text}}`, sandbox));
  } catch (error) {
    return (error as Error).name;
  }
}

test('a mutant behind its switch does what the changed text does', () => {
  const mutants = makeMutants(code, 'module.ts');
  const switched = withSwitches(code, mutants, 100);
  expect(mutants.length).toBeGreaterThan(30);
  expect(run(switched)).toEqual(run(code));
  mutants.forEach((mutant, index) => {
    expect(run(switched, 100 + index), `${mutant.from} -> ${mutant.to}`).toEqual(run(withMutant(code, mutant)));
  });
});

test('SQL, and TypeScript around a changed expression', () => {
  const source = 'const q = (a as boolean)!; const r = sql<number>`x < ${b as string} and c`;';
  expect(withSwitches(source, makeMutants(source), 0)).toBe(
    'const q = (a as boolean)!; const r = (globalThis.__isMutant(0)?(sql<number>`x <= ${b as string} and c`)' +
      ':(globalThis.__isMutant(1)?(sql<number>`x < ${b as string} or c`):(sql<number>`x < ${b as string} and c`)));',
  );
});

test('operators that must not stand side by side', () => {
  const source = 'const a = b ?? c ?? d; const e = f && g || h;';
  expect(() => makeMutants(withSwitches(source, makeMutants(source), 0))).not.toThrow();
});
