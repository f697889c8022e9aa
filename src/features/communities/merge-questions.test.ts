// @runs slow, on both databases
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { moderationActs, notifications, questions, users } from '../../database/schema.ts';
import { openCommunityPages } from '../../testing/community-pages.ts';
import { locationOf } from '../../testing/page-forms.ts';
import { join } from '../../testing/join.ts';
import { isTrustedMember } from '../users/trusted-member.server.ts';
import type { Comment, Question } from './communities.contract.ts';

const { test, db, asker, helper, other, moderator, get, post, ask, answer } = await openCommunityPages();
afterAll(() => test.close());
type Who = { headers: Record<string, string> } | null;

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, who: Who, payload?: object) => {
  const response = await test.send(method, `/api${path}`, payload, who?.headers);
  return { status: response.statusCode, body: response.json(), data: response.json().data };
};
const duplicate = (id: number, duplicateOf: unknown, who: Who = moderator) =>
  call('POST', `/communities/question/${id}/duplicate`, who, { duplicateOf });
const read = async (id: number, who: Who = null): Promise<Question> =>
  (await call('GET', `/communities/question/get/${id}`, who)).data;
const answersOf = async (id: number): Promise<Comment[]> =>
  (await call('POST', `/communities/question/${id}/comments`, null, {})).data;
const react = (id: number, who: Who, liked: boolean) =>
  call('POST', '/communities/reaction', who, { entityType: 'QUESTION', entityId: id, liked, disliked: !liked });
const follow = (id: number, who: Who) =>
  call('POST', '/follows', who, { entityType: 'QUESTION', entityId: id, following: true });
const toldOf = (id: number, userId: string) =>
  db()
    .select()
    .from(notifications)
    .where(sql`${notifications.questionId} = ${id} and ${notifications.userId} = ${userId}`);

let serial = 0;
const named = async (who: Who, more: object = {}): Promise<Question> =>
  (
    await call('POST', '/communities/question/create', who, {
      title: `Where is the ration office, said plainly (${(serial += 1)})?`,
      ...more,
    })
  ).data;
/** A member whom the rule of trust fits. */
async function trusted() {
  const member = await join(test.services, { joinedDaysAgo: 31 });
  for (let count = 0; count < 10; count += 1) {
    const { id } = await ask();
    const { data } = await call('POST', '/communities/comment/create', member, {
      questionId: id,
      body: `At desk ${(serial += 1)}.`,
    });
    if (count < 2) await call('POST', `/communities/comment/${data.id}/worked`, other, { worked: true });
    if (count === 2) await call('POST', `/communities/question/${id}/accept`, asker, { commentId: data.id });
  }
  return member;
}

