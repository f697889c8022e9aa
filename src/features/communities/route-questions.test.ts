// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { notifications, siteState, users } from '../../database/schema.ts';
import { openCommunity } from '../../testing/community.ts';
import { join, type Member } from '../../testing/join.ts';
import { routeQuestions } from './route-questions.server.ts';

const { test, asker, other, post, get, call, ask, answer } = await openCommunity();
const { services } = test;
afterAll(() => test.close());

let expert: Member;
let today = Date.parse('2026-11-30T09:30:00+05:30');
/** Their answer on schemes, in Bihar, was found helpful. */
beforeEach(async () => {
  await test.db.execute(sql`update questions set is_closed = true`);
  expert = await join(services);
  await helped(expert, { categoryIds: [252], state: 'Bihar' });
  today += 86_400_000;
});
async function helped(who: Member, more: object): Promise<void> {
  const comment = await answer(await ask(asker, more), who);
  await test.db.execute(sql`update comments set like_count = 1 where id = ${comment}`);
}
const run = async (at = today) => {
  // As if asked in time.
  await test.db.execute(
    sql`update questions set created_at = created_at - interval '3 hours' where created_at > now() - interval '2 hours'`,
  );
  return routeQuestions(test.db, new Date(at));
};
const stranger = () => join(services);
const routedTo = async ({ id }: Member) =>
  (
    await test.db
      .select()
      .from(notifications)
      .where(sql`user_id = ${id} and reason = 'ROUTED'`)
      .orderBy(notifications.id)
  ).map(({ questionId }) => questionId);

it('offers five questions of the topic and the State a day, the newest first, each once', async () => {
  const fitting: number[] = [];
  for (const state of ['Bihar', undefined, 'Bihar', 'Bihar', undefined, 'Bihar', 'Bihar'])
    fitting.unshift(await ask(await stranger(), { categoryIds: [252], state }));
  await ask(asker, { categoryIds: [252], state: 'Goa' });
  await ask(asker, { categoryIds: [253], state: 'Bihar' });
  await ask(asker, {});
  await ask(expert, { categoryIds: [252] });
  await answer(await ask(asker, { categoryIds: [252] }), other);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await routedTo(expert)).toEqual(fitting.slice(0, 5));
  // From nine in the morning on it is another day.
  await run(Date.parse(new Date(today + 86_400_000).toISOString().slice(0, 10) + 'T08:59:00+05:30'));
  expect(await routedTo(expert)).toHaveLength(5);
  await run(Date.parse(new Date(today + 86_400_000).toISOString().slice(0, 10) + 'T09:00:00+05:30'));
  expect(await routedTo(expert)).toEqual(fitting);
  today += 86_400_000;
  await run(today + 86_400_000);
  expect(await routedTo(expert)).toEqual(fitting);
  today += 86_400_000;
});

it('shows one to devices, names nobody, and opens the question', async () => {
  const id = await ask(asker, { categoryIds: [252], isAnonymous: true });
  await ask(await stranger(), { categoryIds: [252] });
  await run();
  const rows = await test.db.select().from(notifications).where(eq(notifications.userId, expert.id));
  expect(rows.filter(({ reason, awaitsPush }) => reason === 'ROUTED' && awaitsPush)).toHaveLength(1);
  // The version before knows no other kind.
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['FOLLOWED']));
  const { data } = (await get('/notifications', expert)).body;
  const item = data.find((one: { questionId: number }) => one.questionId === id);
  expect(item).toMatchObject({ kind: 'ROUTED', createdBy: null, commentId: null });
  const headers = { cookie: expert.cookies };
  expect((await test.app.inject({ url: '/notifications', headers })).body).toContain('A question that you can answer');
  const opened = await test.app.inject({ url: `/notifications?open=${item.id}`, headers });
  expect(opened.headers.location).toBe(item.canonicalUrl);
  expect(JSON.stringify(data)).not.toContain(asker.id);
});

