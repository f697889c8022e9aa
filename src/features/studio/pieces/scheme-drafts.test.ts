import { expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { takeRowsOver } from '../../../testing/take-rows-over.ts';
import { forgetPieces } from './forget-pieces.server.ts';
import { getRevision } from './pieces.queries.server.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
type Standing = { id: number; revision: number; state: string };
type Refused = { details: { path: string; message: string }[] };

const scheme = {
  name: 'Old Age Pension',
  level: 'central',
  kind: 'pension',
  worth: 12_000,
  officialUrl: 'https://pension.example.gov.in/',
  rules: { version: 1, all: [{ fact: 'age', gte: 60 }] },
  cases: [
    { answers: { age: 60 }, verdict: 'yes', why: '60 is the first age.' },
    { answers: { age: 59 }, verdict: 'no', why: 'One year too young.' },
  ],
};
const from = (age: number) => ({ ...scheme, rules: { version: 1, all: [{ fact: 'age', gte: age }] } });
const piece = { title: 'Old age pension', body: 'It is paid each month.', scheme };

it('a draft whose test people fail is kept, and cannot be submitted or published until they hold', async () => {
  const { id } = dataOf<Standing>(await writer.post('/articles', piece));
  const changed = dataOf<Standing>(await writer.put(`/articles/${id}`, { baseRevision: 1, scheme: from(65) }));
  expect(changed).toEqual({ id, revision: 2, state: 'draft', problems: [] });
  const { problems } = dataOf<{ problems: unknown[] }>(await writer.get(`/articles/${id}`));
  expect(problems).toContainEqual({
    path: 'scheme.cases.0',
    message: expect.stringContaining('the case "60 is the first age." must give yes, but the rules give no'),
    isBlocking: true,
  });
  const refused = await writer.post(`/articles/${id}/submit`, { revision: 2 });
  expect(refused.statusCode).toBe(400);
  expect(refused.json<Refused>().details.map(({ path }) => path)).toContain('scheme.cases.0');

  dataOf(await writer.put(`/articles/${id}`, { baseRevision: 2, scheme }));
  expect(dataOf(await writer.post(`/articles/${id}/submit`, { revision: 3 }))).toMatchObject({ state: 'in_review' });
});

it('rules that exclude everyone, and what is no test person, are not kept', async () => {
  const { id } = dataOf<Standing>(await writer.post('/articles', piece));
  const never = {
    version: 1,
    all: [
      { fact: 'age', gte: 60 },
      { fact: 'age', lte: 18 },
    ],
  };
  for (const [wrong, path] of [
    [{ ...scheme, rules: never }, 'scheme.rules.all.1'],
    [{ ...scheme, cases: [{ answers: { age: 'old' }, verdict: 'yes', why: 'Old.' }] }, 'scheme.cases.0.answers.age'],
    [{ ...scheme, cases: [{ answers: {}, verdict: 'perhaps', why: 'Who knows.' }] }, 'scheme.cases.0.verdict'],
  ] as const) {
    const answer = await writer.put(`/articles/${id}`, { baseRevision: 1, scheme: wrong });
    expect([answer.statusCode, answer.json<Refused>().details.map((one) => one.path)]).toEqual([400, [path]]);
  }
});

it('a record that the studio takes over from readers’ rows keeps what it is worth and its kind', async () => {
  const { id } = dataOf<Standing>(await writer.post('/articles', piece));
  dataOf(await writer.post(`/articles/${id}/submit`, { revision: 1 }));
  dataOf(await checker.post(`/articles/${id}/approve`, { revision: 1 }));
  dataOf(await editor.post(`/articles/${id}/publish`, { revision: 1 }));
  await test.db.transaction((tx) => forgetPieces(tx, 'articles', [id]));
  await takeRowsOver(test.db);
  const { fields } = await getRevision(test.db, { kind: 'articles', id }, 1);
  expect(fields.scheme).toMatchObject({
    kind: 'pension',
    worth: 12_000,
    rules: scheme.rules,
    cases: scheme.cases,
  });
});
