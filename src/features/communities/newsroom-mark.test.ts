import { beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { colleague } from '../../testing/studio.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp({ env: { STUDIO_SECOND_FACTOR: 'off' } });
const admin = prepared(() => colleague(test, 'admin'));
const writer = prepared(() => colleague(test, 'writer'));
const citizen = prepared(() => join(test.services, { firstName: 'Meena', lastName: 'Iyer' }));
let question: { id: number; canonicalUrl: string };
beforeAll(async () => {
  question = (await post(citizen, 'question/create', { title: 'How do I correct my date of birth?' })).createdIn;
});

async function post(who: Member, call: string, body: object) {
  const answer = await test.send('POST', `/api/communities/${call}`, body, who.headers);
  expect(answer.statusCode).toBe(201);
  return { createdIn: answer.json().data };
}
const newsroom = { kind: 'newsroom', words: 'from our newsroom', field: null, state: null };
const page = async () => (await test.app.inject(question.canonicalUrl)).body;

it('people of the newsroom carry a mark in the API, on pages and in structured data; nobody else does', async () => {
  const mine = (await post(citizen, 'comment/create', { questionId: question.id, body: 'I would go there.' }))
    .createdIn;
  const theirs = (await post(writer, 'comment/create', { questionId: question.id, body: 'Bring two papers.' }))
    .createdIn;
  const reply = (await post(admin, 'reply/create', { commentId: mine.id, body: 'That is right.' })).createdIn;
  const asked = (await post(writer, 'question/create', { title: 'What would you like to read about?' })).createdIn;
  expect([mine, theirs, reply, asked].map(({ createdBy }) => createdBy.mark)).toEqual([
    null,
    newsroom,
    newsroom,
    newsroom,
  ]);
  const { data } = (await test.send('POST', `/api/communities/question/${question.id}/comments`, {})).json();
  expect(data.map((one: typeof mine) => one.createdBy.mark)).toEqual([null, newsroom]);
  const recent = (await test.send('POST', '/api/search/question/recent', {})).json().data;
  expect(recent.map((one: typeof mine) => one.createdBy.mark)).toEqual([newsroom, null]);
  const html = await page();
  expect(html.split('data-mark="newsroom"')).toHaveLength(3);
  expect(html).toContain('"description":"from our newsroom"');
  expect((await test.app.inject('/community')).body).toContain('from our newsroom');
});

it('the mark follows the role at once', async () => {
  const given = () => page().then((html) => html.split('data-mark="newsroom"').length - 1);
  const before = await given();
  const roles = (wanted: string[]) => admin.put(`/people/${citizen.id}/roles`, { roles: wanted });
  const answer = await roles(['checker']);
  expect(answer.statusCode, answer.body).toBe(200);
  await expect.poll(given).toBeGreaterThan(before);
  expect((await roles([])).statusCode).toBe(200);
  await expect.poll(given).toBe(before);
});
