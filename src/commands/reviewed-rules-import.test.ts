import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Matches } from '../features/schemes/match-schemes.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import { commandContext } from '../testing/command-context.ts';
import { openTestApp } from '../testing/open-test-app.ts';
import { importCommand } from './import-command.server.ts';
import { runProposeRules } from './propose-rules-command.server.ts';
import { runReviewRules } from './review-rules-command.server.ts';
import { newFolder } from '../testing/new-folder.ts';

const folder = newFolder();
const app = openTestApp({ content: 'demo' });
let said: string[] = [];
beforeEach(() => {
  said = [];
});

const writeTexts = (age: number) =>
  writeFileSync(
    join(folder, 'texts.jsonl'),
    `${JSON.stringify({
      scheme_name: 'Help with looms',
      category_files: ['Agriculture'],
      details: 'It helps people who weave.',
      level: 'Central',
      benefits: 'A loom.',
      eligibility: `1. The applicant must be a woman.\n1. The applicant must be above ${age} years of age.`,
      exclusions: '',
      'application process': [],
      'documents required': '',
    })}\n`,
  );
const context = () =>
  commandContext(
    { connection: app.services.connection, config: readConfig({}) },
    { cwd: folder, tell: (line) => void said.push(line) },
  );
const importTexts = (...more: string[]) => importCommand.run(['texts.jsonl', '--site', 'texts', ...more], context());
async function* typing(...lines: string[]) {
  yield* lines;
}
const review = (...lines: string[]) => {
  rmSync(join(folder, 'reviewed.jsonl'), { force: true });
  return runReviewRules(
    ['proposals.jsonl', '--texts', 'texts.jsonl', '--by', 'Asha Rao', '--out', 'reviewed.jsonl'],
    context().output,
    typing(...lines),
    { cwd: folder, today: '2026-11-22' },
  );
};
const loomsFor = async (answers: object) => {
  for (let page = 1; ; page += 1) {
    const { data } = (await app.send('POST', '/api/schemes/match', { answers, pageSize: 50, page })).json<Matches>();
    const looms = data.find((one) => one.scheme.name === 'Help with looms');
    if (looms || data.length === 0) return looms;
  }
};

it('offers a scheme by the conditions that an editor has checked, and by no others', async () => {
  writeTexts(18);
  await runProposeRules(['texts.jsonl', '--out', 'proposals.jsonl', '--quiet'], context().output, folder);
  expect(await importTexts()).toBe(0);
  expect(await loomsFor({ gender: 'woman' })).toBeUndefined();

  await review('a', 'r', '');
  expect(await importTexts('--rules', 'reviewed.jsonl')).toBe(0);
  const [woman, man] = [await loomsFor({ gender: 'woman', age: 12 }), await loomsFor({ gender: 'man' })];
  expect(woman?.outcome).toBe('MAY_BE_ELIGIBLE');
  expect(woman?.alsoCheck.join(' ')).toContain('We have checked only some points');
  expect(man?.outcome).toBe('NOT_ELIGIBLE');
});

it('leaves out a condition whose words the text has no more, and says so', async () => {
  writeTexts(18);
  await review('all', 'n');
  writeTexts(21);
  expect(await importTexts('--rules', 'reviewed.jsonl')).toBe(0);
  expect(said.join('\n')).toContain('1 of its conditions stand on words that its text has no more');
  const child = await loomsFor({ gender: 'woman', age: 12 });
  expect(child?.outcome).toBe('MAY_BE_ELIGIBLE');
  expect(child?.alsoCheck.join(' ')).toContain('We have checked only some points');
});

it('takes no rules that nobody has reviewed, and none that are broken', async () => {
  writeTexts(30);
  const line = (rules: unknown) =>
    writeFileSync(join(folder, 'own.jsonl'), JSON.stringify({ name: 'Help with looms', rules }));
  line({ version: 2, all: [{ fact: 'gender', eq: 'woman' }] });
  expect(await importTexts('--rules', 'own.jsonl')).toBe(0);
  expect(await loomsFor({ gender: 'man' })).toBeUndefined();
  line({ version: 2, all: [{ fact: 'gendre', eq: 'woman' }] });
  await expect(importTexts('--rules', 'own.jsonl')).rejects.toThrow(/--rules: line 1, all\.0\.fact: unknown fact/);
  await expect(importTexts('--rules', 'texts.jsonl')).rejects.toThrow(/--rules: line 1 is no review/);
});
