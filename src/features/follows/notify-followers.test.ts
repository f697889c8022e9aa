// @runs on both databases
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { comments, followEvents, notifications, questions } from '../../database/schema.ts';
import { openCommunity } from '../../testing/community.ts';
import { join, type Member } from '../../testing/join.ts';
import { type Colleague, colleague, dataOf } from '../../testing/studio.ts';
import { sendNotificationMails } from '../notifications/send-notification-mails.server.ts';
import { changeTelling } from '../notifications/telling.queries.server.ts';
import { notifyAllFollowers, notifySoon, queueForFollowers } from './notify-followers.server.ts';

const { test, asker, helper, moderator, post, get, ask, answer } = await openCommunity();
afterAll(() => test.close());

let reader: Member;
beforeEach(async () => {
  reader = await join(test.services);
});
const follow = async (entityType: string, entityId: unknown, who = reader) =>
  expect((await post('/follows', who, { entityType, entityId, following: true })).status).toBe(200);
const listOf = async (who = reader) => (await get('/notifications', who)).body.data;
const readAll = (who = reader) => post('/notifications/read', who, { all: true });

it('a new question is told once to who follows its tag, topic and State, and again only once that was read', async () => {
  await follow('CATEGORY', 252);
  await follow('TAG', 8);
  await follow('STATE', 'Bihar');
  await follow('CATEGORY', 252, asker);
  const more = { categoryIds: [252], tagIds: [8], state: 'Bihar' };
  const first = await ask(asker, more);
  expect(await listOf()).toEqual([
    expect.objectContaining({
      kind: 'FOLLOWED',
      followed: { entityType: 'TAG', entityId: 8 },
      questionId: first,
      createdBy: expect.objectContaining({ id: asker.id }),
      commentId: null,
    }),
  ]);
  expect((await listOf(asker)).filter(({ followed }: { followed: unknown }) => followed)).toEqual([]);
  await ask(asker, { tagIds: [8] });
  expect(await listOf()).toHaveLength(1);
  await readAll();
  const third = await ask(helper, { tagIds: [8] });
  expect((await listOf())[0]).toMatchObject({ questionId: third, isRead: false });
  const page = await test.app.inject({ url: '/notifications', headers: { cookie: reader.cookies } });
  expect(page.body).toContain('A new question under a tag that you follow');
});

it('an anonymous asker is named to no follower, nor told by their own name', async () => {
  await follow('STATE', 'Goa');
  await follow('USER', asker.id);
  const id = await ask(asker, { state: 'Goa', isAnonymous: true });
  await answer(id, asker);
  const told = await listOf();
  expect(told).toMatchObject([{ followed: { entityType: 'STATE', entityId: 'Goa' }, createdBy: null }]);
  expect(JSON.stringify(told)).not.toContain(asker.id);
});

it('an answer is told to who follows its writer, and not twice to who follows the question too, nor to the asker', async () => {
  await follow('USER', helper.id);
  await follow('USER', helper.id, asker);
  const [one, two] = [await ask(), await ask()];
  await follow('QUESTION', two);
  const comment = await answer(one);
  expect(await listOf()).toMatchObject([
    { followed: { entityType: 'USER', entityId: helper.id }, questionId: one, commentId: comment },
  ]);
  await readAll();
  await answer(two);
  expect((await listOf()).filter(({ isRead }: { isRead: boolean }) => !isRead)).toMatchObject([
    { followed: null, questionId: two },
  ]);
  expect(
    await test.db.$count(notifications, and(eq(notifications.userId, asker.id), eq(notifications.questionId, one))),
  ).toBe(1);
});

