import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articles, authors, categories, comments, notifications, questions, reactions, replies, searchDocuments, tags, totals, users } from '../../database/schema.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { commentList, oneComment, oneQuestion, oneReply, questionList, replyList } from './communities.contract.ts';
import { listQuestionsAbout, listQuestionsOfAuthor, readThread } from './communities.queries.server.ts';

let test: TestApp;
let asker: Member;
let helper: Member;
let other: Member;
let moderator: Member;
beforeAll(async () => {
  test = await buildTestApp();
  [asker, helper, other, moderator] = [await join(test.services, { firstName: 'Meena' }), await join(test.services, { firstName: 'Ravi', lastName: '' }), await join(test.services), await join(test.services, { role: 'moderator' })];
  const { db } = test.services.connection;
  await db.insert(categories).values([{ id: 252, key: 'schemes', name: 'Schemes', displayName: 'Schemes' }, { id: 253, key: 'tax', name: 'Tax', displayName: 'Tax' }]);
  await db.insert(tags).values([{ id: 7, name: 'ration card', displayName: 'Ration card' }, { id: 8, name: 'pan', displayName: 'PAN' }]);
});
afterAll(() => test.close());

type Answer = Awaited<ReturnType<typeof call>>;
async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, who: Member | null, payload?: object, headers: Record<string, string> = {}) {
  const answer = await test.app.inject({ method, url: `/api${path}`, headers: { ...who?.headers, ...headers }, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const post = (path: string, who: Member | null, payload: object = {}) => call('POST', path, who, payload);
const get = (path: string, who: Member | null = null) => call('GET', path, who);
let serial = 0;
const ask = async (who = asker, more: object = {}): Promise<number> => (await post('/communities/question/create', who, { title: `How do I get a ration card (${serial += 1})?`, ...more })).body.data.id;
const answer = async (questionId: number, who = helper): Promise<number> => (await post('/communities/comment/create', who, { questionId, body: `At the nearest office (${serial += 1}).` })).body.data.id;
const replyTo = async (commentId: number, who = asker): Promise<number> => (await post('/communities/reply/create', who, { commentId, body: `Thank you (${serial += 1})!` })).body.data.id;

describe('asking, answering, replying', () => {
  it('answers 201 in the shapes of the contract, with the text as it was typed', async () => {
    const asked = await post('/communities/question/create', asker, { title: 'How do I get a ration card?', body: 'I have **Aadhaar**.\n\nWhat else?', categoryIds: [252], tagIds: [7] });
    expect(asked.status).toBe(201);
    expect(oneQuestion.safeParse(asked.body).error).toBeUndefined();
    expect(asked.body.data).toMatchObject({
      title: 'How do I get a ration card?', body: 'I have **Aadhaar**.\n\nWhat else?', bodyHtml: '<p>I have <strong>Aadhaar</strong>.</p>\n<p>What else?</p>', createdBy: { id: asker.id, displayName: 'Meena Rao', imageUrl: null },
      commentCount: 0, likeCount: 0, shareCount: 0, liked: false, acceptedCommentId: null, isClosed: false, isDeleted: false, editedAt: null,
    });
    expect(asked.body.data.canonicalUrl).toMatch(/^\/community\/question\/how-do-i-get-a-ration-card-[\w-]+$/);
    expect(asked.body.data.categories).toMatchObject([{ id: 252, displayName: 'Schemes' }]);
    expect(asked.body.data.tags).toMatchObject([{ id: 7 }]);
    expect(asked.headers['cache-control']).toBe('private, no-store');

    const commented = await post('/communities/comment/create', helper, { questionId: asked.body.data.id, body: 'Go to the *tehsil*.' });
    expect(commented.status).toBe(201);
    expect(oneComment.safeParse(commented.body).error).toBeUndefined();
    expect(commented.body.data).toMatchObject({ questionId: asked.body.data.id, body: 'Go to the *tehsil*.', bodyHtml: '<p>Go to the <em>tehsil</em>.</p>', createdBy: { displayName: 'Ravi' }, replyCount: 0, isAccepted: false });

    const replied = await post('/communities/reply/create', asker, { commentId: commented.body.data.id, body: 'Thank you!' });
    expect(replied.status).toBe(201);
    expect(oneReply.safeParse(replied.body).error).toBeUndefined();

    const read = await get(`/communities/question/get/${asked.body.data.id}`);
    expect(read).toMatchObject({ status: 200, body: { data: { commentCount: 1 } } });
    const thread = await post(`/communities/question/${asked.body.data.id}/comments`, null, { page: 1, size: 5 });
    expect(commentList.safeParse(thread.body).error).toBeUndefined();
    expect(thread.body).toMatchObject({ total: 1, page: 1, pageSize: 5, hasMore: false, data: [{ id: commented.body.data.id, replyCount: 1 }] });
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
    expect(await call(method, path, null, payload)).toMatchObject({ status: 401, body: { code: 'unauthenticated', message: 'Session expired, Sign in to continue.' } });
  });

  it.each([
    ['a title too short', { title: 'Too short' }, 'title'],
    ['a title of spaces', { title: ' '.repeat(20) }, 'title'],
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

  it('an empty comment, one for nothing and one that is too long are refused', async () => {
    const questionId = await ask();
    expect(await post('/communities/comment/create', helper, { questionId, body: '' })).toMatchObject({ status: 400 });
    expect(await post('/communities/comment/create', helper, { questionId, body: ' \n ' })).toMatchObject({ status: 400 });
    expect(await post('/communities/comment/create', helper, { questionId, body: 'a'.repeat(5_001) })).toMatchObject({ status: 400 });
    expect(await post('/communities/comment/create', helper, { questionId: '1', body: 'a' })).toMatchObject({ status: 400 });
    expect(await post('/communities/comment/create', helper, { questionId: 2_000_000_000, body: 'a' })).toMatchObject({ status: 404, body: { code: 'question_not_found' } });
    expect(await post('/communities/reply/create', helper, { commentId: 2_000_000_000, body: 'a' })).toMatchObject({ status: 404, body: { code: 'comment_not_found' } });
  });

  it('the same words in the same place twice are one post and a kind word, also at the same moment', async () => {
    const questionId = await ask();
    const twice = await Promise.all(Array.from({ length: 8 }, () => post('/communities/comment/create', helper, { questionId, body: 'The same' })));
    expect(twice.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(twice.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict', message: 'You have just posted exactly this. It is there already.' });
    expect((await get(`/communities/question/get/${questionId}`)).body.data.commentCount).toBe(1);
    expect(await post('/communities/comment/create', other, { questionId, body: 'The same' })).toMatchObject({ status: 201 });
    const asked = await Promise.all(Array.from({ length: 4 }, () => post('/communities/question/create', asker, { title: 'Asked four times at once?' })));
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('what was deleted may be said again', async () => {
    const questionId = await ask();
    const { body: { data } } = await post('/communities/comment/create', helper, { questionId, body: 'Once more' });
    await call('DELETE', `/communities/comment/delete/${data.id}`, helper);
    expect(await post('/communities/comment/create', helper, { questionId, body: 'Once more' })).toMatchObject({ status: 201 });
  });

  it('an Idempotency-Key makes one of many', async () => {
    const questionId = await ask();
    const send = () => call('POST', '/communities/comment/create', helper, { questionId, body: 'With a key' }, { 'idempotency-key': 'one' });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const again = await send();
    expect(again.status).toBe(201);
    expect((await get(`/communities/question/get/${questionId}`)).body.data.commentCount).toBe(1);
    expect(await call('POST', '/communities/comment/create', helper, { questionId, body: 'Another' }, { 'idempotency-key': 'one' })).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });
});

describe('lists', () => {
  it('come in the order that is asked for, by number and by cursor alike', async () => {
    const questionId = await ask();
    const ids: number[] = [];
    for (let count = 0; count < 7; count += 1) ids.push(await answer(questionId));
    await post(`/communities/question/${questionId}/accept`, asker, { commentId: ids[4] });
    const wanted = [ids[4]!, ...ids.filter((id) => id !== ids[4])];
    for (const size of [1, 2, 3, 7, 50]) {
      const byNumber: number[] = [];
      for (let page = 1; page < 12; page += 1) byNumber.push(...(await post(`/communities/question/${questionId}/comments`, null, { page, size })).body.data.map(({ id }: { id: number }) => id));
      expect(byNumber, `size ${size}`).toEqual(wanted);
      const byCursor: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: Answer = await post(`/communities/question/${questionId}/comments`, null, { size, ...(cursor ? { cursor } : {}) });
        byCursor.push(...body.data.map(({ id }: { id: number }) => id));
        cursor = body.nextCursor;
      }
      expect(byCursor, `size ${size}, by cursor`).toEqual(wanted);
    }
    expect((await post(`/communities/question/${questionId}/comments`, null, { size: 51 })).status).toBe(400);
    expect((await post(`/communities/question/${questionId}/comments`, null, { pageSize: 5 })).status).toBe(400);
    expect((await post('/communities/question/2000000000/comments', null)).body.code).toBe('question_not_found');
    expect((await post('/communities/comment/2000000000/replies', null)).body.code).toBe('comment_not_found');
    expect((await post(`/communities/question/${questionId}/comments`, null, { page: 99 })).body).toMatchObject({ data: [], total: 7 });
  });

  it('recent, unanswered, popular, by category and tag', async () => {
    const plain = await ask(asker, { categoryIds: [253], tagIds: [8] });
    const answered = await ask(asker, { categoryIds: [253] });
    await answer(answered);
    const liked = await ask(asker, { categoryIds: [253] });
    for (const who of [helper, other, moderator]) await post('/communities/reaction', who, { entityType: 'QUESTION', entityId: liked, liked: true, disliked: false });
    const ids = async (payload: object) => (await post('/search/question/recent', null, { categoryIds: '253', ...payload })).body.data.map(({ id }: { id: number }) => id);
    expect(await ids({})).toEqual([liked, answered, plain]);
    expect(await ids({ filter: 'UNANSWERED' })).toEqual([liked, plain]);
    expect(await ids({ filter: 'POPULAR' })).toEqual([liked, answered, plain]);
    expect(await ids({ tagIds: '8' })).toEqual([plain]);
    expect(await ids({ tagIds: [7] })).toEqual([]);
    expect(await ids({ categoryIds: '253,9999' })).toHaveLength(3);
    const everything = await post('/search/question/recent', null);
    expect(questionList.safeParse(everything.body).error).toBeUndefined();
    const [kept] = await test.services.connection.db.select().from(totals).where(eq(totals.name, 'questions'));
    const { rows: [counted] } = await test.services.connection.db.execute<{ count: number }>(sql`select count(*)::int as count from questions where is_live`);
    expect(everything.body.total).toBe(counted!.count);
    expect(kept!.value).toBe(counted!.count);
    for (const bad of [{ filter: 'OLD' }, { categoryIds: 'x' }, { pageSize: 51 }, { page: 0 }, { where: 1 }, { cursor: 'x' }]) expect((await post('/search/question/recent', null, bad)).status, JSON.stringify(bad)).toBe(400);
    for (const filter of ['RECENT', 'POPULAR', 'UNANSWERED']) {
      const byNumber: number[] = [];
      for (let page = 1; page < 30; page += 1) byNumber.push(...(await post('/search/question/recent', null, { filter, page, pageSize: 3 })).body.data.map(({ id }: { id: number }) => id));
      const byCursor: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: Answer = await post('/search/question/recent', null, { filter, pageSize: 3, ...(cursor ? { cursor } : {}) });
        byCursor.push(...body.data.map(({ id }: { id: number }) => id));
        cursor = body.nextCursor;
      }
      expect(byCursor, filter).toEqual(byNumber);
      expect(new Set(byCursor).size).toBe(byCursor.length);
    }
  });

  it('search finds a question by its words, with a mistake in them too, and by nothing once it is gone', async () => {
    const id = await ask(asker, { title: 'Where is the Udyam certificate printed?', body: 'The portal shows nothing.' });
    const find = async (questionText: string) => (await post('/search/questions', null, { questionText })).body;
    expect((await find('udyam certificate')).data[0]).toMatchObject({ id });
    expect((await find('udyam certifcate')).data[0]).toMatchObject({ id });
    expect((await find('portal shows')).data[0].highlight).toContain('<mark>');
    expect((await post('/search/questions', null, { questionText: 'udyam', sortKey: 'CREATED_AT', sortOrder: 'ASC' })).body.data[0]).toMatchObject({ id });
    expect((await get('/search/suggest?q=udyam')).status).toBe(200);
    await call('DELETE', `/communities/question/delete/${id}`, asker);
    expect((await find('udyam certificate')).data).toEqual([]);
  });

  it("the caller's own likes are told to the caller alone; another's user_id tells nothing", async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    await post('/communities/reaction', other, { entityType: 'QUESTION', entityId: questionId, liked: true, disliked: false });
    await post('/communities/reaction', other, { entityType: 'COMMENT', entityId: commentId, liked: false, disliked: true });
    expect((await get(`/communities/question/get/${questionId}`, other)).body.data).toMatchObject({ liked: true, disliked: false, likeCount: 1 });
    expect((await post(`/communities/question/${questionId}/comments?user_id=${other.id}`, other)).body.data[0]).toMatchObject({ liked: false, disliked: true });
    const [bare, asOther] = [await test.app.inject({ method: 'POST', url: '/api/search/question/recent', payload: {} }), await test.app.inject({ method: 'POST', url: `/api/search/question/recent?user_id=${other.id}`, payload: {} })];
    expect(asOther.body).toBe(bare.body);
    expect((await get(`/communities/question/get/${questionId}?user_id=${other.id}`, helper)).body.data.liked).toBe(false);
  });
});

describe('changing and taking back', () => {
  it("one's own post can be changed for a day, and says so", async () => {
    const questionId = await ask();
    const edited = await call('PATCH', `/communities/question/${questionId}`, asker, { title: 'How do I get a driving licence?', body: 'In _Pune_.' });
    expect(edited).toMatchObject({ status: 200, body: { data: { title: 'How do I get a driving licence?', bodyHtml: '<p>In <em>Pune</em>.</p>' } } });
    expect(edited.body.data.editedAt).not.toBeNull();
    const [indexed] = await test.services.connection.db.select({ title: searchDocuments.title }).from(searchDocuments).where(eq(searchDocuments.entityId, questionId));
    expect(indexed!.title).toBe('How do I get a driving licence?');
    const commentId = await answer(questionId);
    expect(await call('PATCH', `/communities/comment/${commentId}`, helper, { body: 'Changed' })).toMatchObject({ status: 200, body: { data: { body: 'Changed' } } });
    const replyId = await replyTo(commentId);
    expect(await call('PATCH', `/communities/reply/${replyId}`, asker, { body: 'Changed' })).toMatchObject({ status: 200, body: { data: { body: 'Changed' } } });

    for (const who of [other, moderator]) {
      expect(await call('PATCH', `/communities/question/${questionId}`, who, { title: 'Somebody else wrote this' })).toMatchObject({ status: 403, body: { message: "Forbidden. You don't have permission." } });
      expect((await call('PATCH', `/communities/comment/${commentId}`, who, { body: 'x' })).status).toBe(403);
      expect((await call('PATCH', `/communities/reply/${replyId}`, who, { body: 'x' })).status).toBe(403);
    }
    for (const payload of [{}, { title: 'short' }, { title: 'Long enough a title', authorId: 1 }]) expect((await call('PATCH', `/communities/question/${questionId}`, asker, payload)).status).toBe(400);
    expect((await call('PATCH', '/communities/comment/2000000000', asker, { body: 'x' })).status).toBe(404);

    await test.services.connection.db.update(questions).set({ createdAt: sql`now() - interval '25 hours'` }).where(eq(questions.id, questionId));
    expect((await call('PATCH', `/communities/question/${questionId}`, asker, { body: 'Too late' })).status).toBe(403);
  });

  it.each(['question', 'comment', 'reply'])('delete without an id says so: %s', async (kind) => {
    for (const path of [`/communities/${kind}/delete`, `/communities/${kind}/delete/`]) {
      expect(await call('DELETE', path, asker)).toMatchObject({ status: 400, body: { message: 'id not found' } });
      expect((await call('DELETE', path, null)).status).toBe(401);
    }
    expect((await call('DELETE', `/communities/${kind}/delete/0x10`, asker)).status).toBe(400);
    expect(await call('DELETE', `/communities/${kind}/delete/2000000000`, asker)).toMatchObject({ status: 404, body: { code: `${kind}_not_found` } });
  });

  it('others cannot delete, and nothing happens; the author and a moderator can', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    const replyId = await replyTo(commentId);
    for (const path of [`question/delete/${questionId}`, `comment/delete/${commentId}`, `reply/delete/${replyId}`]) {
      expect(await call('DELETE', `/communities/${path}`, other)).toMatchObject({ status: 403, body: { code: 'forbidden', message: "Forbidden. You don't have permission." } });
    }
    expect((await get(`/communities/question/get/${questionId}`)).body.data).toMatchObject({ isDeleted: false, commentCount: 1 });
    expect(await call('DELETE', `/communities/reply/delete/${replyId}`, asker)).toMatchObject({ status: 200, body: { data: { id: replyId } } });
    expect(await call('DELETE', `/communities/comment/delete/${commentId}`, moderator)).toMatchObject({ status: 200 });
    expect(await call('DELETE', `/communities/question/delete/${questionId}`, asker, undefined, { 'content-type': 'application/json' })).toMatchObject({ status: 200 });
    expect((await get(`/communities/question/get/${questionId}`)).status).toBe(404);
    expect((await call('DELETE', `/communities/question/delete/${questionId}`, asker)).status).toBe(404);
  });

  it('what others built on stays as a tombstone, and goes with the last of them', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    const replyId = await replyTo(commentId, other);
    await call('DELETE', `/communities/comment/delete/${commentId}`, helper);
    const [tombstone] = (await post(`/communities/question/${questionId}/comments`, null)).body.data;
    expect(tombstone).toMatchObject({ id: commentId, isDeleted: true, body: null, bodyHtml: null, createdBy: null, replyCount: 1 });
    expect((await post(`/communities/question/${questionId}/comments`, null)).body.total).toBe(1);
    await call('DELETE', `/communities/question/delete/${questionId}`, asker);
    const dead = await get(`/communities/question/get/${questionId}`);
    expect(dead).toMatchObject({ status: 200, body: { data: { isDeleted: true, title: null, body: null, bodyHtml: null, createdBy: null, categories: [], tags: [] } } });
    expect((await post('/search/question/recent', null, { pageSize: 50 })).body.data.map(({ id }: { id: number }) => id)).not.toContain(questionId);
    expect(await post('/communities/comment/create', other, { questionId, body: 'Too late' })).toMatchObject({ status: 404 });
    expect(await post('/communities/reply/create', other, { commentId, body: 'Too late' })).toMatchObject({ status: 404 });
    expect((await post('/communities/reaction', other, { entityType: 'QUESTION', entityId: questionId, liked: true, disliked: false })).status).toBe(404);
    expect((await call('POST', `/communities/question/${questionId}/share`, other)).status).toBe(404);
    const [row] = await test.services.connection.db.select().from(questions).where(eq(questions.id, questionId));
    expect(row).toMatchObject({ title: '', body: '', authorId: null });

    await call('DELETE', `/communities/reply/delete/${replyId}`, other);
    expect((await get(`/communities/question/get/${questionId}`)).status).toBe(404);
    expect(await test.services.connection.db.select().from(comments).where(eq(comments.id, commentId))).toEqual([]);
    expect(await test.services.connection.db.select().from(questions).where(eq(questions.id, questionId))).toEqual([]);
  });
});

describe('accepting and closing', () => {
  it('the asker alone accepts, one at a time, and may take it back', async () => {
    const questionId = await ask();
    const [first, second] = [await answer(questionId), await answer(questionId, other)];
    expect((await post(`/communities/question/${questionId}/accept`, asker, { commentId: first })).body.data.acceptedCommentId).toBe(first);
    expect((await post(`/communities/question/${questionId}/accept`, asker, { commentId: second })).body.data.acceptedCommentId).toBe(second);
    expect((await post(`/communities/question/${questionId}/comments`, null)).body.data).toMatchObject([{ id: second, isAccepted: true }, { id: first, isAccepted: false }]);
    for (const who of [helper, moderator]) expect((await post(`/communities/question/${questionId}/accept`, who, { commentId: first })).status).toBe(403);
    const elsewhere = await answer(await ask());
    expect(await post(`/communities/question/${questionId}/accept`, asker, { commentId: elsewhere })).toMatchObject({ status: 404, body: { code: 'comment_not_found' } });
    expect((await post(`/communities/question/${questionId}/accept`, asker, {})).status).toBe(400);
    await call('DELETE', `/communities/comment/delete/${second}`, other);
    expect((await get(`/communities/question/get/${questionId}`)).body.data).toMatchObject({ acceptedCommentId: null, commentCount: 1 });
    await post(`/communities/question/${questionId}/accept`, asker, { commentId: first });
    expect((await post(`/communities/question/${questionId}/accept`, asker, { commentId: null })).body.data.acceptedCommentId).toBe(null);
  });

  it('a closed question takes no answers until it is open again', async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    expect((await post(`/communities/question/${questionId}/close`, other, { isClosed: true })).status).toBe(403);
    expect((await post(`/communities/question/${questionId}/close`, asker, { isClosed: 1 })).status).toBe(400);
    expect((await post(`/communities/question/${questionId}/close`, asker, { isClosed: true })).body.data.isClosed).toBe(true);
    for (const [path, payload] of [['comment', { questionId }], ['reply', { commentId }]] as const) {
      expect(await post(`/communities/${path}/create`, other, { ...payload, body: 'Now?' })).toMatchObject({ status: 409, body: { code: 'conflict', message: 'This question is closed. Nobody can answer it any more.' } });
    }
    expect((await post(`/communities/question/${questionId}/close`, moderator, { isClosed: false })).body.data.isClosed).toBe(false);
    expect((await post('/communities/comment/create', other, { questionId, body: 'Now?' })).status).toBe(201);
  });
});

describe('reactions and shares', () => {
  it('set the state that is wanted; the same twice changes nothing', async () => {
    const questionId = await ask();
    const react = async (liked: boolean, disliked: boolean, who = helper, more: object = {}) => (await post('/communities/reaction', who, { entityType: 'QUESTION', entityId: questionId, liked, disliked, ...more }));
    expect((await react(true, false)).body.data).toEqual({ likeCount: 1, dislikeCount: 0, liked: true, disliked: false });
    expect((await react(true, false)).body.data).toEqual({ likeCount: 1, dislikeCount: 0, liked: true, disliked: false });
    expect((await react(false, true)).body.data).toEqual({ likeCount: 0, dislikeCount: 1, liked: false, disliked: true });
    expect((await react(true, false, other)).body.data).toEqual({ likeCount: 1, dislikeCount: 1, liked: true, disliked: false });
    expect((await react(false, false)).body.data).toEqual({ likeCount: 1, dislikeCount: 0, liked: false, disliked: false });
    expect((await react(false, false)).body.data).toEqual({ likeCount: 1, dislikeCount: 0, liked: false, disliked: false });
    expect((await react(true, true)).status).toBe(400);
    expect(await react(true, false, helper, { user_id: other.id })).toMatchObject({ status: 403, body: { message: "Forbidden. You don't have permission." } });
    expect((await react(true, false, helper, { user_id: helper.id })).status).toBe(200);
    expect((await post('/communities/reaction', helper, { entityType: 'CATEGORY', entityId: 252, liked: true, disliked: false })).status).toBe(400);
    expect((await post('/communities/reaction', helper, { entityType: 'QUESTION', entityId: questionId, liked: true })).status).toBe(400);
    for (const entityType of ['QUESTION', 'COMMENT', 'REPLY', 'ARTICLE', 'VIDEO']) {
      expect((await post('/communities/reaction', helper, { entityType, entityId: 2_000_000_000, liked: true, disliked: false }))).toMatchObject({ status: 404, body: { code: `${entityType.toLowerCase()}_not_found` } });
    }
  });

  it('an article is liked too, and its page told', async () => {
    const { db } = test.services.connection;
    await db.insert(authors).values({ id: 1, key: 'a', name: 'A' });
    await db.insert(articles).values({ id: 5, sourceKey: 'x', sourceHash: '', title: 'T', summary: '', body: '', bodyHtml: '', authorId: 1, status: 'published', publishedAt: new Date(0) });
    expect((await post('/communities/reaction', helper, { entityType: 'ARTICLE', entityId: 5, liked: true, disliked: false })).body.data.likeCount).toBe(1);
    expect((await get('/article/5')).body.data).toMatchObject({ likeCount: 1, liked: false });
    expect((await get('/article/5', helper)).body.data).toMatchObject({ likeCount: 1, liked: true });
  });

  it('a share counts one more each time', async () => {
    const questionId = await ask();
    expect((await call('POST', `/communities/question/${questionId}/share`, helper)).body.data).toEqual({ shareCount: 1 });
    expect((await post(`/communities/question/${questionId}/share`, other, {})).body.data).toEqual({ shareCount: 2 });
    expect((await call('POST', '/communities/question/2000000000/share', helper)).status).toBe(404);
    expect((await post(`/communities/question/${questionId}/share`, helper, { by: 5 })).status).toBe(400);
  });

  it('a hundred at once leave one row and a count that is true', async () => {
    const questionId = await ask();
    await Promise.all(Array.from({ length: 100 }, (_, index) => post('/communities/reaction', [helper, other][index % 2]!, { entityType: 'QUESTION', entityId: questionId, liked: index % 3 === 0, disliked: index % 3 === 1 })));
    const rows = await test.services.connection.db.select().from(reactions).where(sql`entity_type = 'QUESTION' and entity_id = ${questionId}`);
    expect(rows.length).toBeLessThanOrEqual(2);
    expect((await get(`/communities/question/get/${questionId}`)).body.data).toMatchObject({ likeCount: rows.filter(({ isLike }) => isLike).length, dislikeCount: rows.filter(({ isLike }) => !isLike).length });
  });
});

describe('a person suspended', () => {
  it('reads and deletes, and writes nothing', async () => {
    const troll = await join(test.services);
    const questionId = await ask();
    const own = await answer(questionId, troll);
    await test.services.connection.db.update(users).set({ suspendedUntil: sql`now() + interval '1 day'` }).where(eq(users.id, troll.id));
    expect((await post('/communities/comment/create', troll, { questionId, body: 'x' })).status).toBe(403);
    expect((await post('/communities/question/create', troll, { title: 'A question that is long' })).status).toBe(403);
    expect((await call('PATCH', `/communities/comment/${own}`, troll, { body: 'x' })).status).toBe(403);
    expect((await post('/communities/reaction', troll, { entityType: 'QUESTION', entityId: questionId, liked: true, disliked: false })).status).toBe(403);
    expect((await call('POST', `/communities/question/${questionId}/share`, troll)).status).toBe(403);
    expect((await get(`/communities/question/get/${questionId}`, troll)).status).toBe(200);
    expect((await call('DELETE', `/communities/comment/delete/${own}`, troll)).status).toBe(200);
  });
});

describe('notifications', () => {
  it('tell who was answered, count what is unread, and nobody is told of their own', async () => {
    const [me, you] = [await join(test.services), await join(test.services, { firstName: 'Kiran', lastName: '' })];
    const questionId = await ask(me);
    const commentId = await answer(questionId, you);
    await answer(questionId, me);
    const replyId = await replyTo(commentId, me);
    await replyTo(commentId, you);
    await post(`/communities/question/${questionId}/accept`, me, { commentId });
    const mine = await get('/notifications', me);
    expect(mine.body).toMatchObject({ total: 1, unreadCount: 1, data: [{ kind: 'COMMENT', questionId, commentId, isRead: false, createdBy: { displayName: 'Kiran' } }] });
    expect(mine.body.data[0].canonicalUrl).toMatch(new RegExp(`#comment-${commentId}$`));
    const yours = await get('/notifications', you);
    expect(yours.body.data).toMatchObject([{ kind: 'ACCEPTED', commentId }, { kind: 'REPLY', commentId, replyId }]);
    expect((await post('/notifications/read', you, { ids: [mine.body.data[0].id] })).body.data.unreadCount).toBe(2);
    expect((await post('/notifications/read', you, { ids: [yours.body.data[0].id] })).body.data.unreadCount).toBe(1);
    expect((await post('/notifications/read', you, { all: true })).body.data.unreadCount).toBe(0);
    expect((await get('/notifications', me)).body.unreadCount).toBe(1);
    for (const bad of [{}, { all: false }, { ids: [] }, { ids: [1], all: true }]) expect((await post('/notifications/read', you, bad)).status).toBe(400);
    expect((await get('/notifications')).status).toBe(401);
    expect((await post('/notifications/read', null, { all: true })).status).toBe(401);
    await call('DELETE', `/communities/reply/delete/${replyId}`, me);
    expect((await get('/notifications', you)).body.data).toHaveLength(1);
    expect(await test.services.connection.db.select().from(notifications).where(eq(notifications.replyId, replyId))).toEqual([]);
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
    pool.query = function counted(this: typeof pool, ...args: never[]) { queries += 1; return (query as (...all: never[]) => unknown).apply(this, args); } as never;
    const thread = await readThread(db, questionId, { size: 10 });
    pool.query = query;
    expect(queries).toBeLessThanOrEqual(6);
    expect(queries).toBeGreaterThan(3);
    expect(thread.comments.data.map(({ id }) => id)).toEqual([ids[7], ...ids.filter((id) => id !== ids[7]).slice(0, 9)]);
    expect([...thread.replies].map(([id, shown]) => [id, shown.length])).toEqual(ids.slice(0, 5).map((id) => [id, 3]));
    expect(thread.replies.get(ids[0]!)![0]).toMatchObject({ commentId: ids[0] });
    expect((await db.select().from(replies)).length).toBeGreaterThan(15);
  });

  it("one's own questions, and questions about something", async () => {
    const { db } = test.services.connection;
    const me = await join(test.services);
    const [first, second] = [await ask(me, { tagIds: [8] }), await ask(me, { categoryIds: [253] })];
    expect((await listQuestionsOfAuthor(db, me.id, {}, me.id)).data.map(({ id }) => id)).toEqual([second, first]);
    const about = await listQuestionsAbout(db, { tagIds: [8], categoryIds: [253] }, 5);
    expect(about.length).toBeGreaterThan(1);
    expect(new Set(about.map(({ id }) => id)).size).toBe(about.length);
  });
});
