import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import type { Proposal } from '../features/proposals/propose-rules.ts';
import { runProposeRules } from './propose-rules-command.server.ts';
import { newFolder } from '../testing/new-folder.ts';

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
