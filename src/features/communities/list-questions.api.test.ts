// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { totals } from '../../database/schema.ts';
import { openCommunity } from '../../testing/community.ts';
import { questionList } from './communities.contract.ts';

const { test, asker, helper, other, moderator, call, post, get, ask, answer } = await openCommunity();
afterAll(() => test.close());
type Answer = Awaited<ReturnType<typeof call>>;

describe('lists', () => {
  it('come in the order that is asked for, by number and by cursor alike', async () => {
    const questionId = await ask();
    const ids: number[] = [];
    for (let count = 0; count < 7; count += 1) ids.push(await answer(questionId));
    await post(`/communities/question/${questionId}/accept`, asker, { commentId: ids[4] });
    const wanted = [ids[4]!, ...ids.filter((id) => id !== ids[4])];
    for (const size of [1, 2, 3, 7, 50]) {
      const byNumber: number[] = [];
      for (let page = 1; page < 12; page += 1)
        byNumber.push(
          ...(await post(`/communities/question/${questionId}/comments`, null, { page, size })).body.data.map(
            ({ id }: { id: number }) => id,
          ),
        );
      expect(byNumber, `size ${size}`).toEqual(wanted);
      const byCursor: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: Answer = await post(`/communities/question/${questionId}/comments`, null, {
          size,
          ...(cursor ? { cursor } : {}),
        });
        byCursor.push(...body.data.map(({ id }: { id: number }) => id));
        cursor = body.nextCursor;
      }
      expect(byCursor, `size ${size}, by cursor`).toEqual(wanted);
    }
    expect((await post(`/communities/question/${questionId}/comments`, null, { size: 51 })).status).toBe(400);
    expect((await post(`/communities/question/${questionId}/comments`, null, { pageSize: 5 })).status).toBe(400);
    expect((await post('/communities/question/2000000000/comments', null)).body.code).toBe('question_not_found');
    expect((await post('/communities/comment/2000000000/replies', null)).body.code).toBe('comment_not_found');
    expect((await post(`/communities/question/${questionId}/comments`, null, { page: 99 })).body).toMatchObject({
      data: [],
      total: 7,
    });
  });

  it('recent, unanswered, popular, by category and tag', async () => {
    const plain = await ask(asker, { categoryIds: [253], tagIds: [8] });
    const answered = await ask(asker, { categoryIds: [253] });
    await answer(answered);
    const liked = await ask(asker, { categoryIds: [253] });
    for (const who of [helper, other, moderator])
      await post('/communities/reaction', who, {
        entityType: 'QUESTION',
        entityId: liked,
        liked: true,
        disliked: false,
      });
    const ids = async (payload: object) =>
      (await post('/search/question/recent', null, { categoryIds: '253', ...payload })).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids({})).toEqual([liked, answered, plain]);
    expect(await ids({ filter: 'UNANSWERED' })).toEqual([liked, plain]);
    expect(await ids({ filter: 'POPULAR' })).toEqual([liked, answered, plain]);
    expect(await ids({ tagIds: '8' })).toEqual([plain]);
    expect(await ids({ tagIds: [7] })).toEqual([]);
    expect(await ids({ categoryIds: '253,9999' })).toHaveLength(3);
    const everything = await post('/search/question/recent', null);
    expect(questionList.safeParse(everything.body).error).toBeUndefined();
    const [kept] = await test.db.select().from(totals).where(eq(totals.name, 'questions'));
    const {
      rows: [counted],
    } = await test.db.execute<{ count: number }>(sql`select count(*)::int as count from questions where is_live`);
    expect(everything.body.total).toBe(counted!.count);
    expect(kept!.value).toBe(counted!.count);
    for (const bad of [
      { filter: 'OLD' },
      { categoryIds: 'x' },
      { pageSize: 51 },
      { page: 0 },
      { where: 1 },
      { cursor: 'x' },
    ])
      expect((await post('/search/question/recent', null, bad)).status, JSON.stringify(bad)).toBe(400);
    for (const filter of ['RECENT', 'POPULAR', 'UNANSWERED']) {
      const byNumber: number[] = [];
      for (let page = 1; page < 30; page += 1)
        byNumber.push(
          ...(await post('/search/question/recent', null, { filter, page, pageSize: 3 })).body.data.map(
            ({ id }: { id: number }) => id,
          ),
        );
      const byCursor: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: Answer = await post('/search/question/recent', null, {
          filter,
          pageSize: 3,
          ...(cursor ? { cursor } : {}),
        });
        byCursor.push(...body.data.map(({ id }: { id: number }) => id));
        cursor = body.nextCursor;
      }
      expect(byCursor, filter).toEqual(byNumber);
      expect(new Set(byCursor).size).toBe(byCursor.length);
    }
  });

  it('search finds a question by its words, with a mistake in them too, and by nothing once it is gone', async () => {
    const id = await ask(asker, {
      title: 'Where is the Udyam certificate printed?',
      body: 'The portal shows nothing.',
    });
    const find = async (questionText: string) => (await post('/search/questions', null, { questionText })).body;
    expect((await find('udyam certificate')).data[0]).toMatchObject({ id });
    expect((await find('udyam certifcate')).data[0]).toMatchObject({ id });
    expect((await find('portal shows')).data[0].highlight).toContain('<mark>');
    expect(
      (await post('/search/questions', null, { questionText: 'udyam', sortKey: 'CREATED_AT', sortOrder: 'ASC' })).body
        .data[0],
    ).toMatchObject({ id });
    for (const filter of [{ categoryIds: '252' }, { questionCategories: '252' }]) {
      expect((await post('/search/questions', null, { questionText: 'udyam', ...filter })).body.data).toEqual([]);
      expect((await post('/search/questions', null, { ...filter, questionTags: 'x' })).status).toBe(400);
    }
    expect((await get('/search/suggest?q=udyam')).status).toBe(200);
    await call('DELETE', `/communities/question/delete/${id}`, asker);
    expect((await find('udyam certificate')).data).toEqual([]);
  });

  it("the caller's own likes are told to the caller alone; another's user_id tells nothing", async () => {
    const questionId = await ask();
    const commentId = await answer(questionId);
    await post('/communities/reaction', other, {
      entityType: 'QUESTION',
      entityId: questionId,
      liked: true,
      disliked: false,
    });
    await post('/communities/reaction', other, {
      entityType: 'COMMENT',
      entityId: commentId,
      liked: false,
      disliked: true,
    });
    expect((await get(`/communities/question/get/${questionId}`, other)).body.data).toMatchObject({
      liked: true,
      disliked: false,
      likeCount: 1,
    });
    expect(
      (await post(`/communities/question/${questionId}/comments?user_id=${other.id}`, other)).body.data[0],
    ).toMatchObject({ liked: false, disliked: true });
    const [bare, asOther] = [
      await test.send('POST', '/api/search/question/recent', {}),
      await test.send('POST', `/api/search/question/recent?user_id=${other.id}`, {}),
    ];
    expect(asOther.body).toBe(bare.body);
    expect((await get(`/communities/question/get/${questionId}?user_id=${other.id}`, helper)).body.data.liked).toBe(
      false,
    );
  });
});
