// @runs on both databases
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { replies } from '../../database/schema.ts';
import { openCommunity } from '../../testing/community.ts';
import { join } from '../../testing/join.ts';
import { commentList, oneComment, oneQuestion, oneReply, replyList } from './communities.contract.ts';
import { listQuestionsOfAuthor } from './communities.queries.server.ts';
import { readThread } from './thread.queries.server.ts';

const { test, asker, helper, other, call, post, get, ask, answer, replyTo } = await openCommunity();
afterAll(() => test.close());

describe('asking, answering, replying', () => {
  it('answers 201 in the shapes of the contract, with the text as it was typed', async () => {
    const asked = await post('/communities/question/create', asker, {
      title: 'How do I get a ration card?',
      body: 'I have **Aadhaar**.\n\nWhat else?',
      categoryIds: [252],
      tagIds: [7],
    });
    expect(asked.status).toBe(201);
    expect(oneQuestion.safeParse(asked.body).error).toBeUndefined();
    expect(asked.body.data).toMatchObject({
      title: 'How do I get a ration card?',
      body: 'I have **Aadhaar**.\n\nWhat else?',
      bodyHtml: '<p>I have <strong>Aadhaar</strong>.</p>\n<p>What else?</p>',
      createdBy: { id: asker.id, displayName: 'Meena Rao', imageUrl: null, mark: null },
      commentCount: 0,
      likeCount: 0,
      shareCount: 0,
      liked: false,
      acceptedCommentId: null,
      isClosed: false,
      isDeleted: false,
      editedAt: null,
    });
    expect(asked.body.data.canonicalUrl).toMatch(/^\/community\/question\/how-do-i-get-a-ration-card-[\w-]+$/);
    expect(asked.body.data.categories).toMatchObject([{ id: 252, displayName: 'Schemes' }]);
    expect(asked.body.data.tags).toMatchObject([{ id: 7 }]);
    expect(asked.headers['cache-control']).toBe('private, no-store');

    const commented = await post('/communities/comment/create', helper, {
      questionId: asked.body.data.id,
      body: 'Go to the *tehsil*.',
    });
    expect(commented.status).toBe(201);
    expect(oneComment.safeParse(commented.body).error).toBeUndefined();
    expect(commented.body.data).toMatchObject({
      questionId: asked.body.data.id,
      body: 'Go to the *tehsil*.',
      bodyHtml: '<p>Go to the <em>tehsil</em>.</p>',
      createdBy: { displayName: 'Ravi' },
      replyCount: 0,
      isAccepted: false,
    });

    const replied = await post('/communities/reply/create', asker, {
      commentId: commented.body.data.id,
      body: 'Thank you!',
    });
    expect(replied.status).toBe(201);
    expect(oneReply.safeParse(replied.body).error).toBeUndefined();

    const read = await get(`/communities/question/get/${asked.body.data.id}`);
    expect(read).toMatchObject({ status: 200, body: { data: { commentCount: 1 } } });
    const thread = await post(`/communities/question/${asked.body.data.id}/comments`, null, { page: 1, size: 5 });
    expect(commentList.safeParse(thread.body).error).toBeUndefined();
    expect(thread.body).toMatchObject({
      total: 1,
      page: 1,
      pageSize: 5,
      hasMore: false,
      data: [{ id: commented.body.data.id, replyCount: 1 }],
    });
    const under = await post(`/communities/comment/${commented.body.data.id}/replies`, null);
    expect(replyList.safeParse(under.body).error).toBeUndefined();
    expect(under.body).toMatchObject({ total: 1, data: [{ id: replied.body.data.id, body: 'Thank you!' }] });
  });

  it.each([
    ['POST', '/communities/question/create', { title: 'How do I get a ration card?' }],
    ['POST', '/communities/comment/create', { questionId: 1, body: 'x' }],
    ['POST', '/communities/reply/create', { commentId: 1, body: 'x' }],
    ['PATCH', '/communities/question/1', { title: 'How do I get a ration card?' }],
    ['PATCH', '/communities/comment/1', { body: 'x' }],
    ['PATCH', '/communities/reply/1', { body: 'x' }],
    ['DELETE', '/communities/question/delete/1', undefined],
    ['DELETE', '/communities/comment/delete/1', undefined],
    ['DELETE', '/communities/reply/delete/1', undefined],
    ['POST', '/communities/question/1/share', undefined],
    ['POST', '/communities/question/1/accept', { commentId: null }],
    ['POST', '/communities/question/1/close', { isClosed: true }],
    ['POST', '/communities/reaction', { entityType: 'QUESTION', entityId: 1, liked: true, disliked: false }],
  ] as const)('%s %s needs someone signed in', async (method, path, payload) => {
    expect(await call(method, path, null, payload)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: 'Session expired, Sign in to continue.' },
    });
  });

  it.each([
    ['a title too short', { title: 'Too short' }, 'title'],
    ['a title of spaces', { title: ' '.repeat(20) }, 'title'],
    ['a title of five emoji and spaces', { title: `${'😀'.repeat(5)}${' '.repeat(5)}` }, 'title'],
    ['a title that no font shows', { title: '\u200B'.repeat(12) }, 'title'],
    ['a title too long', { title: 'a'.repeat(201) }, 'title'],
    ['a body too long', { title: 'How do I get it?', body: 'a'.repeat(10_001) }, 'body'],
    ['an unknown field', { title: 'How do I get it?', createdBy: 'x' }, 'createdBy'],
    ['a NUL', { title: 'How do I get it\u0000?' }, 'title'],
    ['a category that is not there', { title: 'How do I get it?', categoryIds: [999] }, 'categoryIds'],
    ['a tag that is not there', { title: 'How do I get it?', tagIds: [7, 999] }, 'tagIds'],
    ['a category in words', { title: 'How do I get it?', categoryIds: ['schemes'] }, 'categoryIds.0'],
  ])('a question with %s is refused by name', async (_, payload, path) => {
    const refused = await post('/communities/question/create', asker, payload);
    expect(refused.status).toBe(400);
    expect(refused.body.details[0].path).toBe(path);
  });

  it('counts characters, not UTF-16 units: an emoji is one', async () => {
    const emoji = (count: number) => '😀'.repeat(count);
    const title = 'Where do I get the smiling form?';
    expect((await post('/communities/question/create', asker, { title, body: emoji(10_000) })).status).toBe(201);
    expect((await post('/communities/question/create', asker, { title, body: emoji(10_001) })).status).toBe(400);
    const questionId = await ask();
    expect((await post('/communities/comment/create', helper, { questionId, body: emoji(5_000) })).status).toBe(201);
    expect((await post('/communities/comment/create', helper, { questionId, body: emoji(5_001) })).status).toBe(400);
  });

  it('an empty comment, one for nothing and one that is too long are refused', async () => {
    const questionId = await ask();
    expect(await post('/communities/comment/create', helper, { questionId, body: '' })).toMatchObject({ status: 400 });
    expect(await post('/communities/comment/create', helper, { questionId, body: ' \n ' })).toMatchObject({
      status: 400,
    });
    expect(await post('/communities/comment/create', helper, { questionId, body: '\u200B\u2060' })).toMatchObject({
      status: 400,
    });
    expect(await post('/communities/comment/create', helper, { questionId, body: 'a'.repeat(5_001) })).toMatchObject({
      status: 400,
    });
    expect(await post('/communities/comment/create', helper, { questionId: '1', body: 'a' })).toMatchObject({
      status: 400,
    });
    expect(await post('/communities/comment/create', helper, { questionId: 2_000_000_000, body: 'a' })).toMatchObject({
      status: 404,
      body: { code: 'question_not_found' },
    });
    expect(await post('/communities/reply/create', helper, { commentId: 2_000_000_000, body: 'a' })).toMatchObject({
      status: 404,
      body: { code: 'comment_not_found' },
    });
  });

  it('the same words in the same place twice are one post and a kind word, also at the same moment', async () => {
    const questionId = await ask();
    const twice = await Promise.all(
      Array.from({ length: 8 }, () => post('/communities/comment/create', helper, { questionId, body: 'The same' })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(twice.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      message: 'You have just posted exactly this. It is there already.',
    });
    expect((await get(`/communities/question/get/${questionId}`)).body.data.commentCount).toBe(1);
    expect(await post('/communities/comment/create', other, { questionId, body: 'The same' })).toMatchObject({
      status: 201,
    });
    const asked = await Promise.all(
      ['', 'With details.', 'With more details.', ''].map((body, at) =>
        post('/communities/question/create', asker, {
          title: `${at === 3 ? 'ASKED' : 'Asked'} four times at once?`,
          body,
        }),
      ),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('what was deleted may be said again, whether it asked, answered or replied', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId, other);
    for (const [kind, payload] of [
      ['question', { title: 'May I ask this once more?' }],
      ['comment', { questionId, body: 'Once more' }],
      ['reply', { commentId, body: 'Once more' }],
    ] as const) {
      const create = () => post(`/communities/${kind}/create`, helper, payload);
      const { id } = (await create()).body.data;
      expect((await create()).status, kind).toBe(409);
      await call('DELETE', `/communities/${kind}/delete/${id}`, helper);
      expect((await create()).status, kind).toBe(201);
    }
  });

  it('an Idempotency-Key makes one of many', async () => {
    const questionId = await ask();
    const send = () =>
      call(
        'POST',
        '/communities/comment/create',
        helper,
        { questionId, body: 'With a key' },
        { 'idempotency-key': 'one' },
      );
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const again = await send();
    expect(again.status).toBe(201);
    expect((await get(`/communities/question/get/${questionId}`)).body.data.commentCount).toBe(1);
    expect(
      await call(
        'POST',
        '/communities/comment/create',
        helper,
        { questionId, body: 'Another' },
        { 'idempotency-key': 'one' },
      ),
    ).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });

  it('a repeat of a call that died between its commit and its answer is answered with what it wrote', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    const calls = [
      ['question', { title: 'Is the office open on Saturdays?' }],
      ['comment', { questionId, body: 'Answered, and nobody heard it' }],
      ['reply', { commentId, body: 'Thanked, and nobody heard it' }],
    ] as const;
    for (const [kind, payload] of calls) {
      const send = () =>
        call('POST', `/communities/${kind}/create`, helper, payload, { 'idempotency-key': `cut-${kind}` });
      const first = await send();
      expect(first.status).toBe(201);
      await test.db.execute(
        sql`update idempotency_keys set status = null, answer = null, created_at = now() - interval '6 seconds' where key = ${`cut-${kind}`}`,
      );
      const again = await send();
      expect(again).toMatchObject({ status: 201, body: first.body });
      expect(await post(`/communities/${kind}/create`, helper, payload), 'without the key').toMatchObject({
        status: 409,
      });
    }
    expect((await get(`/communities/question/get/${questionId}`)).body.data.commentCount).toBe(2);
  });
});

