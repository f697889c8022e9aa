// @runs on both databases
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { follows, notifications } from '../../database/schema.ts';
import { exported } from '../../testing/exported.ts';
import { openCommunity } from '../../testing/community.ts';
import { join, type Member } from '../../testing/join.ts';
import { problems } from '../../messages/problems.ts';
import { exportFollowsOf, forgetFollowsOf, moveFollows } from './followers.queries.server.ts';
import { mostFollows } from './follows.contract.ts';

const { test, asker, helper, other, call, post, get, ask, answer, replyTo } = await openCommunity();
afterAll(() => test.close());

const follow = (who: Member | null, entityType: string, entityId: unknown, following = true) =>
  post('/follows', who, { entityType, entityId, following });
const read = async (id: number, who: Member | null = null) =>
  (await get(`/communities/question/get/${id}`, who)).body.data;
const toldOf = (who: Member, questionId: number) =>
  test.db
    .select({ kind: notifications.kind, actorId: notifications.actorId })
    .from(notifications)
    .where(and(eq(notifications.userId, who.id), eq(notifications.questionId, questionId)));
const page = (url: string, who: Member | null = null) =>
  test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const form = (url: string, fields: Record<string, string>, who: Member) =>
  test.send('POST', url, new URLSearchParams(fields), who.lasting);

it('the same twice changes nothing; who asks follows; each is told their own state', async () => {
  const id = await ask();
  expect(await read(id, asker)).toMatchObject({ following: true, followerCount: 1 });
  for (const _ of [1, 2])
    expect((await follow(other, 'QUESTION', id)).body.data).toEqual({ following: true, followerCount: 2 });
  expect(await read(id, other)).toMatchObject({ following: true, followerCount: 2 });
  expect(await read(id, helper)).toMatchObject({ following: false, followerCount: 2 });
  expect(await read(id)).toMatchObject({ following: false, followerCount: 2 });
  for (const _ of [1, 2])
    expect((await follow(other, 'QUESTION', id, false)).body.data).toEqual({ following: false, followerCount: 1 });
});

it('categories, tags, States and people are followed as well, and listed newest first', async () => {
  const me = await join(test.services);
  expect((await follow(me, 'CATEGORY', 252)).body.data).toEqual({ following: true, followerCount: 1 });
  await follow(me, 'TAG', 8);
  await follow(me, 'STATE', 'Bihar');
  await follow(me, 'USER', helper.id.toUpperCase());
  const { data, total, nextCursor } = (await get('/follows?pageSize=3', me)).body;
  expect(data).toMatchObject([
    { entityType: 'USER', entityId: helper.id, title: 'Ravi' },
    { entityType: 'STATE', entityId: 'Bihar', title: 'Bihar' },
    { entityType: 'TAG', entityId: 8, title: 'PAN' },
  ]);
  expect(total).toBe(4);
  const only = async (type: string, id: string) =>
    (await get(`/follows?entityType=${type}&entityId=${id}`, me)).body.data.length;
  expect([await only('TAG', '8'), await only('TAG', '9'), await only('CATEGORY', '8')]).toEqual([1, 0, 0]);
  // From the page of a writer's post, which nobody has for an own one.
  const id = await ask(helper);
  expect((await page(`/community/post/question-${id}`, me)).body).toContain('Stop following');
  expect((await page(`/community/post/question-${id}`, other)).body).toContain('Tell me of new answers by Ravi');
  expect((await page(`/community/post/question-${id}`, helper)).body).not.toContain('/follow?on=user-');
  expect((await get(`/follows?pageSize=3&cursor=${nextCursor}`, me)).body.data).toMatchObject([
    { entityType: 'CATEGORY', entityId: 252, title: 'Schemes' },
  ]);
  expect((await get('/follows', other)).body.data).not.toContainEqual(expect.objectContaining({ entityId: 'Bihar' }));
});

it.each([
  ['QUESTION', 2_000_000_000, 404],
  ['ARTICLE', 2_000_000_000, 404],
  ['VIDEO', 2_000_000_000, 404],
  ['CATEGORY', 2_000_000_000, 404],
  ['TAG', 2_000_000_000, 404],
  ['USER', '00000000-0000-7000-8000-000000000000', 404],
  ['USER', 'nobody', 404],
  ['STATE', 'Atlantis', 400],
  ['STATE', 5, 400],
  ['QUESTION', 'Bihar', 400],
  ['COMMENT', 1, 400],
])('%s %s: %i', async (entityType, entityId, status) => {
  expect((await follow(other, entityType, entityId)).status).toBe(status);
});

it('what is gone can still be left', async () => {
  const id = await ask();
  await follow(other, 'QUESTION', id);
  await call('DELETE', `/communities/question/delete/${id}`, asker);
  expect((await follow(helper, 'QUESTION', id)).status).toBe(404);
  expect((await follow(other, 'QUESTION', id, false)).body.data).toMatchObject({ following: false });
});

