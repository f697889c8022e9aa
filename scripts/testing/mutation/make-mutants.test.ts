import { expect, test } from 'vitest';
import { makeMutants, withMutant } from './make-mutants.ts';
import { pickSample } from './pick-sample.ts';

/** Each mutant of the code, as the whole changed text. */
const changed = (code: string) => makeMutants(code).map((mutant) => withMutant(code, mutant));

test.each([
  ['conditions', 'if (a) b = 1;', ['if (true) b = 1;', 'if (false) b = 1;', 'if (a) ;']],
  ['boundaries', 'let a = b < c;', ['let a = b <= c;']],
  ['arithmetic', 'let a = b * c - d;', ['let a = b * c + d;', 'let a = b / c - d;']],
  ['booleans', 'let a = !b || true;', ['let a = !b && true;', 'let a = b || true;', 'let a = !b || false;']],
  ['strings', "let a = 'b' + '';", ["let a = '' + '';", "let a = 'b' + 'mutated';"]],
  ['statements', 'a();', [';']],
  ['return values', 'function f() { return a; }', ['function f() {}', 'function f() { return undefined; }']],
  ['arrow functions', 'let f = () => (a);', ['let f = () =>undefined;']],
  ['nothing into itself', 'let f = () => undefined;', []],
  ['loops, never into endless ones', 'while (a) {}', ['while (false) {}']],
  [
    'SQL',
    'let q = sql`a < ${b} and c is null`;',
    [
      'let q = sql`a <= ${b} and c is null`;',
      'let q = sql`a < ${b} or c is null`;',
      'let q = sql`a < ${b} and c is not null`;',
    ],
  ],
])('changes %s', (_what, code, expected) => {
  expect(changed(code).toSorted()).toEqual(expected.toSorted());
});

test('changes no types, imports, names of fields or sentences', () => {
  expect(
    changed(`import a from 'a'; type B = 'b' | true; const c = { 'd': 1, e: f as 'g' }; let s = 'Words for people.';`),
  ).toEqual([]);
});

test('says where a change is', () => {
  expect(makeMutants('let a;\n\nlet b = c === d;')).toEqual([
    { start: 18, end: 21, line: 3, from: '===', to: '!==', within: { start: 16, end: 23, kind: 'expression' } },
  ]);
});

test('a sample is the same for the same seed, in the order of the code', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const sample = pickSample(items, 10, 'x');
  expect(sample).toHaveLength(10);
  expect(sample).toEqual(sample.toSorted((one, other) => one - other));
  expect(pickSample(items, 10, 'x')).toEqual(sample);
  expect(pickSample(items, 10, 'y')).not.toEqual(sample);
  expect(pickSample(items, 1_000, 'x')).toEqual(items);
});