describe('a merged question', () => {
  it('gives its answers, votes, followers and notifications to the other, each person once', async () => {
    const { id: to, url } = await ask(other);
    const from = await ask(asker);
    const before = await answer(to);
    const moved = await answer(from.id);
    const hidden = await answer(from.id);
    await call('POST', '/moderation/act', moderator, {
      entityType: 'COMMENT',
      entityId: hidden,
      act: 'HIDE',
      reason: 'x',
    });
    await call('POST', `/communities/question/${from.id}/accept`, asker, { commentId: moved });
    // The helper votes and follows twice; the other asker's vote would be one for an own question.
    await react(to, helper, true);
    await react(from.id, helper, false);
    await react(from.id, moderator, true);
    await react(from.id, other, true);
    for (const id of [to, from.id]) await follow(id, helper);
    await follow(from.id, moderator);
    await call('POST', `/communities/question/${from.id}/share`, helper, {});

    const { status, data } = await duplicate(from.id, to);
    expect([status, data.id, data.duplicateOf, data.commentCount]).toEqual([200, from.id, to, 0]);
    expect((await duplicate(from.id, to)).status).toBe(200);
    const one = await read(to, moderator);
    expect(one).toMatchObject({ commentCount: 2, likeCount: 2, dislikeCount: 0, shareCount: 1, liked: true });
    expect(one).toMatchObject({ followerCount: 4, following: true, acceptedCommentId: moved, duplicateOf: null });
    expect((await answersOf(to)).map(({ id }) => id)).toEqual([moved, before]);
    const { rows } = await db().execute<{ likes: number; follows: number }>(sql`select
      (select count(*)::int from reactions where entity_type = 'QUESTION' and entity_id in (${to}, ${from.id})) as likes,
      (select count(*)::int from follows where entity_type = 'QUESTION' and entity_id in (${String(to)}, ${String(from.id)})) as follows`);
    expect(rows[0]).toEqual({ likes: 2, follows: 4 });

    const told = (await toldOf(to, asker.user.id)).map(({ kind, act }) => [kind, act]);
    expect(told).toEqual([
      ['COMMENT', null],
      ['COMMENT', null],
      ['MODERATION', 'MERGE'],
    ]);
    const mine = (await get('/notifications', asker)).body;
    expect(mine).toContain('Your question was asked before');
    const link = /href="([^"]*)">Your question was asked before/.exec(mine)![1]!;
    expect(locationOf(await get(link, asker))).toBe(url);
    const acts = await db().select().from(moderationActs).where(eq(moderationActs.entityId, from.id));
    expect(acts).toMatchObject([{ act: 'MERGE', moderatorId: moderator.user.id, authorId: asker.user.id }]);
    expect((await get('/moderation/log', moderator)).body).toContain(`The same was asked before: question ${to}.`);
  });

  it('leads on from each of its addresses, and is in no list, index or map of the site', async () => {
    const { id: to, url } = await ask(other);
    const from = await ask(asker);
    const moved = await answer(from.id);
    expect((await get(from.url)).statusCode).toBe(200);
    const title = (await read(from.id)).title!;
    const search = async () =>
      (await call('POST', '/search/questions', null, { questionText: title, pageSize: 50 })).data.map(
        ({ id }: Question) => id,
      );
    const total = async () => (await call('POST', '/search/question/recent', null, {})).body.total;
    const [had, count] = [await search(), await total()];
    expect(had).toContain(from.id);

    await duplicate(from.id, to);
    for (const [path, target] of [
      [from.url, url],
      [`/hi${from.url}`, `/hi${url}`],
      [from.url.replace(/[^/]*(?=-)/, 'old-words'), url],
      [`${from.url}?page=2`, url],
      [`${from.url}?answer=${moved}`, `${url}?answer=${moved}`],
    ] as const) {
      const answered = await get(path);
      expect([path, answered.statusCode, locationOf(answered)]).toEqual([path, 301, target]);
    }
    expect(await search()).not.toContain(from.id);
    expect(await total()).toBe(count - 1);
    for (const path of ['/community', '/sitemap-questions-1.xml', '/feed.xml', '/'])
      expect([
        path,
        (await get(path)).body.includes(`${from.url}<`) || (await get(path)).body.includes(`${from.url}"`),
      ]).toEqual([path, false]);
    expect((await get(url)).body).toContain(`comment-${moved}`);
    for (const [path, payload] of [
      ['/communities/comment/create', { questionId: from.id, body: 'Too late, I think.' }],
      ['/communities/reaction', { entityType: 'QUESTION', entityId: from.id, liked: true, disliked: false }],
      ['/follows', { entityType: 'QUESTION', entityId: from.id, following: true }],
    ] as const)
      expect([path, (await call('POST', path, helper, payload)).status]).toEqual([path, 404]);
    // The asker's own list leads on; what was typed on the old page meanwhile is not lost.
    expect((await get('/profile/questions', asker)).body).toContain(`href="${from.url}"`);
    const late = await post(from.url, { intent: 'answer', body: 'Written while it was merged.' }, helper);
    expect(locationOf(late)).toMatch(new RegExp(`^${url}(\\?page=\\d+)?#comment-`));
  });

  it('keeps whoever asked it without a name nameless in the thread of both, also later', async () => {
    const { id: to, url } = await ask(other);
    const from = await named(asker, { isAnonymous: true });
    for (const id of [from.id, to])
      await call('POST', '/communities/comment/create', asker, { questionId: id, body: `I called them (${id}).` });
    const { data: first } = await call('POST', '/communities/comment/create', helper, {
      questionId: to,
      body: 'Go to the office.',
    });
    await call('POST', '/communities/reply/create', asker, { commentId: first.id, body: 'Which one do you mean?' });
    await duplicate(from.id, to);
    await call('POST', '/communities/comment/create', asker, { questionId: to, body: 'They answered at last.' });
    await call('POST', '/communities/reply/create', asker, { commentId: first.id, body: 'And thank you for that.' });
    const names = (await answersOf(to)).map(({ createdBy }) => createdBy?.id ?? null);
    expect(names).toEqual([null, null, helper.user.id, null]);
    expect((await get(url)).body).not.toContain('Meena');
    for (const who of [other, helper])
      expect((await get('/notifications', who)).body).not.toMatch(/Meena[^<]*(answered|replied)/);
    expect((await read(from.id)).createdBy).toBeNull();
  });

  it('never makes an own answer the accepted one', async () => {
    const { id: to } = await ask(other);
    const from = await ask(asker);
    const own = await answer(from.id, other);
    await call('POST', `/communities/question/${from.id}/accept`, asker, { commentId: own });
    await duplicate(from.id, to);
    expect((await read(to)).acceptedCommentId).toBeNull();
    const third = await ask(helper);
    const best = await answer(third.id, moderator);
    await call('POST', `/communities/question/${to}/accept`, other, { commentId: best });
    await call('POST', `/communities/question/${third.id}/accept`, helper, { commentId: best });
    await duplicate(third.id, to);
    expect((await read(to)).acceptedCommentId).toBe(best);
  });
});

