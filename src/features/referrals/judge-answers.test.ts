import { expect, it } from 'vitest';
import type { CtaQuestion } from './cta-definition.ts';
import { isCtaAnswer } from './judge-answers.ts';

it('a day of birth lies between 1900 and today', () => {
  const born: CtaQuestion = {
    id: 'born',
    fact: null,
    type: 'date',
    text: 'When were you born?',
    note: null,
    options: [],
    required: true,
    min: null,
    max: null,
    isWhole: false,
  };
  const isTaken = (day: unknown) => isCtaAnswer(born, day, '2026-11-27');
  for (const day of ['1900-01-01', '1961-02-28', '2026-11-27']) expect([day, isTaken(day)]).toEqual([day, true]);
  for (const day of ['1899-12-31', '2026-11-28', '2021-02-30', '1961', 19610228, null])
    expect([day, isTaken(day)]).toEqual([day, false]);
});
