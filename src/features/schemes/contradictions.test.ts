import { describe, expect, test } from 'vitest';
import { checkRules, type RulePath } from './rules.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';

const problemsOf = (...all: unknown[]) =>
  checkRules({ version: 1, all }).problems.map((found) => `${found.path.join('.')}: ${wordProblem(found)}`);

describe('contradictions are found', () => {
  test.each<[string, unknown[], RulePath, string]>([
    [
      'two ages',
      [
        { fact: 'age', gte: 60 },
        { fact: 'gender', eq: 'woman' },
        { fact: 'age', lte: 40 },
      ],
      ['all', 2],
      'contradicts all.1: no age meets both',
    ],
    [
      'a whole number between neighbours',
      [{ not: { fact: 'age', lte: 17 } }, { not: { fact: 'age', gte: 18 } }],
      ['all', 1, 'not'],
      'contradicts all.1.not',
    ],
    [
      'an option and its opposite',
      [{ fact: 'area', eq: 'rural' }, { not: { fact: 'area', in: ['rural'] } }],
      ['all', 1, 'not'],
      'contradicts all.1',
    ],
    ['no option left', [{ not: { fact: 'area', in: ['rural', 'urban'] } }], ['all', 0, 'not'], 'no area meets it'],
    [
      'yes and no',
      [
        { fact: 'isWidow', eq: true },
        { fact: 'isWidow', eq: false },
      ],
      ['all', 1],
      'contradicts all.1',
    ],
    [
      'having and not having',
      [{ fact: 'householdHas', in: ['toilet'] }, { not: { fact: 'householdHas', eq: 'toilet' } }],
      ['all', 1, 'not'],
      'contradicts all.1',
    ],
    [
      'two texts',
      [
        { fact: 'district', eq: 'Pune' },
        { fact: 'district', eq: 'Nashik' },
      ],
      ['all', 1],
      'contradicts all.1',
    ],
    [
      'every alternative',
      [
        { fact: 'age', gte: 60 },
        {
          any: [
            { fact: 'age', lte: 10 },
            { fact: 'age', between: [20, 30] },
          ],
        },
      ],
      ['all', 1, 'any', 0],
      'contradicts all.1',
    ],
    [
      'one alternative alone',
      [
        {
          any: [
            { fact: 'gender', eq: 'woman' },
            {
              all: [
                { fact: 'age', gte: 60 },
                { fact: 'age', lte: 18 },
              ],
            },
          ],
        },
      ],
      ['all', 0, 'any', 1, 'all', 1],
      'contradicts all.1.any.2.all.1',
    ],
    [
      'what a "not" turns around',
      [
        {
          not: {
            any: [
              { fact: 'age', lte: 50 },
              { fact: 'age', gte: 40 },
            ],
          },
        },
      ],
      ['all', 0, 'not', 'any', 1],
      'contradicts all.1.not.any.1',
    ],
  ])('%s', (_name, all, path, message) => {
    const { problems } = checkRules({ version: 1, all });
    expect(problems).toHaveLength(1);
    expect(problems[0]!.path).toEqual(path);
    expect(wordProblem(problems[0]!)).toContain(message);
  });

  test('but not where somebody can meet them', () => {
    expect(problemsOf({ fact: 'age', gte: 18 }, { fact: 'age', lte: 18 })).toEqual([]);
    expect(problemsOf({ fact: 'landHectares', gte: 0.01 }, { not: { fact: 'landHectares', gte: 0.02 } })).toEqual([]);
    expect(
      problemsOf(
        { fact: 'age', gte: 60 },
        {
          any: [
            { fact: 'age', lte: 10 },
            { fact: 'age', gte: 70 },
          ],
        },
      ),
    ).toEqual([]);
    expect(problemsOf({ not: { fact: 'age', between: [10, 110] } }, { fact: 'age', gte: 111 })).toEqual([]);
  });

  test('too many alternatives are refused instead of being laid out', () => {
    const pair = {
      any: [
        { fact: 'age', gte: 18 },
        { fact: 'isWidow', eq: true },
      ],
    };
    expect(problemsOf(...Array.from({ length: 12 }, () => pair))).toEqual([
      ': has more than 2000 alternatives: split it',
    ]);
  });
});

test('a place that is refused leaves all others', () => {
  expect(problemsOf({ not: { fact: 'district', eq: 'Pune' } })).toEqual([]);
});
