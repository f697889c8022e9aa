// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { notifications, questions } from '../../database/schema.ts';
import { openCommunity } from '../../testing/community.ts';
import { askWhetherItWorked } from './ask-whether-it-worked.server.ts';

const { test, asker, helper, other, post, get, call, ask, answer } = await openCommunity();
afterAll(() => test.close());

const later = async (id: number, days: number) => {
  await test.db.execute(sql`update questions set created_at = now() - make_interval(days => ${days}) where id = ${id}`);
  await test.db.execute(
    sql`update comments set created_at = now() - make_interval(days => ${days}) where question_id = ${id}`,
  );
};
const asked = async (id: number) =>
  test.db
    .select()
    .from(notifications)
    .where(sql`${notifications.questionId} = ${id} and kind = 'TRIED'`);
const run = () => askWhetherItWorked(test.db);

it('asks who asked seven days after an answer, once, about the best one', async () => {
  const id = await ask();
  await answer(id, other);
  const best = await answer(id);
  await test.db.execute(sql`update comments set like_count = 3 where id = ${best}`);
  await later(id, 6);
  await run();
  expect(await asked(id)).toEqual([]);
  await later(id, 8);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await asked(id)).toMatchObject([{ userId: asker.id, commentId: best, actorId: null }]);
  const [first] = (await get('/notifications', asker)).body.data;
  expect(first).toMatchObject({ kind: 'TRIED', createdBy: null, commentId: best, questionId: id });
  const page = await test.app.inject({ url: '/notifications', headers: { cookie: asker.cookies } });
  expect(page.body).toContain('Did this answer to your question work?');
});

it('takes both answers without script, and is not asked again', async () => {
  for (const [worked, count] of [
    ['yes', 1],
    ['no', 0],
  ] as const) {
    const id = await ask();
    const comment = await answer(id);
    await later(id, 8);
    await run();
    const page = await test.app.inject({ url: '/notifications', headers: { cookie: asker.cookies } });
    const [, action] = new RegExp(
      `action="(/community/question/[^"]+)"[^]{0,300}name="comment" value="${comment}"`,
    ).exec(page.body)!;
    const sent = await test.send('POST', action!, `intent=worked&comment=${comment}&worked=${worked}`, {
      ...asker.lasting,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(sent.statusCode).toBe(303);
    expect(await asked(id)).toEqual([]);
    const { workedCount } = (await post(`/communities/question/${id}/comments`, asker)).body.data[0];
    expect(workedCount).toBe(count);
    await run();
    expect(await asked(id)).toEqual([]);
  }
});

it('does not ask who has said so, accepted, deleted, or had no answer but their own', async () => {
  const [said, accepted, deleted, alone, old] = [await ask(), await ask(), await ask(), await ask(), await ask()];
  for (const id of [said, accepted, deleted, old]) await answer(id);
  await answer(alone, asker);
  const commentOf = async (id: number) => (await post(`/communities/question/${id}/comments`, null)).body.data[0].id;
  await post(`/communities/comment/${await commentOf(said)}/worked`, asker, { worked: false });
  await post(`/communities/question/${accepted}/accept`, asker, { commentId: await commentOf(accepted) });
  await call('DELETE', `/communities/question/delete/${deleted}`, asker);
  for (const id of [said, accepted, deleted, alone]) await later(id, 8);
  await later(old, 100);
  await run();
  for (const id of [said, accepted, deleted, alone, old]) expect(await asked(id)).toEqual([]);
});

it('stops where the asker accepts an answer, or the question or the answer goes', async () => {
  const ids = [await ask(), await ask(), await ask()] as const;
  const answers = [await answer(ids[0]), await answer(ids[1]), await answer(ids[2])] as const;
  for (const id of ids) await later(id, 8);
  await run();
  for (const id of ids) expect(await asked(id)).toHaveLength(1);
  await post(`/communities/question/${ids[0]}/accept`, asker, { commentId: answers[0] });
  await call('DELETE', `/communities/question/delete/${ids[1]}`, asker);
  await test.db.execute(sql`update comments set created_at = now()`);
  await call('DELETE', `/communities/comment/delete/${answers[2]}`, helper);
  for (const id of ids) expect(await asked(id)).toEqual([]);
  expect(await test.db.$count(questions, eq(questions.isTriedAsked, true))).toBeGreaterThan(2);
});
