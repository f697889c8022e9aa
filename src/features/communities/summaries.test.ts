// @runs on both databases
import { beforeEach, expect, it } from 'vitest';
import { join, type Member } from '../../testing/join.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { pageForms } from '../../testing/page-forms.ts';
import type { Question } from './communities.contract.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const { get, post } = pageForms(() => test);
const asker = prepared(() => join(test.services));
const editor = prepared(() => join(test.services, { role: 'editor' }));
let question: Question;
let serial = 0;
const send = async (method: 'POST' | 'PATCH', path: string, who: Member | null, payload: object) => {
  const response = await test.send(method, `/api/communities/question/${path}`, payload, who?.headers);
  return { status: response.statusCode, data: response.json<{ data: Question }>().data };
};
const summarise = (who: Member | null, payload: object) => send('POST', `${question.id}/summary`, who, payload);
const page = async () => (await test.app.inject(question.canonicalUrl)).body;
beforeEach(async () => {
  const title = `Where is the form for widows given ${(serial += 1)}?`;
  question = (await send('POST', 'create', asker, { title })).data;
});

it('stands below the question with its day, for everybody, until it is taken away', async () => {
  expect(question).toMatchObject({ summaryHtml: null, summarisedAt: null });
  const { status, data } = await summarise(editor, { summary: 'At the **block office**.' });
  expect([status, data.summaryHtml]).toEqual([200, '<p>At the <strong>block office</strong>.</p>']);
  expect(await page()).toContain('In short, by our newsroom');
  const read = { summary: null, summarisedAt: data.summarisedAt };
  expect((await summarise(editor, read)).data).toMatchObject({ summaryHtml: null, summarisedAt: null });
  expect(await page()).not.toContain('In short, by our newsroom');
});

it('replaces only the one that was read', async () => {
  const first = { summary: 'At the office.', summarisedAt: null };
  const statuses = await Promise.all([summarise(editor, first), summarise(editor, { ...first, summary: 'By post.' })]);
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('goes with the question that was asked', async () => {
  await summarise(editor, { summary: 'Yes, it is safe.' });
  const changed = await send('PATCH', String(question.id), asker, { title: 'Is it safe to share the code?' });
  expect(changed.data.summaryHtml).toBeNull();
});

it('is by the newsroom only, and never for the own question', async () => {
  expect((await summarise(null, { summary: 'x y' })).status).toBe(401);
  expect((await summarise(asker, { summary: 'x y' })).status).toBe(403);
  expect((await send('POST', '99999999/summary', asker, { summary: 'x y' })).status).toBe(404);
  for (const wrong of [{}, { summary: ' ' }, { summary: 'a'.repeat(2_001) }])
    expect((await summarise(editor, wrong)).status).toBe(400);
  question = (await send('POST', 'create', editor, { title: 'Which papers does the office want?' })).data;
  expect((await summarise(editor, { summary: 'None.' })).status).toBe(403);
});

it('is written on the page of the question', async () => {
  const url = `/community/post/question-${question.id}`;
  expect((await get(url, editor.cookies)).body).toContain('Sum up the answers');
  expect((await get(url, asker.cookies)).body).not.toContain('Sum up the answers');
  const fields = { intent: 'summary', body: 'At the tehsil office.', summarisedAt: '' };
  const response = await post(url, fields, editor.cookies);
  expect([response.statusCode, response.headers.location]).toEqual([303, `${question.canonicalUrl}#question`]);
  expect(await page()).toContain('At the tehsil office.');
});