describe('a chain of merged questions', () => {
  it('leads to its end in one step, and never into a circle', async () => {
    const [a, b, c] = [await ask(), await ask(), await ask()];
    expect((await duplicate(a.id, a.id)).status).toBe(409);
    expect((await duplicate(a.id, b.id)).data.duplicateOf).toBe(b.id);
    expect((await duplicate(b.id, a.id)).status).toBe(409);
    expect((await duplicate(b.id, c.id)).status).toBe(200);
    expect((await read(a.id)).duplicateOf).toBe(c.id);
    for (const id of [a.id, b.id, c.id]) expect((await duplicate(c.id, id)).status).toBe(409);
    const d = await ask();
    expect((await duplicate(d.id, a.id)).data.duplicateOf).toBe(c.id);
    const e = await ask();
    expect((await duplicate(d.id, e.id)).status).toBe(409);
    expect(locationOf(await get(a.url))).toBe(c.url);
  });

  it('has one winner where two moderators merge two questions into each other at once', async () => {
    const second = await join(test.services, { role: 'moderator' });
    for (let turn = 0; turn < 5; turn += 1) {
      const [a, b] = [await ask(), await ask()];
      await answer(a.id);
      await answer(b.id);
      const statuses = await Promise.all([duplicate(a.id, b.id), duplicate(b.id, a.id, second)]);
      expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
      const both = [await read(a.id), await read(b.id)];
      expect(both.filter(({ duplicateOf }) => duplicateOf !== null)).toHaveLength(1);
      expect(both.find(({ duplicateOf }) => duplicateOf === null)!.commentCount).toBe(2);
    }
  });

  it('loses no answer, vote or follower that comes in the same moment', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const [a, b] = [await ask(), await ask()];
      const old = await answer(a.id);
      const [, ...others] = await Promise.all([
        duplicate(a.id, b.id),
        call('POST', '/communities/comment/create', helper, { questionId: a.id, body: `At once ${turn}.` }),
        react(a.id, helper, true),
        follow(a.id, helper),
        call('DELETE', `/communities/comment/delete/${old}`, helper),
        answer(b.id, other),
      ] as const);
      const [said, liked, followed, deleted] = others;
      expect(
        [said.status, liked.status, followed.status, deleted.status].every((one) => [200, 201, 404].includes(one)),
      ).toBe(true);
      const one = await read(b.id, helper);
      expect(one.commentCount).toBe((await answersOf(b.id)).filter(({ isDeleted }) => !isDeleted).length);
      expect(one.commentCount).toBe(1 + Number(said.status === 201) + Number(deleted.status === 404));
      expect([one.likeCount, one.liked]).toEqual([Number(liked.status === 200), liked.status === 200]);
      expect(one.following).toBe(followed.status === 200);
      expect((await read(a.id)).commentCount).toBe(0);
    }
  });
});

