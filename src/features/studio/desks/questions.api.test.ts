// @runs on both databases
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { prepared } from '../../../testing/prepared.ts';
import { colleague } from '../../../testing/studio.ts';
import { join, type Member } from '../../../testing/join.ts';

const test = openTestApp({ content: 'demo' });
const editor = prepared(() => colleague(test, 'editor'));
const asker = prepared(() => join(test.services, { firstName: 'Meena' }));

let serial = 0;
async function asked(hoursAgo: number, more: object = {}): Promise<{ id: number; canonicalUrl: string }> {
  const input = { title: `How do I get a ration card for my family (${(serial += 1)})?`, ...more };
  const answer = await test.send('POST', '/api/communities/question/create', input, asker.headers);
  const { id, canonicalUrl } = answer.json<{ data: { id: number; canonicalUrl: string } }>().data;
  await test.db.execute(
    sql`update questions set created_at = now() - make_interval(hours => ${hoursAgo}) where id = ${id}`,
  );
  return { id, canonicalUrl };
}
const clocks = async (query = '') =>
  (await editor.get(`/questions${query}`))
    .json<{ data: { id: number; clock: string }[] }>()
    .data.map(({ id, clock }) => [id, clock]);
const form = (url: string, fields: Record<string, string>, who: Member | null) =>
  test.send('POST', url, new URLSearchParams(fields), who?.lasting ?? { origin: 'http://localhost:3000' });
const comments = async (id: number) =>
  (await test.db.execute(sql`select from comments where question_id = ${id}`)).rowCount;

it('refuses a clock that there is not', async () => {
  expect((await editor.get('/questions?clock=never')).statusCode).toBe(400);
});

it('lists what nobody has answered by its clock, and names nobody without a name', async () => {
  await test.db.execute(sql`update questions set is_closed = true`);
  const [early, due, late, answered, closed] = [
    await asked(23),
    await asked(25, { isAnonymous: true }),
    await asked(49),
    await asked(25),
    await asked(25),
  ];
  await asked(61 * 24);
  const { headers } = await join(test.services);
  const words = { questionId: answered.id, body: 'At the ration office of your block.' };
  expect((await test.send('POST', '/api/communities/comment/create', words, headers)).statusCode).toBe(201);
  await test.db.execute(sql`update questions set is_closed = true where id = ${closed.id}`);
  expect(await clocks()).toEqual([
    [late.id, 'late'],
    [due.id, 'due'],
    [early.id, 'early'],
  ]);
  expect(await clocks('?clock=due')).toEqual([[due.id, 'due']]);
  expect(await clocks('?clock=late')).toEqual([[late.id, 'late']]);
  expect(await clocks('?clock=early')).toEqual([[early.id, 'early']]);
  expect((await editor.get('/questions?clock=due')).body).not.toContain(asker.id);
  const page = await test.app.inject({ url: '/studio/questions', headers: { cookie: editor.cookies } });
  expect(page.body).toContain(`action="${late.canonicalUrl}"`);
  expect(page.body).not.toContain('Meena Rao</');
  const hindi = await test.app.inject({ url: '/hi/studio/questions?clock=late', headers: { cookie: editor.cookies } });
  expect(hindi.body).toContain('देर हुई');
});

it('begins an answer from the nearest piece in the form of the question, and posts nothing', async () => {
  const { id, canonicalUrl } = await asked(25);
  const begun = await form(canonicalUrl, { intent: 'answer', do: 'begin' }, editor);
  expect(begun.statusCode).toBe(200);
  const [, draft] = /<textarea[^>]*name="body"[^>]*>([^<]*)</.exec(begun.body)!;
  expect(draft).toMatch(/\S+[^]*\[[^\]]*ration[^\]]*\]\(http:\/\/localhost:3000\/[^)]+\)/i);
  expect(begun.body).toContain('A draft made from one of our pages');
  expect(await comments(id)).toBe(0);
  const posted = await form(canonicalUrl, { intent: 'answer', do: 'post', body: draft! }, editor);
  expect(posted.statusCode).toBe(303);
  expect(await comments(id)).toBe(1);
});

it('says so where no piece is near; readers cannot begin one', async () => {
  const { id, canonicalUrl } = await asked(25, { title: 'Qwxzv plmkt vbnjh trgfd?' });
  const begun = await form(canonicalUrl, { intent: 'answer', do: 'begin' }, editor);
  expect(begun.body).toContain('None of our pages is about this.');
  expect((await form(canonicalUrl, { intent: 'answer', do: 'begin' }, await join(test.services))).statusCode).toBe(403);
  const nobody = await form(canonicalUrl, { intent: 'answer', do: 'begin' }, null);
  expect([nobody.statusCode, nobody.headers.location]).toEqual([303, expect.stringMatching(/^\/login/)]);
  expect(await comments(id)).toBe(0);
});

it('is promised on the page, until there is an answer or two days are over', async () => {
  const { id, canonicalUrl } = await asked(1);
  const words = 'Within two days an editor looks at this.';
  const read = async (url = canonicalUrl) => (await test.app.inject(url)).body;
  expect(await read()).toContain(words);
  expect(await read(`/hi${canonicalUrl}`)).toContain('दो दिन में कोई संपादक इसे देखेगा।');
  const { headers } = await join(test.services);
  await test.send('POST', '/api/communities/comment/create', { questionId: id, body: 'Ask at the block.' }, headers);
  expect(await read()).not.toContain(words);
  const late = await asked(49);
  expect(await read(late.canonicalUrl)).not.toContain(words);
});
