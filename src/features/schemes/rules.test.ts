import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFile } from '../importing/content/read-folder.server.ts';
import { BrokenFile } from '../importing/content/front-matter.ts';
import { checkRules } from './rules.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';

const one = (condition: unknown) => checkRules({ version: 1, all: [condition] });
const problemsOf = (...all: unknown[]) =>
  checkRules({ version: 1, all }).problems.map((found) => `${found.path.join('.')}: ${wordProblem(found)}`);

const nested = (depth: number): unknown => (depth === 0 ? { fact: 'age', gte: 18 } : { any: [nested(depth - 1)] });

describe('rules that are right', () => {
  test('come back as a copy without anything else in them', () => {
    const written = {
      version: 1,
      all: [
        { fact: 'age', gte: 18, lte: 40, because: ' Too old. ' },
        { any: [{ fact: 'category', in: ['SC', 'ST', 'SC'] }, { not: { fact: 'isWidow', eq: true } }] },
      ],
    };
    const { rules, problems } = checkRules(written);
    expect(problems).toEqual([]);
    expect(rules).toEqual({
      version: 1,
      all: [
        { fact: 'age', gte: 18, lte: 40, because: 'Too old.' },
        { any: [{ fact: 'category', in: ['SC', 'ST'] }, { not: { fact: 'isWidow', eq: true } }] },
      ],
    });
    expect(rules!.all).not.toBe(written.all);
  });

  test('may use one condition twice, as YAML aliases do', () => {
    const shared = { fact: 'age', gte: 60 };
    expect(
      checkRules({ version: 1, all: [{ any: [{ all: [shared, { fact: 'isWidow', eq: true }] }, shared] }] }).problems,
    ).toEqual([]);
  });

  test('may compare texts, and several things of one answer', () => {
    expect(
      problemsOf(
        { fact: 'district', in: ['Pune', 'Nashik'] },
        { fact: 'householdHas', eq: 'own_roof' },
        { not: { fact: 'householdHas', eq: 'toilet' } },
        { fact: 'householdHas', eq: 'electricity' },
      ),
    ).toEqual([]);
  });
});

describe('rules are refused, with the place', () => {
  test.each<[unknown, string]>([
    [{ fact: 'agee', gte: 18 }, 'all.0.fact: unknown fact "agee"'],
    [{ fact: '__proto__', eq: 1 }, 'all.0.fact: unknown fact "__proto__"'],
    [{ fact: 'constructor', eq: 1 }, 'all.0.fact: unknown fact "constructor"'],
    [{ fact: 'age', gte: '18' }, 'all.0.gte: "18" is no answer to age, which is a number from 0 to 120'],
    [{ fact: 'age', gte: 17.5 }, 'all.0.gte: 17.5 is no answer to age, which is a number from 0 to 120'],
    [{ fact: 'age', gte: 200 }, 'all.0.gte: 200 is no answer to age, which is a number from 0 to 120'],
    [{ fact: 'age', gte: Number.NaN }, 'all.0.gte: null is no answer to age, which is a number from 0 to 120'],
    [
      { fact: 'householdIncome', lte: 1e300 },
      'all.0.lte: 1e+300 is no answer to householdIncome, which is a number from 0 to 1000000000',
    ],
    [
      { fact: 'category', in: ['SC', 'XX'] },
      'all.0.in.1: "XX" is no answer to category, which is one of its options (SC, ST, OBC, EWS, GEN)',
    ],
    [{ fact: 'category', gte: 2 }, 'all.0.gte: does not suit category, which is one of its options'],
    [{ fact: 'isWidow', in: [true] }, 'all.0.in: does not suit isWidow, which is true or false'],
    [{ fact: 'isWidow', eq: 'true' }, 'all.0.eq: "true" is no answer to isWidow, which is true or false'],
    [
      { fact: 'occupation', eq: ['farmer'] },
      'all.0.eq: that is no answer to occupation, which is some of its options (farmer, tenant_farmer, livestock_or_fish, farm_worker, artisan, street_vendor, unorganised_worker, industrial_worker, business, salaried, professional, student, homemaker, retired, looking_for_work, anganwadi_asha)',
    ],
    [{ fact: 'age' }, 'all.0: needs exactly one of eq, in, gte, lte and between (gte and lte may stand together)'],
    [
      { fact: 'age', eq: 18, gte: 18 },
      'all.0: needs exactly one of eq, in, gte, lte and between (gte and lte may stand together)',
    ],
    [{ fact: 'age', gt: 18 }, 'all.0.gt: is no comparison: use eq, in, gte, lte or between'],
    [{ fact: 'age', between: [18] }, 'all.0.between: must be a list of two numbers'],
    [{ fact: 'age', in: [] }, 'all.0.in: must be a list of 1 to 50 values'],
    [{ fact: 'category', in: 'SC' }, 'all.0.in: must be a list of 1 to 50 values'],
    [{ fact: 'age', between: [40, 18] }, 'all.0: contradicts itself: nothing is at least 40 and at most 18'],
    [{ any: [] }, 'all.0.any: must be a list of at least one condition'],
    [{ any: [{ fact: 'age', gte: 1 }], all: [{ fact: 'age', gte: 1 }] }, 'all.0.any: cannot stand beside "all"'],
    [{ not: [{ fact: 'age', gte: 1 }] }, 'all.0.not: must be a condition such as { fact: age, gte: 18 }'],
    [{ not: { fact: 'age', gte: 18 }, fact: 'age' }, 'all.0.fact: cannot stand beside "not"'],
    [{ fact: 'age', gte: 18, because: 'one\ntwo' }, 'all.0.because: must be one line of at most 300 characters'],
    [{ fact: 'district', eq: '' }, 'all.0.eq: "" is no answer to district, which is a text'],
    [{}, 'all.0: needs fact, all, any or not'],
    ['age >= 18', 'all.0: must be a condition such as { fact: age, gte: 18 }'],
  ])('%j', (condition, problem) => {
    expect(problemsOf(condition)).toEqual([problem]);
  });

  test('when they are no rules at all, of another version, or say more than they may', () => {
    expect(checkRules(null).problems).toEqual([{ path: [], code: 'rule.rules' }]);
    expect(checkRules({ version: 3, all: [{ fact: 'age', gte: 1 }] }).problems).toEqual([
      { path: ['version'], code: 'rule.version' },
    ]);
    expect(checkRules({ version: 1, all: [{ fact: 'age', gte: 1 }], any: [] }).problems[0]!.path).toEqual(['any']);
    expect(checkRules({ version: 1 }).problems[0]!.path).toEqual(['all']);
    expect(
      checkRules(JSON.parse('{"version":1,"all":[{"fact":"age","gte":1}],"__proto__":{}}')).problems[0]!.path,
    ).toEqual(['__proto__']);
  });

  test('when they nest too deep, are too many, or loop', () => {
    expect(one(nested(5)).problems).toEqual([]);
    expect(wordProblem(one(nested(8)).problems[0]!)).toContain('nests more than 6 deep');
    expect(problemsOf(...Array.from({ length: 150 }, () => ({ fact: 'age', gte: 18 })))).toEqual([
      'all.100: more than 100 conditions',
    ]);
    const loop: { any: unknown[] } = { any: [{ fact: 'age', gte: 18 }] };
    loop.any.push(loop);
    expect(problemsOf(loop)).toEqual(['all.0.any.1: loops: it contains itself']);
    const not: { not?: unknown } = {};
    not.not = not;
    expect(problemsOf(not)).toEqual(['all.0.not: loops: it contains itself']);
  });
});

