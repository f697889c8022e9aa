import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { atLeast, atMost, type Goal, none, report } from '../bench/faults/verdict.ts';

afterEach(() => vi.restoreAllMocks());

function endOf(goals: Goal[]): { status: unknown; said: string } {
  let [status, said]: [unknown, string] = [undefined, ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    status = code;
    throw new Error('ended');
  });
  expect(() => report('Pages', goals)).toThrow('ended');
  vi.restoreAllMocks();
  return { status, said };
}

it('a missed goal is told with its figure, and ends the run with 1', () => {
  const { status, said } = endOf([
    atLeast('cached', 0.89, 0.9),
    none('refused', 0),
    atMost('bytes', 61_999, 62_000, 'bytes'),
  ]);
  expect(status).toBe(1);
  expect(said).toContain('MISSED  cached: 0.89 (goal: at least 0.9)');
  expect(said).toContain('met     refused: 0 (goal: 0)');
  expect(said).toContain('met     bytes: 61999 bytes (goal: at most 62000 bytes)');
});

it('where all are met it ends with 0', () => {
  expect(endOf([atLeast('cached', 0.9, 0.9), none('refused', 0)]).status).toBe(0);
  expect(endOf([atLeast('cached', 0.9, 0.9), none('refused', 1)]).status).toBe(1);
});

// Whole runs take minutes; so their last statement is read.
it.each(['pages', 'weight'])('the benchmark %s ends with its goals', (name) => {
  const source = readFileSync(new URL(`../bench/${name}.ts`, import.meta.url), 'utf8');
  expect(
    source
      .trimEnd()
      .split(/^(?=\S)/m)
      .findLast((part) => /^[a-z]/.test(part)),
  ).toMatch(/^report\(/);
});
