// @runs on both databases
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { comments, notifications, questions, searchDocuments, users } from '../../database/schema.ts';
import { openCommunity } from '../../testing/community.ts';
import { join } from '../../testing/join.ts';

const { test, asker, helper, other, moderator, call, post, get, ask, answer, replyTo } = await openCommunity();
afterAll(() => test.close());

describe('changing and taking back', () => {
  it('a question is indexed in the language of its title, and in another one once that has changed', async () => {
    const questionId = await ask();
    const lang = async () =>
      (
        await test.db
          .select({ lang: searchDocuments.lang })
          .from(searchDocuments)
          .where(and(eq(searchDocuments.kind, 'QUESTION'), eq(searchDocuments.entityId, questionId)))
      )[0]!.lang;
    expect(await lang()).toBe('en');
    await call('PATCH', `/communities/question/${questionId}`, asker, { title: 'विधवा पेंशन कब से मिलेगी?' });
    expect(await lang()).toBe('hi');
  });

  it("one's own post can be changed for a day, and says so", async () => {
    const questionId = await ask();
    const edited = await call('PATCH', `/communities/question/${questionId}`, asker, {
      title: 'How do I get a driving licence?',
      body: 'In _Pune_.',
    });
    expect(edited).toMatchObject({
      status: 200,
      body: { data: { title: 'How do I get a driving licence?', bodyHtml: '<p>In <em>Pune</em>.</p>' } },
    });
    expect(edited.body.data.editedAt).not.toBeNull();
    const [indexed] = await test.db
      .select({ title: searchDocuments.title })
      .from(searchDocuments)
      .where(eq(searchDocuments.entityId, questionId));
    expect(indexed!.title).toBe('How do I get a driving licence?');
    const commentId = await answer(questionId);
    expect(await call('PATCH', `/communities/comment/${commentId}`, helper, { body: 'Changed' })).toMatchObject({
      status: 200,
      body: { data: { body: 'Changed' } },
    });
    const replyId = await replyTo(commentId);
    expect(await call('PATCH', `/communities/reply/${replyId}`, asker, { body: 'Changed' })).toMatchObject({
      status: 200,
      body: { data: { body: 'Changed' } },
    });

    for (const who of [other, moderator]) {
      expect(
        await call('PATCH', `/communities/question/${questionId}`, who, { title: 'Somebody else wrote this' }),
      ).toMatchObject({ status: 403, body: { message: "Forbidden. You don't have permission." } });
      expect((await call('PATCH', `/communities/comment/${commentId}`, who, { body: 'x' })).status).toBe(403);
      expect((await call('PATCH', `/communities/reply/${replyId}`, who, { body: 'x' })).status).toBe(403);
    }
    for (const payload of [{}, { title: 'short' }, { title: 'Long enough a title', authorId: 1 }])
      expect((await call('PATCH', `/communities/question/${questionId}`, asker, payload)).status).toBe(400);
    expect((await call('PATCH', '/communities/comment/2000000000', asker, { body: 'x' })).status).toBe(404);

    await test.db
      .update(questions)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(questions.id, questionId));
    expect((await call('PATCH', `/communities/question/${questionId}`, asker, { body: 'Too late' })).status).toBe(403);
  });

  it.each(['question', 'comment', 'reply'])('delete without an id says so: %s', async (kind) => {
    for (const path of [`/communities/${kind}/delete`, `/communities/${kind}/delete/`]) {
      expect(await call('DELETE', path, asker)).toMatchObject({ status: 400, body: { message: 'id not found' } });
      expect((await call('DELETE', path, null)).status).toBe(401);
    }
    expect((await call('DELETE', `/communities/${kind}/delete/0x10`, asker)).status).toBe(400);
    expect(await call('DELETE', `/communities/${kind}/delete/2000000000`, asker)).toMatchObject({
      status: 404,
      body: { code: `${kind}_not_found` },
    });
  });

  it('others cannot delete, and nothing happens; the author and a moderator can', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    const replyId = await replyTo(commentId);
    for (const path of [`question/delete/${questionId}`, `comment/delete/${commentId}`, `reply/delete/${replyId}`]) {
      expect(await call('DELETE', `/communities/${path}`, other)).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: "Forbidden. You don't have permission." },
      });
    }
    expect((await get(`/communities/question/get/${questionId}`)).body.data).toMatchObject({
      isDeleted: false,
      commentCount: 1,
    });
    expect(await call('DELETE', `/communities/reply/delete/${replyId}`, asker)).toMatchObject({
      status: 200,
      body: { data: { id: replyId } },
    });
    expect(await call('DELETE', `/communities/comment/delete/${commentId}`, moderator)).toMatchObject({ status: 200 });
    expect(
      await call('DELETE', `/communities/question/delete/${questionId}`, asker, undefined, {
        'content-type': 'application/json',
      }),
    ).toMatchObject({ status: 200 });
    expect((await get(`/communities/question/get/${questionId}`)).status).toBe(404);
    expect((await call('DELETE', `/communities/question/delete/${questionId}`, asker)).status).toBe(404);
  });

  it('what others built on stays as a tombstone, and goes with the last of them', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    const replyId = await replyTo(commentId, other);
    await call('DELETE', `/communities/comment/delete/${commentId}`, helper);
    const [tombstone] = (await post(`/communities/question/${questionId}/comments`, null)).body.data;
    expect(tombstone).toMatchObject({
      id: commentId,
      isDeleted: true,
      body: null,
      bodyHtml: null,
      createdBy: null,
      replyCount: 1,
    });
    expect((await post(`/communities/question/${questionId}/comments`, null)).body.total).toBe(1);
    await call('DELETE', `/communities/question/delete/${questionId}`, asker);
    const dead = await get(`/communities/question/get/${questionId}`);
    expect(dead).toMatchObject({
      status: 200,
      body: {
        data: { isDeleted: true, title: null, body: null, bodyHtml: null, createdBy: null, categories: [], tags: [] },
      },
    });
    expect(
      (await post('/search/question/recent', null, { pageSize: 50 })).body.data.map(({ id }: { id: number }) => id),
    ).not.toContain(questionId);
    expect(await post('/communities/comment/create', other, { questionId, body: 'Too late' })).toMatchObject({
      status: 404,
    });
    expect(await post('/communities/reply/create', other, { commentId, body: 'Too late' })).toMatchObject({
      status: 404,
    });
    expect(
      (
        await post('/communities/reaction', other, {
          entityType: 'QUESTION',
          entityId: questionId,
          liked: true,
          disliked: false,
        })
      ).status,
    ).toBe(404);
    expect((await call('POST', `/communities/question/${questionId}/share`, other)).status).toBe(404);
    const [row] = await test.db.select().from(questions).where(eq(questions.id, questionId));
    expect(row).toMatchObject({ title: '', body: '', authorId: null });

    await call('DELETE', `/communities/reply/delete/${replyId}`, other);
    expect((await get(`/communities/question/get/${questionId}`)).status).toBe(404);
    expect(await test.db.select().from(comments).where(eq(comments.id, commentId))).toEqual([]);
    expect(await test.db.select().from(questions).where(eq(questions.id, questionId))).toEqual([]);
  });
});