describe('who may say so', () => {
  it('is a moderator, of public questions', async () => {
    const [a, b] = [await ask(), await ask()];
    expect((await duplicate(a.id, b.id, null)).status).toBe(401);
    for (const who of [asker, helper]) expect((await duplicate(a.id, b.id, who)).status).toBe(403);
    expect((await duplicate(a.id, b.id, await join(test.services, { role: 'editor' }))).status).toBe(403);
    for (const wrong of ['x', 0, undefined, 1.5]) expect((await duplicate(a.id, wrong)).status).toBe(400);
    expect([(await duplicate(a.id, 99_999_999)).status, (await duplicate(99_999_999, a.id)).status]).toEqual([
      404, 404,
    ]);
    expect((await duplicate(99_999_999, a.id, helper)).status, 'known to be no question').toBe(404);
    const hide = { entityType: 'QUESTION', entityId: b.id, act: 'HIDE', reason: 'x' };
    await call('POST', '/moderation/act', moderator, hide);
    expect([(await duplicate(a.id, b.id)).status, (await duplicate(b.id, a.id)).status]).toEqual([404, 404]);
    expect((await read(a.id)).duplicateOf).toBeNull();
    await db()
      .update(users)
      .set({ suspendedUntil: sql`now() + interval '1 day'` })
      .where(eq(users.id, moderator.user.id));
    expect((await duplicate(a.id, (await ask()).id)).status).toBe(403);
    await db().update(users).set({ suspendedUntil: null }).where(eq(users.id, moderator.user.id));
  });

  it('lets a trusted member propose it, which a moderator finds among the reports', async () => {
    const member = await trusted();
    expect(await isTrustedMember(db(), member.id)).toBe(true);
    const [a, b] = [await ask(), await ask()];
    const { status, data } = await duplicate(a.id, b.id, member);
    expect([status, data.duplicateOf]).toEqual([200, null]);
    expect((await get(a.url)).statusCode).toBe(200);
    const queue = async () =>
      (await call('GET', '/moderation/queue?pageSize=50', moderator)).data.find(
        ({ entityId }: { entityId: number }) => entityId === a.id,
      );
    expect((await queue()).reports).toMatchObject([{ reason: 'DUPLICATE', duplicateOf: b.id, isOfStanding: false }]);
    await duplicate(a.id, null, member);
    expect(await queue()).toBeUndefined();
    await duplicate(a.id, b.id, member);
    expect((await duplicate(a.id, a.id, member)).status).toBe(409);
    // Not through the reports, and a report of harm takes its place.
    const report = { entityType: 'QUESTION', entityId: a.id };
    expect((await call('POST', '/communities/report', member, { ...report, reason: 'DUPLICATE' })).status).toBe(400);
    await call('POST', '/communities/report', member, { ...report, reason: 'SCAM' });
    expect((await queue()).reports).toMatchObject([{ reason: 'SCAM', duplicateOf: null, isOfStanding: true }]);
    expect((await duplicate(a.id, b.id, member)).status).toBe(409);

    const c = await ask();
    await duplicate(c.id, b.id, member);
    await duplicate(c.id, null);
    expect((await duplicate(c.id, b.id, member)).status).toBe(409);
    const d = await ask();
    await duplicate(d.id, b.id, member);
    await duplicate(d.id, b.id);
    expect(
      await db().execute(sql`select from reports where entity_type = 'QUESTION' and entity_id = ${d.id}`),
    ).toMatchObject({ rows: [] });
    const exported = (await call('GET', '/user/export', member)).body;
    expect(JSON.stringify(exported)).toContain(`"duplicateOf":${b.id}`);
  });

  it('trusts nobody who is new, answered little or was moderated lately', async () => {
    const member = await trusted();
    const set = (days: number) =>
      db()
        .update(users)
        .set({ createdAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(users.id, member.id));
    await set(29);
    expect(await isTrustedMember(db(), member.id)).toBe(false);
    await set(31);
    const { rows } = await db().execute<{ id: number }>(
      sql`select c.id from comments c join questions q on q.accepted_comment_id = c.id where c.author_id = ${member.id}`,
    );
    const act = (name: string) =>
      call('POST', '/moderation/act', moderator, {
        entityType: 'COMMENT',
        entityId: rows[0]!.id,
        act: name,
        reason: 'x',
      });
    await act('HIDE');
    expect(await isTrustedMember(db(), member.id)).toBe(false);
    await act('RESTORE');
    // The restored answer is the accepted one again.
    expect(await isTrustedMember(db(), member.id)).toBe(true);
  });
});

describe('undoing and deleting', () => {
  it('lets the address show its question again, and leaves the answers where they are', async () => {
    const [a, b] = [await ask(), await ask()];
    const moved = await answer(a.id);
    await duplicate(a.id, b.id);
    for (const act of ['HIDE', 'RESTORE'])
      expect(
        (await call('POST', '/moderation/act', moderator, { entityType: 'QUESTION', entityId: a.id, act, reason: 'x' }))
          .status,
      ).toBe(409);
    const { status, data } = await duplicate(a.id, null);
    expect([status, data.duplicateOf, data.commentCount]).toEqual([200, null, 0]);
    expect((await get(a.url)).statusCode).toBe(200);
    expect((await answersOf(b.id)).map(({ id }) => id)).toEqual([moved]);
    expect((await call('POST', '/search/question/recent', null, {})).data.map(({ id }: Question) => id)).toContain(
      a.id,
    );
    expect((await duplicate(b.id, a.id)).status).toBe(200);
    expect((await answersOf(a.id)).map(({ id }) => id)).toEqual([moved]);
  });

  it('lets it stand again where the other is deleted, and nowhere where it is deleted itself', async () => {
    const count = async () => (await call('POST', '/search/question/recent', null, {})).body.total;
    const before = await count();
    const [a, b] = [await ask(), await ask(other)];
    await duplicate(a.id, b.id);
    await call('DELETE', `/communities/question/delete/${b.id}`, other);
    expect([(await get(a.url)).statusCode, await count()]).toEqual([200, before + 1]);
    const c = await ask(other);
    await duplicate(a.id, c.id);
    await call('DELETE', `/communities/question/delete/${a.id}`, asker);
    expect([(await get(a.url)).statusCode, (await get(c.url)).statusCode]).toEqual([404, 200]);
    expect(await count()).toBe(before + 1);
    const { rows } = await db().execute<{ n: number }>(sql`select count(*)::int as n from questions where is_live`);
    expect(rows[0]!.n).toBe(await count());
  });

  it('stays right when either asker leaves', async () => {
    const { forgetCommunityOf } = await import('./personal-posts.server.ts');
    const leave = async (id: string, keepText: boolean) => {
      await db().transaction((tx) => forgetCommunityOf(tx, id, { keepText }));
      await db().delete(users).where(eq(users.id, id));
    };
    const people = [await join(test.services), await join(test.services), await join(test.services)];
    const [a, b, c] = [await named(people[0]!), await named(people[1]!), await named(people[2]!)];
    await duplicate(a.id, b.id);
    await duplicate(c.id, b.id);
    await leave(people[0]!.id, true);
    expect(locationOf(await get(a.canonicalUrl))).toBe(b.canonicalUrl);
    await leave(people[2]!.id, false);
    expect((await get(c.canonicalUrl)).statusCode).toBe(404);
    await leave(people[1]!.id, false);
    expect((await read(a.id)).duplicateOf).toBeNull();
    const [row] = await db().select().from(questions).where(eq(questions.id, a.id));
    expect(row).toMatchObject({ isLive: true, authorId: null });
    const secret = await join(test.services);
    const d = await named(secret, { isAnonymous: true });
    await duplicate(d.id, a.id);
    await leave(secret.id, true);
    expect(await answer(a.id)).toBeGreaterThan(0);
  });
});

describe('the forms, without a script', () => {
  it('merge, undo and propose, by an address or a number', async () => {
    const [a, b] = [await ask(), await ask()];
    const path = `/community/post/question-${a.id}`;
    expect((await get(path, helper)).body).not.toContain('id="duplicate"');
    const form = (await get(path, moderator)).body;
    for (const words of ['Merge into another question', 'name="url"', 'Merge it']) expect(form).toContain(words);
    const wrong = await post(path, { intent: 'duplicate', url: 'nowhere/at all' }, moderator);
    expect([wrong.statusCode, wrong.body.includes('Give the address or the number')]).toEqual([400, true]);
    expect((await post(path, { intent: 'duplicate', url: String(b.id) }, helper)).statusCode).toBe(403);
    const circle = await post(path, { intent: 'duplicate', url: String(a.id) }, moderator);
    expect([circle.statusCode, circle.body.includes('lead back to this question')]).toEqual([409, true]);
    const done = await post(
      path,
      { intent: 'duplicate', url: `http://localhost:3000/hi${b.url}?page=1#answers` },
      moderator,
    );
    expect([done.statusCode, locationOf(done)]).toEqual([303, `${a.url}#question`]);
    expect(locationOf(await get(a.url))).toBe(b.url);
    const after = (await get(path, asker)).body;
    expect(after).toContain('The same was asked before:');
    expect(locationOf(await get(path, helper))).toMatch(/^\/community\/question\//);
    expect((await get(path, moderator)).body).toContain('Undo the merge');
    await post(path, { intent: 'duplicate', do: 'undo' }, moderator);
    expect((await get(a.url)).statusCode).toBe(200);

    const member = await trusted();
    const who = { ...helper, headers: member.headers, cookies: member.cookies };
    expect((await get(path, who)).body).toContain('This was asked before');
    await post(path, { intent: 'duplicate', url: `question-${b.id}` }, who);
    expect((await get(path, who)).body).toContain('Take it back');
    const queue = (await get('/moderation', moderator)).body;
    for (const words of ['The same was asked before', `href="/community/post/question-${a.id}#duplicate"`])
      expect(queue).toContain(words);
    expect((await get(`/hi${path}`, moderator)).body).toContain('दूसरे सवाल में मिलाएँ');
  });
});
