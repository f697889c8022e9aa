import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import type { Hint } from './search.contract.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const asker = prepared(() => join(test.services));
const helper = prepared(() => join(test.services));

const ask = (q: string, more = '') => test.app.inject(`/api/search/hints?q=${encodeURIComponent(q)}${more}`);
const hintsFor = async (q: string, more = '') => (await ask(q, more)).json<{ data: Hint[] }>().data;
const post = async (path: string, who: Member, payload: object) =>
  (await test.send('POST', `/api/communities/${path}`, payload, who.headers)).json<{ data: { id: number } }>().data;

it.each([
  ['SCHEME', 'pm kisan ka paisa nahi aaya'],
  ['ARTICLE', 'wrong upi transfer'],
  ['VIDEO', 'turned 18 fill form 6'],
  ['PAPER', 'ration card me naam jodna'],
  ['LETTER', 'electricity complaint'],
  ['HELPLINE', 'income tax helpline number'],
])('a %s is offered for: %s', async (kind, q) => {
  const found = await hintsFor(q);
  expect(found.map((one) => one.kind)).toContain(kind);
  expect(found.length).toBeLessThanOrEqual(5);
  expect(found.map(({ likeness }) => likeness)).toEqual(
    found.map(({ likeness }) => likeness).toSorted((a, b) => b - a),
  );
  for (const { answer, likeness, canonicalUrl } of found) {
    expect(answer.length).toBeLessThanOrEqual(181);
    expect(answer).not.toContain('\n');
    expect(likeness).toBeGreaterThanOrEqual(0.55);
    expect(canonicalUrl).toMatch(/^\//);
  }
});

it('a helpline is offered with an address of a page that has its number', async () => {
  const [line] = (await hintsFor('income tax helpline number')).filter(({ kind }) => kind === 'HELPLINE');
  expect(line!.canonicalUrl).toBe(`/helplines#helpline-${line!.id}`);
  const page = await test.app.inject(line!.canonicalUrl.split('#')[0]!);
  expect(page.statusCode).toBe(200);
  expect(page.body).toMatch(new RegExp(`id="helpline-${line!.id}"[^]{1,600}href="tel:${line!.id}"`));
});

it.each([
  'How do I keep idli batter from going sour in summer?',
  'how to reverse a linked list in python',
  'manali me ghumne ki jagah',
  'तुलसी का पौधा सूख रहा है क्या करूं',
  'how far is the moon from the earth',
  '???',
])('nothing rather than what does not fit: %s', async (q) => {
  expect(await hintsFor(q)).toEqual([]);
});

it('a question that has been asked is offered with its accepted answer', async () => {
  const title = 'Where in Zunheboto is the bamboo mission office?';
  const { id } = await post('question/create', asker, { title });
  const unanswered = { kind: 'QUESTION', id, title, answer: '', likeness: 1 };
  expect((await hintsFor(title))[0]).toMatchObject(unanswered);
  const { id: commentId } = await post('comment/create', helper, {
    questionId: id,
    body: `**Beside** the\n\npost office. ${'Ask at the gate. '.repeat(30)}`,
  });
  await post(`question/${id}/accept`, asker, { commentId });
  const [first] = await hintsFor(title);
  expect(first!.answer).toMatch(/^Beside the post office\. .*…$/);
});

it('in the language that was asked for', async () => {
  const [hindi] = (await hintsFor('ration card me naam jodna', '&lang=hi')).filter(({ kind }) => kind === 'PAPER');
  expect(hindi!.title).toMatch(/\p{Script=Devanagari}/u);
});

it('a piece whose translation has the words is offered, in the language that was asked for', async () => {
  const found = await hintsFor('aadhaar address change', '&lang=hi');
  expect(found.map(({ canonicalUrl }) => canonicalUrl)).toContainEqual(expect.stringMatching(/^\/hi\/article\//));
});

it('who speaks of danger gets its numbers first, and no question of anybody', async () => {
  const q = 'My husband beats me, where can I go tonight?';
  await post('question/create', asker, { title: q });
  const { helplines, data } = (await ask(q)).json<{ helplines: { number: string }[]; data: Hint[] }>();
  expect(helplines.map(({ number }) => number)).toContain('181');
  expect(data.filter(({ kind }) => !['ARTICLE', 'SCHEME', 'VIDEO'].includes(kind))).toEqual([]);
});

it.each(['q=ab', `q=${'x'.repeat(201)}`, 'q=pan&more=1', 'q=pan&lang=xx', ''])('?%s is refused', async (query) => {
  expect((await test.app.inject(`/api/search/hints?${query}`)).statusCode).toBe(400);
});