it('an account follows 500 at most, whatever runs at once', async () => {
  const me = await join(test.services);
  await test.db.execute(sql`insert into follows (user_id, entity_type, entity_id)
    select ${me.id}::uuid, 'ARTICLE', n::text from generate_series(1000000, ${1_000_000 + mostFollows - 3}) n`);
  const ids = await Promise.all(Array.from({ length: 6 }, () => ask()));
  const statuses = (await Promise.all(ids.map((id) => follow(me, 'QUESTION', id)))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
  const refused = ids[statuses.indexOf(409)]!;
  expect((await follow(me, 'QUESTION', refused)).body).toMatchObject({
    code: 'conflict',
    message: problems.followsFull(mostFollows),
  });
  const kept = ids[statuses.indexOf(200)]!;
  expect((await follow(me, 'QUESTION', kept)).status, 'what is followed already').toBe(200);
  // A question is asked all the same.
  expect(await read(await ask(me), me)).toMatchObject({ isOwn: true, following: false });
});

it('followers are told of a new answer once; its writer and replies tell nobody of them', async () => {
  const id = await ask();
  await follow(other, 'QUESTION', id);
  await follow(helper, 'QUESTION', id);
  const comment = await answer(id, helper);
  await replyTo(comment, asker);
  expect(await toldOf(other, id)).toEqual([{ kind: 'FOLLOWED', actorId: helper.id }]);
  expect(await toldOf(asker, id)).toEqual([{ kind: 'COMMENT', actorId: helper.id }]);
  expect((await toldOf(helper, id)).map(({ kind }) => kind)).toEqual(['REPLY']);
  expect((await get('/notifications', other)).body.data[0]).toMatchObject({ kind: 'FOLLOWED', commentId: comment });
  // One is enough until it was read.
  await answer(id, helper);
  expect(await toldOf(other, id)).toHaveLength(1);
  await follow(other, 'QUESTION', id, false);
  await answer(id, helper);
  expect(await toldOf(other, id)).toHaveLength(1);
});

it('the asker of an anonymous question who adds to it stays without a name', async () => {
  const id = await ask(asker, { isAnonymous: true });
  await follow(other, 'QUESTION', id);
  await answer(id, asker);
  expect(await toldOf(other, id)).toEqual([{ kind: 'FOLLOWED', actorId: null }]);
  expect((await get('/notifications', other)).body.data[0]).toMatchObject({ kind: 'FOLLOWED', createdBy: null });
});

it('is exported, goes with the account, and two accounts follow once', async () => {
  const [from, to] = [await join(test.services), await join(test.services)];
  const [both, one] = [await ask(), await ask()];
  await follow(from, 'QUESTION', both);
  await follow(to, 'QUESTION', both);
  await follow(from, 'QUESTION', one);
  await follow(other, 'USER', from.id);
  await test.db.transaction((tx) => moveFollows(tx, from.id, to.id));
  const ids = async (who: Member) =>
    (await exported<{ entityId: string }[]>(exportFollowsOf(test.db, who.id))).map(({ entityId }) => Number(entityId));
  expect((await ids(to)).toSorted((a, b) => a - b)).toEqual([both, one]);
  expect(await ids(from)).toEqual([]);
  await follow(other, 'USER', to.id);
  const tags = await test.db.transaction((tx) => forgetFollowsOf(tx, to.id));
  expect(tags.toSorted()).toEqual([`question:${both}`, `question:${one}`].toSorted());
  expect(await test.db.select().from(follows).where(eq(follows.entityId, to.id))).toEqual([]);
});

it('the button works without script: the page is the same for all, the next one knows', async () => {
  const id = await ask();
  const { canonicalUrl } = await read(id);
  const before = await page(canonicalUrl);
  expect(before.body).toContain(`action="/follow?on=question-${id}"`);
  const me = await join(test.services);
  const address = `/follow?on=question-${id}`;
  const sent = await form(address, { do: 'follow' }, me);
  expect([sent.statusCode, sent.headers.location]).toEqual([303, address]);
  expect((await page(address, me)).body).toContain('You follow this.');
  expect((await page(canonicalUrl, me)).body).toBe((await page(canonicalUrl)).body);
  expect((await form(address, { do: 'stop' }, me)).statusCode).toBe(303);
  expect((await page(address, me)).body).toContain('You do not follow this.');
  expect((await form('/follow', { do: 'follow' }, me)).statusCode).toBe(400);
  expect((await page('/follow', me)).body).toContain('You follow nothing yet.');
  for (const on of ['question-999999', 'state-Atlantis', 'article-0', 'x'])
    expect((await page(`/follow?on=${on}`, me)).statusCode, on).toBe(404);
  const out = await page(address);
  expect([out.statusCode, String(out.headers.location)]).toEqual([303, expect.stringContaining('/login')]);
});
