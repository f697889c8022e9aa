import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { studioPieces } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { mergeTexts } from '../editor/merge-texts.ts';
import { prepared } from '../../../testing/prepared.ts';
import { takeRowsOver } from '../../../testing/take-rows-over.ts';
import { forgetPieces } from './forget-pieces.server.ts';
import { getRevision } from './pieces.queries.server.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
type Problem = { path: string; message: string; isBlocking: boolean };

const begin = async (kind: string, fields: object) =>
  `/${kind}/${dataOf<{ id: number }>(await editor.post(`/${kind}`, fields)).id}`;
const problemsOf = async (address: string) =>
  dataOf<{ problems: Problem[] }>(await editor.get(address)).problems.filter(({ isBlocking }) => isBlocking);
const submitted = async (address: string, revision = 1, language = 'en') => {
  const answer = await test.send(
    'POST',
    `/api/studio${address}/submit`,
    { revision },
    { ...editor.headers, 'accept-language': language },
  );
  return { status: answer.statusCode, details: answer.json<{ details?: object[] }>().details };
};
const upload = async () => {
  const form = new FormData();
  form.set('file', new Blob([readFileSync('content/media/videos/rti-for-10-rupees.mp4')]), 'clip.mp4');
  const encoded = new Response(form);
  const answer = await test.send('POST', '/api/studio/media', Buffer.from(await encoded.arrayBuffer()), {
    ...editor.headers,
    'content-type': encoded.headers.get('content-type')!,
  });
  return dataOf<{ path: string }>(answer).path;
};

describe('a video without a clip', () => {
  const words = { description: 'A question to any office.' };

  it('is told so at its field, and is not submitted', async () => {
    const video = await begin('videos', { title: 'No film yet', ...words });
    expect(await problemsOf(video)).toEqual([{ path: 'video', message: 'There is no clip yet.', isBlocking: true }]);
    expect(await submitted(video, 1, 'hi')).toEqual({
      status: 400,
      details: [{ path: 'video', message: 'अभी कोई वीडियो नहीं चुना गया है।' }],
    });
    const path = await upload();
    await editor.put(video, { baseRevision: 1, video: path });
    expect(await problemsOf(video)).toEqual([]);
    expect((await submitted(video, 2)).status).toBe(200);
    expect((await checker.post(`${video}/approve`, { revision: 2 })).statusCode).toBe(200);
    expect((await editor.post(`${video}/publish`, { revision: 2 })).statusCode).toBe(200);
    expect(await problemsOf(video)).toEqual([]);
  });

  it.each([`/media/studio/${'0'.repeat(32)}.mp4`, 'media/studio/a.webp'])('nor with %s', async (named) => {
    const video = await begin('videos', { title: `With ${named}`, ...words, video: named });
    const message = `/${named.replace(/^\//, '')} is no clip that can be played`;
    expect(await problemsOf(video)).toEqual([{ path: 'video', message, isBlocking: true }]);
    expect((await submitted(video)).status).toBe(400);
  });

  it('and is not approved where it was submitted before', async () => {
    const video = await begin('videos', { title: 'Submitted long ago', ...words });
    await test.db.update(studioPieces).set({ state: 'in_review' });
    const answer = await checker.post(`${video}/approve`, { revision: 1 });
    expect([answer.statusCode, answer.json().details]).toEqual([
      400,
      [{ path: 'video', message: 'There is no clip yet.' }],
    ]);
  });
});

describe('what else is missing is told before a piece is submitted', () => {
  const rules = { version: 1, all: [{ fact: 'age', gte: 60 }] };
  it.each<[string, object, string[]]>([
    ['webstories', { title: 'No slides' }, ['pages']],
    ['ctas', { title: 'A form' }, ['description', 'questions', 'rules', 'nextSteps', 'officialUrl']],
    [
      'ctas',
      {
        title: 'No question asks for the age',
        description: 'A pension.',
        questions: [{ id: 'name', type: 'text', text: 'Name?' }],
        rules,
        nextSteps: ['Ask.'],
        officialUrl: 'https://nsap.nic.in/',
      },
      ['rules'],
    ],
    ['pages', { title: 'Our rules', description: 'Rules' }, ['body']],
    ['scams', { title: 'A lottery' }, ['advice', 'texts']],
    ['articles', { title: 'No text' }, ['body']],
  ])('%s %o', async (kind, fields, missing) => {
    const piece = await begin(kind, fields);
    expect([...new Set((await problemsOf(piece)).map(({ path }) => path.split('.')[0]))]).toEqual(missing);
    expect((await submitted(piece)).status).toBe(400);
  });

  it('what an editor can make live is no problem: a story of words', async () => {
    const story = await begin('webstories', { title: 'Words only', pages: [{ heading: 'One' }] });
    expect(await problemsOf(story)).toEqual([]);
    await submitted(story);
    await checker.post(`${story}/approve`, { revision: 1 });
    expect((await editor.post(`${story}/publish`, { revision: 1 })).statusCode).toBe(200);
  });

  it('a file that nobody sent is named', async () => {
    const image = `/media/studio/${'1'.repeat(32)}.webp`;
    const story = await begin('webstories', { title: 'A lost picture', pages: [{ heading: 'One', image }] });
    const { problems } = dataOf<{ problems: Problem[] }>(await editor.get(story));
    expect(problems).toContainEqual({ path: 'pages', message: `There is no file ${image}.`, isBlocking: false });
  });
});

describe('a text that two people changed', () => {
  it('is not submitted while the lines of both stand between the marks', async () => {
    const { text: body, clashes } = mergeTexts('Fees\n\n₹30\n', 'Fees\n\n₹40\n', 'Fees\n\n₹50\n');
    expect(clashes).toBe(1);
    const article = await begin('articles', { title: 'Two fees', body });
    const message =
      'Two people changed the same lines. Both versions are between “<<<<” and “>>>>”: keep one, and delete these marks.';
    expect(await problemsOf(article)).toContainEqual({ path: 'body', message, isBlocking: true });
    expect((await submitted(article)).status).toBe(400);
    await editor.put(article, { baseRevision: 1, body: 'Fees\n\n₹50\n\n>>>> a quote' });
    expect((await submitted(article, 2)).status).toBe(200);
  });
});

describe('drafts of schemes', () => {
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
});
