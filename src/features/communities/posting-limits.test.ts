import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { comments, questions, replies } from '../../database/schema.ts';
import { defaultLimits, memoryLimit } from '../../platform/guard/limits.server.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { join, type Member } from '../../testing/join.ts';
import { asOnePost } from './count-post.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const [minute, hour, day] = [60, 3_600, 86_400];
// Scaled down in proportion to the production limits, so that a few posts reach them.
const test = openTestApp({
  limits: {
    newPostsPerMinute: memoryLimit(2, minute),
    postsPerMinute: memoryLimit(4, minute),
    morePostsPerMinute: memoryLimit(3, minute),
    newPostsPerDay: memoryLimit(100, day),
    postsPerDay: memoryLimit(6, day),
    morePostsPerDay: memoryLimit(100, day),
  },
});

let serial = 0;
const ask = (who: Member) =>
  test.send(
    'POST',
    '/api/communities/question/create',
    { title: `How many questions are too many (${(serial += 1)})?` },
    who.headers,
  );
async function askUntilRefused(who: Member): Promise<{ taken: number; refusal: Awaited<ReturnType<typeof ask>> }> {
  for (let taken = 0; ; taken += 1) {
    const refusal = await ask(who);
    if (refusal.statusCode !== 201) return { taken, refusal };
  }
}
/** Backdates the member's posts by this much. */
const stoodFor = (who: Member, time: string) =>
  test.db
    .update(questions)
    .set({ createdAt: sql`now() - ${time}::interval` })
    .where(eq(questions.authorId, who.id));

describe('how much one may post', () => {
  it('is less for new accounts, and more for trusted members', async () => {
    const [newcomer, ordinary, steady] = [
      await join(test.services, { joinedDaysAgo: 0 }),
      await join(test.services),
      await join(test.services),
    ];
    await test.db.insert(questions).values({
      authorId: steady.id,
      title: 'Asked long ago',
      body: '',
      bodyHtml: '',
      createdAt: sql`now() - interval '8 days'` as never,
    });
    expect((await askUntilRefused(newcomer)).taken).toBe(2);
    const { taken, refusal } = await askUntilRefused(ordinary);
    expect(taken).toBe(4);
    expect(refusal.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    // Four, and three more for a trusted member; the seventh exceeds the daily limit of others.
    expect((await askUntilRefused(steady)).taken).toBe(7);
  });

  it('is more for a member who has long answered, or replied, as for one who has asked', async () => {
    const [asker, answerer, replier] = [
      await join(test.services),
      await join(test.services),
      await join(test.services),
    ];
    const text = { body: 'Long ago', bodyHtml: '', createdAt: new Date(Date.now() - 8 * 86_400_000) };
    const [question] = await test.db
      .insert(questions)
      .values({ ...text, authorId: asker.id, title: 'Asked long ago' })
      .returning();
    const [comment] = await test.db
      .insert(comments)
      .values({ ...text, authorId: answerer.id, questionId: question!.id })
      .returning();
    await test.db.insert(replies).values({ ...text, authorId: replier.id, commentId: comment!.id });
    for (const member of [answerer, replier]) expect((await askUntilRefused(member)).taken).toBe(7);
  });

  it('is no more for members whose posts are all recent, or whose old post was hidden', async () => {
    const member = await join(test.services);
    await ask(member);
    await stoodFor(member, '6 days');
    expect((await askUntilRefused(member)).taken).toBe(3);
    await test.db
      .update(questions)
      .set({ hiddenAt: sql`now()` })
      .where(and(eq(questions.authorId, member.id), sql`created_at < now() - interval '1 day'`));
    await test.db
      .update(questions)
      .set({ createdAt: sql`now() - interval '8 days'` })
      .where(and(eq(questions.authorId, member.id), sql`hidden_at is not null`));
    expect((await askUntilRefused(member)).taken).toBe(0);
  });
});

it('a new account is counted by the day too, and a failure of the site gives nothing back', async () => {
  const { limits } = test.services;
  const given = { ...limits, newPostsPerMinute: memoryLimit(9, 60), newPostsPerDay: memoryLimit(2, 86_400) };
  const { id: userId } = await join(test.services);
  const viewer = { userId, createdAt: new Date(), suspendedUntil: null, roles: [] as string[] } as Viewer;
  const post = (write: () => Promise<string>) => asOnePost({ ...test.services, limits: given }, viewer, write);
  await expect(post(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await post(async () => 'written')).toBe('written');
  await expect(post(async () => 'one more')).rejects.toMatchObject({ status: 429 });
});

it.each([
  ['newPostsPerMinute', 5, minute],
  ['newPostsPerDay', 20, day],
  ['postsPerMinute', 10, minute],
  ['postsPerDay', 100, day],
  ['morePostsPerMinute', 10, minute],
  ['morePostsPerDay', 100, day],
  ['reactions', 120, minute],
  ['refusedPosts', 10, minute],
  ['edits', 30, minute],
  ['shares', 10, minute],
  ['reports', 20, day],
  ['reads', 300, minute],
  ['searches', 60, minute],
  ['contact', 5, hour],
] as const)('%s: %d within %d seconds', async (name, most, seconds) => {
  const limit = defaultLimits(test.services.connection)[name];
  for (let time = 0; time < most; time += 1) await limit('somebody');
  await expect(limit('somebody')).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: expect.toSatisfy((wait: number) => wait > seconds / 2 && wait <= seconds) as number,
  });
});

it('refusals are no posts: what is repeated or has no place is not counted, ten times a minute', async () => {
  const limited = await buildTestApp();
  const { connection } = limited.services;
  const real = defaultLimits(connection);
  Object.assign(limited.services.limits, real);
  const member = await join(limited.services, { joinedDaysAgo: 0 });
  const post = async (path: string, payload: object) =>
    (await limited.send('POST', `/api/communities/${path}/create`, payload, member.headers)).statusCode;
  const question = { title: 'How many refusals are too many?' };
  expect(await post('question', question)).toBe(201);
  const refused: number[] = [];
  for (let time = 0; time < 5; time += 1) refused.push(await post('question', question));
  for (let time = 0; time < 3; time += 1) refused.push(await post('comment', { questionId: 999, body: 'To whom?' }));
  for (let time = 0; time < 2; time += 1) refused.push(await post('reply', { commentId: 999, body: 'To whom?' }));
  expect(refused).toEqual([409, 409, 409, 409, 409, 404, 404, 404, 404, 404]);
  // Four posts are left of the newcomer's five; a refusal beyond the tenth counts as one.
  const last: number[] = [await post('question', question)];
  for (let time = 0; time < 4; time += 1)
    last.push(await post('question', { title: `A question of its own, ${time}` }));
  expect(last).toEqual([409, 201, 201, 201, 429]);
  await limited.close();
});

it('a question about a category, or with a tag, that does not exist is no post either', async () => {
  const limited = await buildTestApp();
  Object.assign(limited.services.limits, defaultLimits(limited.services.connection));
  const { headers } = await join(limited.services, { joinedDaysAgo: 0 });
  const post = async (payload: object) =>
    (await limited.send('POST', '/api/communities/question/create', payload, headers)).statusCode;
  const statuses: number[] = [];
  for (const unknown of [{ categoryIds: [999] }, { tagIds: [999] }, { categoryIds: [998] }])
    statuses.push(await post({ title: 'Where does this belong?', ...unknown }));
  for (let time = 0; time < 6; time += 1) statuses.push(await post({ title: `A question of its own, ${time}` }));
  expect(statuses).toEqual([400, 400, 400, 201, 201, 201, 201, 201, 429]);
  await limited.close();
});