it('what is hidden or gone before is told to nobody', async () => {
  await follow('USER', helper.id);
  await follow('CATEGORY', 253);
  const id = await ask(asker);
  const comment = await answer(id, moderator);
  await test.db.update(comments).set({ authorId: helper.id, hiddenAt: new Date() }).where(eq(comments.id, comment));
  await test.db
    .update(questions)
    .set({ categoryIds: [253], hiddenAt: new Date() })
    .where(eq(questions.id, id));
  await queueForFollowers(test.db, 'COMMENT', comment);
  await queueForFollowers(test.db, 'QUESTION', id);
  await queueForFollowers(test.db, 'QUESTION', 2_000_000_000);
  await test.db.execute(
    sql`insert into follows (user_id, entity_type, entity_id) values (${reader.id}, 'ARTICLE', '2000000000')`,
  );
  await queueForFollowers(test.db, 'ARTICLE', 2_000_000_000);
  await notifyAllFollowers(test.db);
  expect(await listOf()).toEqual([]);
  expect(await test.db.$count(followEvents)).toBe(0);
});

it('more than one batch, broken off and done by two at once: each once', async () => {
  const id = await ask();
  await test.db
    .execute(sql`with added as (insert into users (id, member_number) select gen_random_uuid(), 1000000 + n from generate_series(1, 4100) n returning id)
    insert into follows (user_id, entity_type, entity_id) select id, 'QUESTION', ${String(id)} from added`);
  await answer(id, moderator);
  // The first batch at once, the rest in the background.
  const told = () => test.db.$count(notifications, eq(notifications.questionId, id));
  expect(await told()).toBe(2_000 + 1);
  await notifySoon(test.db);
  expect(await told()).toBe(4_000 + 1);
  await Promise.all([notifyAllFollowers(test.db), notifyAllFollowers(test.db), notifySoon(test.db)]);
  await notifyAllFollowers(test.db);
  expect(await told()).toBe(4_100 + 1);
  expect(await test.db.$count(followEvents)).toBe(0);
});

let writer: Colleague;
let editor: Colleague;
beforeAll(async () => {
  writer = await colleague(test, 'writer');
  editor = await colleague(test, 'editor', 'checker');
  await test.db.execute(sql`insert into authors (key, name) values ('asha', 'Asha Rao') on conflict do nothing`);
});
/** Through the desk: written, approved and published. */
async function publish(id: number, revision: number, publication: object = {}) {
  dataOf(await writer.post(`/articles/${id}/submit`, { revision }));
  dataOf(await editor.post(`/articles/${id}/approve`, { revision }));
  dataOf(await editor.post(`/articles/${id}/publish`, { revision, ...publication }));
}

it('a page that says what has changed is told to its followers, by the ways of that setting; a typo is not', async () => {
  const words = { title: 'The fee of the form', summary: 'What the form costs.', body: 'The form costs ₹10.' };
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', { ...words, lang: 'en' }));
  await publish(id, 1);
  await follow('ARTICLE', id);
  dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, body: 'This form costs ₹10.' }));
  await publish(id, 2);
  await notifyAllFollowers(test.db);
  expect(await listOf()).toEqual([]);
  await test.db.execute(sql`update users set email = 'reader@example.in' where id = ${reader.id}`);
  await changeTelling(test.db, reader.id, { changes: ['mail'], follows: [] }, new Date());
  dataOf(await writer.put(`/articles/${id}`, { baseRevision: 2, body: 'This form costs ₹20.' }));
  await publish(id, 3, { changeNote: 'The form costs ₹20 now.' });
  await notifyAllFollowers(test.db);
  const [told] = await listOf();
  expect(told).toMatchObject({
    kind: 'FOLLOWED',
    createdBy: null,
    followed: { entityType: 'ARTICLE', entityId: id },
    questionId: null,
    title: words.title,
    canonicalUrl: expect.stringContaining('/article/'),
  });
  const open = await test.app.inject({ url: `/notifications?open=${told.id}`, headers: { cookie: reader.cookies } });
  expect([open.statusCode, open.headers.location]).toEqual([303, told.canonicalUrl]);
  await test.db.execute(
    sql`update notifications set created_at = created_at - interval '1 hour' where user_id = ${reader.id}`,
  );
  await test.db.execute(
    sql`update notification_mails set told_until = told_until - interval '2 hours' where user_id = ${reader.id}`,
  );
  await test.db.execute(sql`update notifications set read_at = null where user_id = ${reader.id}`);
  await sendNotificationMails(test.services);
  const mails = (await test.services.outbox.listForDevelopment()).filter(({ to }) => to === 'reader@example.in');
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('A page that you follow has changed')]);
});
