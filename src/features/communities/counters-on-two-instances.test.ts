import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.server.ts';
import { defaultLimits } from '../../platform/guard/limits.server.ts';
import { builtPages, openSecondInstance, type SecondInstance } from '../../testing/build-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

// Needs a PostgreSQL server that several processes share; PGlite runs in one process.
describe.runIf(postgresServer !== undefined)('counts are exact on two instances over one PostgreSQL', () => {
  const first = openTestApp();
  let second: SecondInstance;
  const people: Member[] = [];
  let questionId: number;

  beforeAll(async () => {
    second = await openSecondInstance(first.services);
    for (let count = 0; count < 10; count += 1) people.push(await join(first.services));
    // Not one of the many: nobody thumbs an own post.
    const asked = await first.send(
      'POST',
      '/api/communities/question/create',
      { title: 'A question for many people' },
      (await join(first.services)).headers,
    );
    questionId = asked.json().data.id;
  });
  afterAll(() => second.close());

  async function post(instance: number, path: string, who: number, payload?: object) {
    const answer = await [first.app, second.app][instance % 2]!.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: people[who % people.length]!.headers,
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  const read = async () => (await first.app.inject(`/api/communities/question/get/${questionId}`)).json().data;
  // Bounded concurrency: with more, requests time out waiting for a pool connection on a busy machine, which is not
  // under test.
  async function many<Result>(count: number, work: (index: number) => Promise<Result>, atOnce = 20): Promise<Result[]> {
    const results: Result[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < count) {
          const index = next++;
          results[index] = await work(index);
        }
      }),
    );
    return results;
  }
  const counted = async (query: ReturnType<typeof sql>) =>
    (await first.db.execute<{ count: number }>(query)).rows[0]!.count;

  it('1,000 shares at once are 1,000 more, each told a number of its own', async () => {
    const answers = await many(1_000, (index) => post(index, `/communities/question/${questionId}/share`, index), 60);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await read()).shareCount).toBe(1_000);
    expect(new Set(answers.map(({ body }) => body.data.shareCount)).size).toBe(1_000);
  });

  it('500 reactions flipped at once leave a row a person, and the counts of those rows', async () => {
    const answers = await many(
      500,
      (index) =>
        post(index, '/communities/reaction', index * 7, {
          entityType: 'QUESTION',
          entityId: questionId,
          liked: index % 3 === 0,
          disliked: index % 3 === 1,
        }),
      60,
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { likeCount, dislikeCount } = await read();
    expect(likeCount).toBe(
      await counted(sql`select count(*)::int as count from reactions where entity_id = ${questionId} and is_like`),
    );
    expect(dislikeCount).toBe(
      await counted(sql`select count(*)::int as count from reactions where entity_id = ${questionId} and not is_like`),
    );
    expect(likeCount + dislikeCount).toBeLessThanOrEqual(people.length);
  });

  it('comments, replies and deletions at once leave true counts', async () => {
    const comments = await many(150, (index) =>
      post(index, '/communities/comment/create', index, { questionId, body: `Answer ${index}` }),
    );
    expect(new Set(comments.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = comments.map(({ body }) => body.data.id as number);
    const remove = (index: number) =>
      [first.app, second.app][index % 2]!.inject({
        method: 'DELETE',
        url: `/api/communities/comment/delete/${ids[index]}`,
        headers: people[index % people.length]!.headers,
      });
    const replied = (index: number) =>
      post(index + 1, '/communities/reply/create', index, { commentId: ids[index % 20], body: `Reply ${index}` });
    const statuses = await many(160, async (index) =>
      index % 8 < 5
        ? (await replied(index)).status
        : (await remove(Math.floor(index / 8) * 3 + (index % 8) - 5)).statusCode,
    );
    expect([...new Set(statuses)].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    expect((await read()).commentCount).toBe(90);
    expect(
      await counted(
        sql`select count(*)::int as count from comments c where reply_count <> (select count(*) from replies r where r.comment_id = c.id and is_live)`,
      ),
    ).toBe(0);
  });

  it('questions asked and deleted at once leave a true total', async () => {
    const asked = await many(60, (index) =>
      post(index, '/communities/question/create', index, { title: `One of sixty questions: ${index}` }),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([201]));
    await many(30, (index) =>
      [first.app, second.app][index % 2]!.inject({
        method: 'DELETE',
        url: `/api/communities/question/delete/${asked[index]!.body.data.id}`,
        headers: people[index % people.length]!.headers,
      }),
    );
    expect((await post(1, '/search/question/recent', 0, {})).body.total).toBe(31);
  });

  it('limits hold across both: ten posts a minute, ten shares of one question, 120 reactions', async () => {
    const limits = defaultLimits(first.services.connection);
    const limited = await Promise.all(
      [first.services.connection, second.connection].map((connection) =>
        buildApp({
          services: { ...first.services, connection, limits: { ...limits, reads: async () => {} } },
          ...builtPages,
        }),
      ),
    );
    const tally = async (count: number, path: string, payload: (index: number) => object) => {
      const statuses = await many(
        count,
        async (index) =>
          (
            await limited[index % 2]!.inject({
              method: 'POST',
              url: `/api${path}`,
              headers: people[9]!.headers,
              payload: payload(index),
            })
          ).statusCode,
      );
      return Object.fromEntries([...Map.groupBy(statuses, String)].map(([status, list]) => [status, list.length]));
    };
    expect(
      await tally(30, '/communities/comment/create', (index) => ({ questionId, body: `Limited ${index}` })),
    ).toEqual({ 201: 10, 429: 20 });
    const before = (await read()).shareCount;
    expect(await tally(30, `/communities/question/${questionId}/share`, () => ({}))).toEqual({ 200: 10, 429: 20 });
    expect((await read()).shareCount).toBe(before + 10);
    expect(
      await tally(150, '/communities/reaction', (index) => ({
        entityType: 'QUESTION',
        entityId: questionId,
        liked: index % 2 === 0,
        disliked: false,
      })),
    ).toEqual({ 200: 120, 429: 30 });
    const newcomer = await join(first.services, { joinedDaysAgo: 0 });
    const statuses = await many(
      12,
      async (index) =>
        (
          await limited[index % 2]!.inject({
            method: 'POST',
            url: '/api/communities/comment/create',
            headers: newcomer.headers,
            payload: { questionId, body: `New ${index}` },
          })
        ).statusCode,
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    for (const app of limited) await app.close();
  });
});
