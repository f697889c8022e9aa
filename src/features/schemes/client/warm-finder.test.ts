// @runs in its own process
import { afterEach, expect, test, vi } from 'vitest';
import { compileSchemes } from '../find-schemes.ts';
import type { Rules } from '../rules.ts';
import { warmFinder } from './warm-finder.ts';

const adults: Rules = { version: 1, all: [{ fact: 'age', gte: 18 }] };
const compiled = compileSchemes(Array.from({ length: 1_200 }, (_, id) => ({ id, rules: adults })));

/** Runs idle callbacks one by one. */
function idlePeriods() {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run));
  return { waiting, pass: () => waiting.shift()!() };
}

afterEach(() => vi.unstubAllGlobals());

test('rules are evaluated in small parts before the first answer, and the last step follows', () => {
  const { waiting, pass } = idlePeriods();
  const counts: number[] = [];
  const counted = new Proxy(compiled, {
    get: (of, key) => {
      if (key === 'schemes') return { length: 1_200, slice: (from: number, to: number) => cut(from, to) };
      return Reflect.get(of, key) as unknown;
    },
  });
  const cut = (from: number, to: number) => {
    const part = compiled.schemes.slice(from, to);
    counts.push(part.length);
    return part;
  };
  const last = vi.fn<() => void>();
  warmFinder(counted, [], last);
  expect(counts).toEqual([]);
  while (waiting.length > 0) {
    const before = counts.length;
    pass();
    expect(counts.length - before).toBeLessThanOrEqual(1);
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(500);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1_200);
  expect(last).toHaveBeenCalledOnce();
});

test('it ends where the page no longer needs it', () => {
  const { waiting, pass } = idlePeriods();
  const last = vi.fn<() => void>();
  const end = warmFinder(compiled, [], last);
  pass();
  end();
  while (waiting.length > 0) pass();
  expect(last).not.toHaveBeenCalled();
});

test('what an answer needs besides goes first, one in each idle period', () => {
  const { waiting, pass } = idlePeriods();
  const done: string[] = [];
  warmFinder(compiled, [() => done.push('one'), () => done.push('two')], () => done.push('last'));
  pass();
  expect(done).toEqual(['one']);
  pass();
  expect(done).toEqual(['one', 'two']);
  while (waiting.length > 0) pass();
  expect(done).toEqual(['one', 'two', 'last']);
});