it('reaches nobody whose answers helped nobody, who is suspended, told already, or wants none', async () => {
  const [idle, suspended, following, off] = [
    await join(services),
    await join(services),
    await join(services),
    await join(services),
  ];
  await answer(await ask(asker, { categoryIds: [252] }), idle);
  for (const who of [suspended, following, off]) await helped(who, { categoryIds: [252] });
  await test.db
    .update(users)
    .set({ suspendedUntil: sql`now() + interval '1 day'` })
    .where(eq(users.id, suspended.id));
  await post('/follows', following, { entityType: 'CATEGORY', entityId: 252, following: true });
  expect((await call('PATCH', '/user/telling', off, { routed: false })).body.data.routed).toBe(false);
  expect((await call('PATCH', '/user/telling', off, { routed: 'yes' })).status).toBe(400);
  expect((await call('PATCH', '/user/telling', null, { routed: true })).status).toBe(401);
  const id = await ask(asker, { categoryIds: [252] });
  await run();
  for (const who of [idle, suspended, following, off, asker]) expect(await routedTo(who)).toEqual([]);
  expect(await routedTo(expert)).toEqual([id]);
});

it('is in a language that they read', async () => {
  await test.db.update(users).set({ lang: 'hi' }).where(eq(users.id, expert.id));
  const hindi = await ask(await stranger(), { title: 'नया राशन कार्ड कितने दिन में मिलता है?', categoryIds: [252] });
  await ask(asker, { title: 'புதிய குடும்ப அட்டை பெற எவ்வளவு நாள் ஆகும்?', categoryIds: [252] });
  const english = await ask(asker, { categoryIds: [252] });
  await run();
  expect(await routedTo(expert)).toEqual([english, hindi]);
});

it('counts an accepted answer as well, and is turned off by a form without script', async () => {
  const who = await join(services);
  const old = await ask(asker, { categoryIds: [253] });
  await post(`/communities/question/${old}/accept`, asker, { commentId: await answer(old, who) });
  const id = await ask(asker, { categoryIds: [253] });
  await run();
  expect(await routedTo(who)).toEqual([id]);
  const headers = { ...who.lasting, 'content-type': 'application/x-www-form-urlencoded' };
  expect((await test.send('POST', '/notifications', 'routed=off', headers)).statusCode).toBe(303);
  const page = await test.app.inject({ url: '/notifications', headers: { cookie: who.cookies } });
  expect(page.body).toContain('We do not send you such questions.');
  await ask(asker, { categoryIds: [253] });
  await run((today += 86_400_000));
  expect(await routedTo(who)).toEqual([id]);
});

it('leaves the day to be claimed again where it fails', async () => {
  await ask(asker, { categoryIds: [252] });
  const failing = test.db.transaction(async (tx) => {
    await routeQuestions(tx as never, new Date(today));
    throw new Error('killed');
  });
  await expect(failing).rejects.toThrow('killed');
  expect(await routedTo(expert)).toEqual([]);
  await run();
  expect(await routedTo(expert)).toHaveLength(1);
  expect(await test.db.$count(siteState, eq(siteState.name, 'routed'))).toBe(1);
});

it('shows one question of each asker a day, none that was just asked, and each to fifty people', async () => {
  const first = await ask(asker, { categoryIds: [252] });
  const second = await ask(asker, { categoryIds: [252] });
  await routeQuestions(test.db, new Date(today));
  expect(await routedTo(expert)).toEqual([]);
  await run((today += 86_400_000));
  expect(await routedTo(expert)).toEqual([second]);
  await run((today += 86_400_000));
  expect(await routedTo(expert)).toEqual([second, first]);
  await test.db.execute(sql`update questions set is_closed = true`);
  const id = await ask(await stranger(), { categoryIds: [252] });
  const people: string[] = [];
  while (people.length < 60) people.push((await stranger()).id);
  await test.db.execute(sql`insert into comments (question_id, author_id, body, body_html, like_count)
    select ${first}, id, 'So.', 'So.', 1 from unnest(${sql.param(people)}::uuid[]) as id`);
  expect(await run((today += 86_400_000))).toBe(50);
  expect(await test.db.$count(notifications, sql`question_id = ${id} and reason = 'ROUTED'`)).toBe(50);
});

it('does not keep back news of a question that was routed', async () => {
  // Not of the subject on which sixty have answered: fifty of them, by chance, would get it.
  await helped(expert, { categoryIds: [253] });
  const id = await ask(asker, { categoryIds: [253] });
  await run();
  expect(await routedTo(expert)).toEqual([id]);
  await post('/follows', expert, { entityType: 'QUESTION', entityId: id, following: true });
  const commentId = await answer(id, other);
  expect(await test.db.$count(notifications, sql`user_id = ${expert.id} and comment_id = ${commentId}`)).toBe(1);
});
