import { describe, expect, it } from 'vitest';
import { parseFile } from '../importing/content/read-folder.server.ts';
import { judgeAnswers, yearsBetween } from './judge-answers.ts';
import type { CtaDefinition } from './cta-definition.ts';

const file = (more: string) =>
  parseFile(
    'ctas',
    'content/ctas/x.md',
    Buffer.from(`---\ntitle: T\ndescription: D\nnextSteps: [Go]\nofficialUrl: https://a.gov.in/\n${more}\n---\n`),
  );
const problems = (more: string) => {
  const parsed = file(more);
  return 'messages' in parsed ? parsed.messages.join('\n') : '';
};
const rules = 'rules: { version: 1, all: [{ fact: age, gte: 18 }] }';

describe('a call to action that an owner writes', () => {
  it('takes its words from the catalogue, or has its own', () => {
    const parsed = file(
      `questions: [{ id: birthDate, fact: age, type: date, text: Born? }, { id: state, fact: state, required: true }, { id: own, type: text, text: Why? }]\n${rules}`,
    );
    expect(parsed).toMatchObject({
      data: {
        active: true,
        questions: [
          { id: 'birthDate', type: 'date', text: 'Born?', fact: 'age', required: false },
          { id: 'state', type: 'single', required: true, text: expect.stringContaining('State') },
          { id: 'own', type: 'text', fact: null },
        ],
      },
    });
  });

  it.each([
    [
      'a rule on what nobody is asked',
      `questions: [{ id: state, fact: state }]\n${rules}`,
      'age, which no question asks for',
    ],
    ['a fact that is none', `questions: [{ id: x, fact: shoe }]\n${rules}`, 'is no fact'],
    ['a type that does not suit', `questions: [{ id: x, fact: age, type: boolean }]\n${rules}`, 'does not suit age'],
    ['one id twice', `questions: [{ id: x, fact: age }, { id: x, fact: state }]\n${rules}`, 'is there twice'],
    ['one fact twice', `questions: [{ id: x, fact: age }, { id: y, fact: age }]\n${rules}`, 'is asked for twice'],
    [
      'a choice without options',
      `questions: [{ id: x, fact: age }, { id: y, type: single, text: Q }]\n${rules}`,
      'are needed',
    ],
    [
      'rules that contradict',
      'questions: [{ id: x, fact: age }]\nrules: { version: 1, all: [{ fact: age, gte: 60 }, { fact: age, lte: 18 }] }',
      'contradicts',
    ],
    ['a field nobody knows', `questions: [{ id: x, fact: age }]\n${rules}\ncolour: red`, 'colour'],
    ['an address that is none', `questions: [{ id: x, fact: age }]\n${rules}\nhelpline: call us`, 'number to call'],
  ])('is refused with its place: %s', (_what, text, message) => expect(problems(text)).toContain(message));

  it('counts completed years', () => {
    expect(yearsBetween('2008-11-21', '2026-11-21')).toBe(18);
    expect(yearsBetween('2008-11-22', '2026-11-21')).toBe(17);
    expect(yearsBetween('2008-02-29', '2026-02-28')).toBe(17);
    const definition = (
      file(`questions: [{ id: birthDate, fact: age, type: date }]\n${rules}`) as unknown as { data: CtaDefinition }
    ).data;
    expect(judgeAnswers(definition, { birthDate: '2008-11-21' }, '2026-11-21').eligible).toBe(true);
    expect(judgeAnswers(definition, { birthDate: '2008-11-22' }, '2026-11-21').eligible).toBe(false);
    expect(judgeAnswers(definition, { birthDate: null }, '2026-11-21')).toMatchObject({
      eligible: null,
      missing: ['birthDate'],
    });
  });
});
