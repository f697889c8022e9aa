import { readdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it, describe } from 'vitest';
import type { Proposal } from '../features/proposals/propose-rules.ts';
import { runProposeRules } from './propose-rules-command.server.ts';
import { newFolder } from '../testing/new-folder.ts';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Review } from '../features/proposals/decide-conditions.ts';
import { checkRules } from '../features/schemes/rules.ts';
import { runReviewRules } from './review-rules-command.server.ts';
import type { Matches } from '../features/schemes/match-schemes.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import { commandContext } from '../testing/command-context.ts';
import { openTestApp } from '../testing/open-test-app.ts';
import { importCommand } from './import-command.server.ts';

const folder = newFolder();

const said: string[] = [];
const output = {
  isTty: false,
  out: (line: string) => void said.push(line),
  err: (line: string) => void said.push(line),
  progress: () => {},
};
beforeEach(() => void said.splice(0));
const run = (...args: string[]) => runProposeRules(args, output, folder);

const scheme = (name: string, eligibility = 'The applicant must be a woman.') =>
  JSON.stringify({ scheme_name: name, level: 'Central', details: '', eligibility, exclusions: '' });
const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
const proposals = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Proposal);

it('writes one line a scheme, in order, from plain and packed files', async () => {
  write('a.jsonl', `${scheme('First')}\n\n${scheme('Second', 'Anybody can come.')}\n`);
  write('b.jsonl.gz', gzipSync(`${scheme('Third')}\n`));
  expect(await run('a.jsonl', 'b.jsonl.gz', '--out', 'out.jsonl')).toBe(0);
  expect(proposals('out.jsonl').map(({ name, rules }) => [name, rules?.all.length ?? null])).toEqual([
    ['First', 1],
    ['Second', null],
    ['Third', 1],
  ]);
  expect(Object.keys(proposals('out.jsonl')[0]!)).toEqual([
    'name',
    'audience',
    'subject',
    'state',
    'rules',
    'spans',
    'abstained',
  ]);
  expect(said.join('\n')).toContain('3 schemes in');
});

it('skips unreadable entries, says where they are, and ends with 1', async () => {
  write('broken.jsonl', `{"scheme_name":\n${scheme('Good')}\n{"details":"no name"}\n`);
  expect(await run('broken.jsonl', 'nowhere.jsonl', '--out', 'part.jsonl')).toBe(1);
  expect(proposals('part.jsonl').map(({ name }) => name)).toEqual(['Good']);
  expect(said.join('\n')).toContain('broken.jsonl, line 1: It is not JSON');
  expect(said.join('\n')).toContain('broken.jsonl, line 3: It has no scheme_name.');
  expect(said.join('\n')).toContain('nowhere.jsonl: There is no such file.');
});

it('keeps what it could read of an archive that breaks off', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => scheme(`Help ${index} ${Math.sin(index)}`)).join('\n');
  write('cut.jsonl.gz', gzipSync(`${lines}\n`).subarray(0, 3_000));
  expect(await run('cut.jsonl.gz', '--out', 'cut-out.jsonl')).toBe(1);
  expect(proposals('cut-out.jsonl').length).toBeGreaterThan(0);
  expect(said.join('\n')).toContain('The archive ends in the middle');
});

it('leaves no half-written file, and refuses to write over what it reads', async () => {
  write('own.jsonl', scheme('Own'));
  expect(await run('own.jsonl', '--out', 'own.jsonl')).toBe(2);
  expect(await run('own.jsonl', '--out', 'no-such-folder/out.jsonl')).toBe(1);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(readFileSync(join(folder, 'own.jsonl'), 'utf8')).toBe(scheme('Own'));
});

it('says how it is used', async () => {
  expect(await run('--help')).toBe(0);
  expect(said.join('\n')).toContain('npm run propose-rules -- schemes.jsonl.gz --out proposals.jsonl');
  expect(await run('--out', 'x.jsonl')).toBe(2);
  expect(await run('own.jsonl')).toBe(2);
  expect(await run('own.jsonl', '--away')).toBe(2);
});

describe('npm run review-rules', () => {
  const texts = [
    scheme(
      'Looms',
      '1. The applicant must be a woman.\n1. The applicant must be above 18 years of age.\n1. She must own a loom.',
    ),
    scheme('Open to all', 'Everybody can come.'),
    scheme('Nets', 'The applicant must be from a rural area.'),
  ].join('\n');

  beforeEach(async () => {
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
});

describe('reviewed rules', () => {
  const app = openTestApp({ content: 'demo' });
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
});
