import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readContentFolder } from '../importing/content/read-folder.server.ts';
import type { Answers, FactId } from './facts.ts';
import { compileSchemes, findSchemes } from './find-schemes.ts';

const { files } = await readContentFolder(fileURLToPath(new URL('../../../content', import.meta.url)));
const compiled = compileSchemes(
  [...files.articles].flatMap(([key, { data }]) =>
    data.scheme?.rules ? [{ key, rules: data.scheme.rules, kind: data.scheme.kind ?? 'other' }] : [],
  ),
);

/** The questions in their order; what the person does not say is skipped. Each must concern an open scheme. */
function askedOf(person: Answers, most: number): FactId[] {
  const answers: Answers = {};
  const asked: FactId[] = [];
  while (asked.length < most) {
    const { nextQuestion, needsAnswers } = findSchemes(compiled, answers);
    if (nextQuestion === null) break;
    expect(needsAnswers.some(({ missing }) => missing.includes(nextQuestion))).toBe(true);
    asked.push(nextQuestion);
    answers[nextQuestion] = person[nextQuestion] ?? null;
  }
  return asked;
}

const people: [string, Answers, { has: FactId[]; lacks: FactId[] }][] = [
  [
    'a man of 72',
    { state: 'Karnataka', age: 72, gender: 'man', occupation: ['retired'], rationCard: 'priority', householdHas: [] },
    { has: ['rationCard'], lacks: ['education', 'isStudent', 'isPregnant', 'childOrder', 'isWidow'] },
  ],
  [
    'the mother of a newborn',
    { state: 'Bihar', age: 24, gender: 'woman', occupation: ['homemaker'], rationCard: 'priority', householdHas: [] },
    { has: ['gender', 'isPregnant'], lacks: ['education', 'isStudent', 'monthlyPension', 'isExServiceman'] },
  ],
  [
    'a student of 17',
    {
      state: 'Delhi',
      age: 17,
      gender: 'woman',
      occupation: ['student'],
      education: 'class_10',
      householdIncome: 200_000,
    },
    {
      has: ['education', 'category', 'householdIncome'],
      lacks: ['isWidow', 'monthlyPension', 'isPregnant', 'taxpayers'],
    },
  ],
  [
    'a farmer of 45',
    { state: 'Maharashtra', age: 45, gender: 'man', occupation: ['farmer'], rationCard: 'other', area: 'rural' },
    { has: ['occupation'], lacks: ['education', 'isStudent', 'isPregnant', 'childOrder', 'isWidow'] },
  ],
  [
    'a widow of 50',
    { state: 'Tamil Nadu', age: 50, gender: 'woman', occupation: ['homemaker'], isWidow: true, rationCard: 'priority' },
    { has: ['gender', 'rationCard'], lacks: ['education', 'isStudent', 'isPregnant', 'childOrder'] },
  ],
];

test.each(people)('%s is asked what may decide something for them', (_, person, { has, lacks }) => {
  const asked = askedOf(person, 6);
  expect(asked.slice(0, 3)).toEqual(['state', 'age', 'occupation']);
  expect(asked).toEqual(expect.arrayContaining(has));
  expect(asked.filter((id) => lacks.includes(id))).toEqual([]);
});

test('what is unlikely is asked last, but asked: no estimate ends the questions or decides', () => {
  const man: Answers = { state: 'Karnataka', age: 55, gender: 'man', occupation: ['retired'] };
  const asked = askedOf(man, 60);
  expect(asked).toContain('isPregnant');
  expect(asked.indexOf('isPregnant')).toBeGreaterThan(asked.indexOf('disabilityPercent'));
  const { needsAnswers } = findSchemes(compiled, man);
  expect(needsAnswers.some(({ missing }) => missing.length === 1 && missing[0] === 'isPregnant')).toBe(true);
});

test('a parent of 72 is asked for no pregnancy and no birth order; both stay open, behind all that is likely', () => {
  const parent: Answers = { state: 'Bihar', age: 72, occupation: ['retired'] };
  const asked = askedOf(parent, 60);
  expect(asked).not.toContain('isPregnant');
  expect(asked).not.toContain('childOrder');
  expect(asked.length).toBeGreaterThan(20);
  const { needsAnswers } = findSchemes(compiled, parent);
  const isUnlikely = needsAnswers.map(({ missing }) => missing.includes('isPregnant') || missing.includes('isStudent'));
  expect(needsAnswers.some(({ missing }) => missing.includes('isPregnant'))).toBe(true);
  expect(isUnlikely).toEqual(isUnlikely.toSorted((a, b) => Number(a) - Number(b)));
});

test('who names a scheme is asked for all that it needs, at any age', () => {
  const parent: Answers = { state: 'Bihar', age: 72, occupation: ['retired'] };
  const ofMothers = compiled.schemes
    .map(({ scheme }) => scheme)
    .filter((scheme) => {
      const alone = compileSchemes([scheme]);
      return findSchemes(alone, parent).needsAnswers.some(({ missing }) => missing.includes('isPregnant'));
    });
  expect(ofMothers.length).toBeGreaterThan(0);
  for (const scheme of ofMothers) {
    const alone = compileSchemes([scheme]);
    const answers = { ...parent };
    for (let asked = 0; asked < 60; asked += 1) {
      const { nextQuestion } = findSchemes(alone, answers, { areNamed: true });
      if (nextQuestion === null) break;
      answers[nextQuestion] = null;
    }
    expect(answers).toHaveProperty('isPregnant', null);
  }
});

test('a widow of 58 who does not work is led to no hostel for who works and no cover closed at 50; at 47 to no school', () => {
  const widow: Answers = {
    state: 'Bihar',
    gender: 'woman',
    isWidow: true,
    occupation: ['homemaker'],
    monthlyEarnings: 0,
  };
  const openTo = (answers: Answers) => {
    const { mayFit, needsAnswers } = findSchemes(compiled, answers);
    return [...mayFit, ...needsAnswers.map(({ scheme }) => scheme)].map(({ key }) => key);
  };
  const closed = ['sakhi-niwas-hostel', 'pmjjby-life-cover', 'nmms-scholarship', 'pm-yasasvi-pre-matric'];
  const [at47, at58] = [openTo({ ...widow, age: 47 }), openTo({ ...widow, age: 58, area: 'rural' })];
  expect([at47, at58].map((keys) => closed.filter((key) => keys.includes(key)))).toEqual([['pmjjby-life-cover'], []]);
  expect(at58).toEqual(expect.arrayContaining(['widow-pension', 'pmjjby-pmsby']));
  expect(openTo({ ...widow, age: 47, occupation: ['salaried'] })).toContain('sakhi-niwas-hostel');
});

test('somebody whose age is not known is asked', () => {
  const asked = askedOf({ state: 'Bihar' }, 60);
  expect(asked).toContain('isPregnant');
});