describe('accepting and closing', () => {
  it('the asker alone accepts, one at a time, and may take it back', async () => {
    const questionId = await ask();
    const [first, second] = [await answer(questionId), await answer(questionId, other)];
    expect(
      (await post(`/communities/question/${questionId}/accept`, asker, { commentId: first })).body.data
        .acceptedCommentId,
    ).toBe(first);
    expect(
      (await post(`/communities/question/${questionId}/accept`, asker, { commentId: second })).body.data
        .acceptedCommentId,
    ).toBe(second);
    expect((await post(`/communities/question/${questionId}/comments`, null)).body.data).toMatchObject([
      { id: second, isAccepted: true },
      { id: first, isAccepted: false },
    ]);
    for (const who of [helper, moderator])
      expect((await post(`/communities/question/${questionId}/accept`, who, { commentId: first })).status).toBe(403);
    expect(
      await post(`/communities/question/${questionId}/accept`, asker, { commentId: await answer(questionId, asker) }),
    ).toMatchObject({ status: 409, body: { code: 'conflict', message: 'You cannot accept your own answer.' } });
    const elsewhere = await answer(await ask());
    expect(await post(`/communities/question/${questionId}/accept`, asker, { commentId: elsewhere })).toMatchObject({
      status: 404,
      body: { code: 'comment_not_found' },
    });
    expect((await post(`/communities/question/${questionId}/accept`, asker, {})).status).toBe(400);
    await call('DELETE', `/communities/comment/delete/${second}`, other);
    expect((await get(`/communities/question/get/${questionId}`)).body.data).toMatchObject({
      acceptedCommentId: null,
      commentCount: 2,
    });
    await post(`/communities/question/${questionId}/accept`, asker, { commentId: first });
    expect(
      (await post(`/communities/question/${questionId}/accept`, asker, { commentId: null })).body.data
        .acceptedCommentId,
    ).toBe(null);
  });

  it('a closed question takes no answers until it is open again', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    expect((await post(`/communities/question/${questionId}/close`, other, { isClosed: true })).status).toBe(403);
    expect((await post(`/communities/question/${questionId}/close`, asker, { isClosed: 1 })).status).toBe(400);
    expect(
      (await post(`/communities/question/${questionId}/close`, asker, { isClosed: true })).body.data.isClosed,
    ).toBe(true);
    for (const [path, payload] of [
      ['comment', { questionId }],
      ['reply', { commentId }],
    ] as const) {
      expect(await post(`/communities/${path}/create`, other, { ...payload, body: 'Now?' })).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: 'This question is closed. Nobody can answer it any more.' },
      });
    }
    expect(
      (await post(`/communities/question/${questionId}/close`, moderator, { isClosed: false })).body.data.isClosed,
    ).toBe(false);
    expect((await post('/communities/comment/create', other, { questionId, body: 'Now?' })).status).toBe(201);
  });
});

