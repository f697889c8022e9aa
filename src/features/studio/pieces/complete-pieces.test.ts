import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { studioPieces } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { mergeTexts } from '../editor/merge-texts.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
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