describe('whatever is handed over', () => {
  test('is either refused or comes back the same when checked again', () => {
    const values = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.boolean(),
      fc.constantFrom('SC', 'farmer', 'rural', 18, true, '__proto__'),
      fc.constant(null),
    );
    const condition = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.record(
          {
            fact: fc.constantFrom(
              'age',
              'category',
              'occupation',
              'isWidow',
              'landHectares',
              'district',
              'toString',
              7,
            ),
            eq: values,
            in: fc.array(values, { maxLength: 3 }),
            gte: values,
            lte: values,
            between: fc.array(values, { maxLength: 3 }),
            because: values,
          },
          { requiredKeys: ['fact'] },
        ),
        fc.record({ all: fc.array(tie('node'), { maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('node'), { maxLength: 3 }) }),
        fc.record({ not: tie('node') }),
        fc.anything(),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 4 }), (all) => {
        const first = checkRules({ version: 1, all });
        if (first.rules === null) return first.problems.length > 0;
        return JSON.stringify(checkRules(first.rules).rules) === JSON.stringify(first.rules);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a content file with rules', () => {
  const file = (scheme: string, level = 'central') =>
    parseFile(
      'articles',
      'content/articles/x.md',
      new TextEncoder().encode(`---
title: "A title"
summary: "A summary."
author: asha
categories: [schemes]
publishedAt: 2026-11-01
scheme:
  name: "Scheme"
  level: ${level}
  officialUrl: "https://example.gov.in/"
${scheme}
---
Text
`),
    );
  const messages = (scheme: string, level?: string) => {
    const parsed = file(scheme, level);
    return parsed instanceof BrokenFile ? parsed.messages : [];
  };

  test('is taken where they are right', () => {
    expect(messages('  rules: { version: 1, all: [{ fact: age, gte: 60 }] }')).toEqual([]);
  });

  test('is broken with file, line and field where they are not', () => {
    expect(
      messages('  rules:\n    version: 1\n    all:\n      - { fact: age, gte: 60 }\n      - { fact: agee, gte: 60 }'),
    ).toEqual(['content/articles/x.md:15: scheme.rules.all.2.fact: unknown fact "agee"']);
    expect(
      messages('  rules:\n    version: 1\n    all:\n      - { fact: age, gte: 60 }\n      - { fact: age, lte: 40 }'),
    ).toEqual(['content/articles/x.md:15: scheme.rules.all.2: contradicts all.1: no age meets both']);
  });

  test('is broken where an anchor loops, or where a scheme of a State does not ask for it', () => {
    const [told, ...more] = messages(
      '  rules:\n    version: 1\n    all:\n      - &a\n        any: [{ fact: age, gte: 1 }, *a]',
    );
    expect(more).toEqual([]);
    expect(told).toMatch(/^content\/articles\/x\.md/);
    expect(messages('  rules: { version: 1, all: [{ fact: age, gte: 60 }] }', 'Goa')).toEqual([
      'content/articles/x.md:11: scheme.rules: a scheme of a State needs a condition on state',
    ]);
    expect(messages('  rules: { version: 1, all: [{ fact: age, gte: 60 }, { fact: state, eq: Goa }] }', 'Goa')).toEqual(
      [],
    );
    expect(messages('', 'Atlantis')).toEqual([
      'content/articles/x.md:9: scheme.level: must be central, or the name of a State or Union Territory',
    ]);
  });
});

test('at most 20 problems are named, however many there are', () => {
  const wrong = Array.from({ length: 30 }, () => ({ fact: 'noSuchFact', eq: 1 }));
  expect(checkRules({ version: 1, all: wrong })).toMatchObject({ rules: null });
  expect(checkRules({ version: 1, all: wrong }).problems).toHaveLength(20);
});
