import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import type { Review } from '../features/proposals/decide-conditions.ts';
import { checkRules } from '../features/schemes/rules.ts';
import { runProposeRules } from './propose-rules-command.server.ts';
import { runReviewRules } from './review-rules-command.server.ts';
import { newFolder } from '../testing/new-folder.ts';

const folder = newFolder();

let said: string[] = [];
const output = {
  isTty: false,
  out: (line: string) => void said.push(line),
  err: (line: string) => void said.push(line),
  progress: () => {},
};

const scheme = (name: string, eligibility: string) =>
  JSON.stringify({ scheme_name: name, level: 'Central', details: '', eligibility, exclusions: '' });
const texts = [
  scheme(
    'Looms',
    '1. The applicant must be a woman.\n1. The applicant must be above 18 years of age.\n1. She must own a loom.',
  ),
  scheme('Open to all', 'Everybody can come.'),
  scheme('Nets', 'The applicant must be from a rural area.'),
].join('\n');

beforeEach(async () => {
  said = [];
  writeFileSync(join(folder, 'texts.jsonl.gz'), gzipSync(texts));
  rmSync(join(folder, 'reviewed.jsonl'), { force: true });
  await runProposeRules(['texts.jsonl.gz', '--out', 'proposals.jsonl', '--quiet'], output, folder);
});

async function* typing(lines: string[]) {
  yield* lines;
}
const review = (...lines: string[]) =>
  runReviewRules(
    ['proposals.jsonl', '--texts', 'texts.jsonl.gz', '--by', 'Asha Rao', '--out', 'reviewed.jsonl'],
    output,
    typing(lines),
    { cwd: folder, today: '2026-11-22' },
  );
const reviewed = () =>
  readFileSync(join(folder, 'reviewed.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Review);

it('keeps what was accepted and changed, with who and when, and not what was refused', async () => {
  expect(await review('a', 'c', '{ fact: age, gte: 21 }', '', 'r')).toBe(0);
  const [looms, nets] = reviewed();
  const by = { reviewedBy: 'Asha Rao', reviewedOn: '2026-11-22' };
  expect(looms).toMatchObject({ name: 'Looms', isComplete: false, refused: [], ...by });
  expect(looms!.rules!.all).toEqual([
    { fact: 'gender', eq: 'woman', quote: 'The applicant must be a woman.', ...by },
    { fact: 'age', gte: 21, quote: 'The applicant must be above 18 years of age.', ...by },
  ]);
  expect(checkRules(looms!.rules).problems).toEqual([]);
  expect(nets).toMatchObject({ name: 'Nets', rules: null, isComplete: false });
  expect(nets!.refused).toHaveLength(1);
});

it('shows the text with the words marked', async () => {
  await review('q');
  expect(said.join('\n')).toContain('[1: The applicant must be a woman.]');
  expect(said.join('\n')).toContain('[2: The applicant must be above 18 years of age.]');
  expect(said.join('\n')).toContain('She must own a loom.');
});

it('says that all was checked only where somebody says so', async () => {
  await review('all', 'n', 'q');
  expect(reviewed()).toMatchObject([{ name: 'Looms', isComplete: true }]);
});

it('goes on where it was left, and keeps nothing of a scheme that was skipped', async () => {
  await review('s', 'a', '');
  expect(reviewed().map(({ name }) => name)).toEqual(['Nets']);
  await review('a', 'a', '');
  expect(reviewed().map(({ name }) => name)).toEqual(['Nets', 'Looms']);
});

it('rejects an invalid condition, and asks again', async () => {
  await review('c', '{ fact: agee, gte: 1 }', 'x', 'a', 'a', '');
  expect(said.join('\n')).toContain('unknown fact "agee"');
  expect(reviewed()[0]!.rules!.all).toHaveLength(2);
});

it('takes what is typed or piped in, from the first line', () => {
  const script = fileURLToPath(new URL('../../scripts/review-rules.ts', import.meta.url));
  const args = ['proposals.jsonl', '--texts', 'texts.jsonl.gz', '--by', 'Asha Rao', '--out', 'reviewed.jsonl'];
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: folder, input: 'all\nn\nr\n' });
  expect(status).toBe(0);
  expect(reviewed().map(({ name, isComplete }) => [name, isComplete])).toEqual([
    ['Looms', true],
    ['Nets', false],
  ]);
});

it('says how it is used', async () => {
  const run = (...args: string[]) => runReviewRules(args, output, typing([]), { cwd: folder, today: '2026-11-22' });
  expect(await run('--help')).toBe(0);
  expect(await run('proposals.jsonl')).toBe(2);
  expect(await run('proposals.jsonl', '--texts', 'texts.jsonl.gz', '--out', 'r.jsonl')).toBe(2);
  expect(await run('proposals.jsonl', '--texts', 'texts.jsonl.gz', '--out', 'proposals.jsonl', '--by', 'A')).toBe(2);
  expect(await run('none.jsonl', '--texts', 'texts.jsonl.gz', '--out', 'r.jsonl', '--by', 'A')).toBe(1);
});
