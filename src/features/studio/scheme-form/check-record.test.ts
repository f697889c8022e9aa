import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { schemeDraft } from '../../pieces/scheme-record.ts';
import { readPaper, writePaper } from './point-list.tsx';
import { checkRecord } from './record-part.tsx';

const folder = 'content/articles';
const records = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const [, head = ''] = /^---\n([^]*?)\n---/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    const { scheme } = parse(head) as { scheme?: Record<string, unknown> };
    return scheme ? [{ file, scheme }] : [];
  });

it('finds nothing wrong in the records of content/', () => {
  expect(records.length).toBeGreaterThan(90);
  for (const { file, scheme } of records) expect([file, ...checkRecord(scheme)]).toEqual([file]);
});

const good = { name: 'A', level: 'central', officialUrl: 'https://a.example/' };

it.each<[object, string]>([
  [{ name: '' }, 'name'],
  [{ level: undefined }, 'level'],
  [{ officialUrl: '' }, 'officialUrl'],
  [{ officialUrl: 'https://' }, 'officialUrl'],
  [{ officialUrl: 'ftp://a.example/' }, 'officialUrl'],
  [{ worth: 10.5 }, 'worth'],
  [{ worth: 100_000_001 }, 'worth'],
  [{ lastCheckedAt: '2026-02-30' }, 'lastCheckedAt'],
  [{ fee: { note: 'No amount.' } }, 'fee.amount'],
  [{ apply: { online: 'a.example' } }, 'apply.online'],
  [{ apply: { offline: [''] } }, 'apply.offline.0'],
  [{ benefits: ['One', ''] }, 'benefits.1'],
])('says beside the field what the studio would refuse: %j', (change, path) => {
  const record = { ...good, ...change };
  expect([...checkRecord(record).keys()]).toEqual([path]);
  const refused = schemeDraft.safeParse(record);
  expect(refused.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});

it('reads every paper of content/ as a name and a note, and writes it back', () => {
  const papers = records.flatMap(({ scheme }) => (scheme.documents ?? []) as string[]);
  expect(papers.length).toBeGreaterThan(100);
  for (const paper of papers) expect(writePaper(readPaper(paper))).toBe(paper);
  expect(readPaper('Land record – from the tehsil — free')).toEqual({
    name: 'Land record',
    note: 'from the tehsil — free',
    dash: ' – ',
  });
});