describe('for the pages', () => {
  it('a thread is read in at most six queries, however long it is', async () => {
    const questionId = await ask(asker, { categoryIds: [252], tagIds: [7] });
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await answer(questionId));
    for (const id of ids.slice(0, 5)) for (let count = 0; count < 4; count += 1) await replyTo(id);
    await post(`/communities/question/${questionId}/accept`, asker, { commentId: ids[7] });
    const { pool, db } = test.services.connection;
    let queries = 0;
    const query = pool.query;
    pool.query = function counted(this: typeof pool, ...args: never[]) {
      queries += 1;
      return (query as (...all: never[]) => unknown).apply(this, args);
    } as never;
    const thread = await readThread(db, questionId, { size: 10 });
    pool.query = query;
    expect(queries).toBeLessThanOrEqual(6);
    expect(queries).toBeGreaterThan(3);
    expect(thread.comments.data.map(({ id }) => id)).toEqual([
      ids[7],
      ...ids.filter((id) => id !== ids[7]).slice(0, 9),
    ]);
    expect([...thread.replies].map(([id, shown]) => [id, shown.length])).toEqual(ids.slice(0, 5).map((id) => [id, 3]));
    expect(thread.replies.get(ids[0]!)![0]).toMatchObject({ commentId: ids[0] });
    expect((await db.select().from(replies)).length).toBeGreaterThan(15);
  });

  it("one's own questions", async () => {
    const me = await join(test.services);
    const [first, second] = [await ask(me, { tagIds: [8] }), await ask(me, { categoryIds: [253] })];
    expect((await listQuestionsOfAuthor(test.db, me.id, {}, me.id)).data.map(({ id }) => id)).toEqual([second, first]);
  });
});