describe('a person suspended', () => {
  it('reads and deletes, and writes nothing', async () => {
    const troll = await join(test.services);
    const questionId = await ask();
    const own = await answer(questionId, troll);
    await test.db
      .update(users)
      .set({ suspendedUntil: sql`now() + interval '1 day'` })
      .where(eq(users.id, troll.id));
    expect((await post('/communities/comment/create', troll, { questionId, body: 'x' })).status).toBe(403);
    expect((await post('/communities/question/create', troll, { title: 'A question that is long' })).status).toBe(403);
    expect((await call('PATCH', `/communities/comment/${own}`, troll, { body: 'x' })).status).toBe(403);
    expect(
      (
        await post('/communities/reaction', troll, {
          entityType: 'QUESTION',
          entityId: questionId,
          liked: true,
          disliked: false,
        })
      ).status,
    ).toBe(403);
    expect((await call('POST', `/communities/question/${questionId}/share`, troll)).status).toBe(403);
    expect((await get(`/communities/question/get/${questionId}`, troll)).status).toBe(200);
    expect((await call('DELETE', `/communities/comment/delete/${own}`, troll)).status).toBe(200);
  });
});

describe('notifications', () => {
  it('go to the author who was answered, are counted while unread, and never report own posts to their author', async () => {
    const [me, you] = [await join(test.services), await join(test.services, { firstName: 'Kiran', lastName: '' })];
    const questionId = await ask(me);
    const commentId = await answer(questionId, you);
    await answer(questionId, me);
    const replyId = await replyTo(commentId, me);
    await replyTo(commentId, you);
    await post(`/communities/question/${questionId}/accept`, me, { commentId });
    const mine = await get('/notifications', me);
    expect(mine.body).toMatchObject({
      total: 1,
      unreadCount: 1,
      data: [{ kind: 'COMMENT', questionId, commentId, isRead: false, createdBy: { displayName: 'Kiran' } }],
    });
    expect(mine.body.data[0].canonicalUrl).toMatch(new RegExp(`#comment-${commentId}$`));
    const yours = await get('/notifications', you);
    expect(yours.body.data).toMatchObject([
      { kind: 'ACCEPTED', commentId },
      { kind: 'REPLY', commentId, replyId },
    ]);
    expect((await post('/notifications/read', you, { ids: [mine.body.data[0].id] })).body.data.unreadCount).toBe(2);
    expect((await post('/notifications/read', you, { ids: [yours.body.data[0].id] })).body.data.unreadCount).toBe(1);
    expect((await post('/notifications/read', you, { all: true })).body.data.unreadCount).toBe(0);
    expect((await get('/notifications', me)).body.unreadCount).toBe(1);
    for (const bad of [{}, { all: false }, { ids: [] }, { ids: [1], all: true }])
      expect((await post('/notifications/read', you, bad)).status).toBe(400);
    expect((await get('/notifications')).status).toBe(401);
    expect((await post('/notifications/read', null, { all: true })).status).toBe(401);
    await call('DELETE', `/communities/reply/delete/${replyId}`, me);
    expect((await get('/notifications', you)).body.data).toHaveLength(1);
    expect(await test.db.select().from(notifications).where(eq(notifications.replyId, replyId))).toEqual([]);
  });
});
