import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { articles, authors, reactions } from '../../database/schema.ts';
import { problems } from '../../messages/problems.ts';
import { openCommunity } from '../../testing/community.ts';

const { test, asker, helper, other, call, post, get, ask, answer, replyTo } = await openCommunity();
afterAll(() => test.close());

describe('reactions and shares', () => {
  it('set the state that is wanted; the same twice changes nothing', async () => {
    const questionId = await ask();
    const react = async (liked: boolean, disliked: boolean, who = helper, more: object = {}) =>
      await post('/communities/reaction', who, {
        entityType: 'QUESTION',
        entityId: questionId,
        liked,
        disliked,
        ...more,
      });
    expect((await react(true, false)).body.data).toEqual({
      likeCount: 1,
      dislikeCount: 0,
      liked: true,
      disliked: false,
    });
    expect((await react(true, false)).body.data).toEqual({
      likeCount: 1,
      dislikeCount: 0,
      liked: true,
      disliked: false,
    });
    expect((await react(false, true)).body.data).toEqual({
      likeCount: 0,
      dislikeCount: 1,
      liked: false,
      disliked: true,
    });
    expect((await react(true, false, other)).body.data).toEqual({
      likeCount: 1,
      dislikeCount: 1,
      liked: true,
      disliked: false,
    });
    expect((await react(false, false)).body.data).toEqual({
      likeCount: 1,
      dislikeCount: 0,
      liked: false,
      disliked: false,
    });
    expect((await react(false, false)).body.data).toEqual({
      likeCount: 1,
      dislikeCount: 0,
      liked: false,
      disliked: false,
    });
    expect((await react(true, true)).status).toBe(400);
    expect(await react(true, false, helper, { user_id: other.id })).toMatchObject({
      status: 403,
      body: { message: "Forbidden. You don't have permission." },
    });
    expect((await react(true, false, helper, { user_id: helper.id })).status).toBe(200);
    expect((await react(true, false, helper, { user_id: helper.id.toUpperCase() })).status).toBe(200);
    expect(
      (
        await post('/communities/reaction', helper, {
          entityType: 'CATEGORY',
          entityId: 252,
          liked: true,
          disliked: false,
        })
      ).status,
    ).toBe(400);
    expect(
      (await post('/communities/reaction', helper, { entityType: 'QUESTION', entityId: questionId, liked: true }))
        .status,
    ).toBe(400);
    for (const entityType of ['QUESTION', 'COMMENT', 'REPLY', 'ARTICLE', 'VIDEO']) {
      expect(
        await post('/communities/reaction', helper, {
          entityType,
          entityId: 2_000_000_000,
          liked: true,
          disliked: false,
        }),
      ).toMatchObject({ status: 404, body: { code: `${entityType.toLowerCase()}_not_found` } });
    }
  });

  it('nobody thumbs an own post, and others in the same moment do', async () => {
    const question = await ask();
    const comment = await answer(question, asker);
    const reply = await replyTo(comment, asker);
    for (const [entityType, entityId] of [
      ['QUESTION', question],
      ['COMMENT', comment],
      ['REPLY', reply],
    ] as const) {
      const react = (who: typeof asker, liked: boolean, disliked: boolean) =>
        post('/communities/reaction', who, { entityType, entityId, liked, disliked });
      const answers = await Promise.all([
        react(helper, true, false),
        react(asker, true, false),
        react(asker, false, true),
        react(other, false, true),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 200]);
      expect(answers[1]!.body).toMatchObject({ code: 'conflict', message: problems.ownPost });
      expect((await react(asker, false, false)).body.data).toEqual({
        likeCount: 1,
        dislikeCount: 1,
        liked: false,
        disliked: false,
      });
    }
  });

  it('an article is liked too, and its page told', async () => {
    await test.db.insert(authors).values({ id: 1, key: 'a', name: 'A' });
    await test.db.insert(articles).values({
      id: 5,
      sourceKey: 'x',
      sourceHash: '',
      title: 'T',
      summary: '',
      body: '',
      bodyHtml: '',
      authorId: 1,
      status: 'published',
      publishedAt: new Date(0),
    });
    expect(
      (
        await post('/communities/reaction', helper, {
          entityType: 'ARTICLE',
          entityId: 5,
          liked: true,
          disliked: false,
        })
      ).body.data.likeCount,
    ).toBe(1);
    expect((await get('/article/5')).body.data).toMatchObject({ likeCount: 1, liked: false });
    expect((await get('/article/5', helper)).body.data).toMatchObject({ likeCount: 1, liked: true });
  });

  it('a share counts one more each time', async () => {
    const questionId = await ask();
    expect((await call('POST', `/communities/question/${questionId}/share`, helper)).body.data).toEqual({
      shareCount: 1,
    });
    expect((await post(`/communities/question/${questionId}/share`, other, {})).body.data).toEqual({ shareCount: 2 });
    const { statusCode } = await test.send('POST', `/api/communities/question/${questionId}/share`, '', {
      ...helper.headers,
      'content-type': 'application/json',
    });
    expect(statusCode, 'the JSON type with no body').toBe(200);
    expect((await call('POST', '/communities/question/2000000000/share', helper)).status).toBe(404);
    expect((await post(`/communities/question/${questionId}/share`, helper, { by: 5 })).status).toBe(400);
  });

  it('a hundred at once leave one row and a count that is true', async () => {
    const questionId = await ask();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post('/communities/reaction', [helper, other][index % 2]!, {
          entityType: 'QUESTION',
          entityId: questionId,
          liked: index % 3 === 0,
          disliked: index % 3 === 1,
        }),
      ),
    );
    const rows = await test.db
      .select()
      .from(reactions)
      .where(sql`entity_type = 'QUESTION' and entity_id = ${questionId}`);
    expect(rows.length).toBeLessThanOrEqual(2);
    expect((await get(`/communities/question/get/${questionId}`)).body.data).toMatchObject({
      likeCount: rows.filter(({ isLike }) => isLike).length,
      dislikeCount: rows.filter(({ isLike }) => !isLike).length,
    });
  });
});
