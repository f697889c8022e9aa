// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { moderationActs, notifications, users } from '../../database/schema.ts';
import { openCommunityPages } from '../../testing/community-pages.ts';
import { locationOf } from '../../testing/page-forms.ts';
import { type SignedIn, signIn } from '../../testing/sign-in.ts';

const { test, db, asker, helper, other, moderator, api, get, post, ask, answer } = await openCommunityPages();
afterAll(() => test.close());

describe('one post', () => {
  it('is changed by its author for a day, deleted by its author or a moderator, accepted and closed by the asker, reported by others', async () => {
    const { id, url } = await ask();
    const comment = await answer(id);
    const path = `/community/post/comment-${comment}`;
    expect((await get(path)).statusCode).toBe(303);
    const has = async (who: SignedIn, at = path) => {
      const { body } = await get(at, who);
      return ['accept', 'edit', 'close', 'report', 'delete'].filter((intent) =>
        body.includes(`name="intent" value="${intent}"`),
      );
    };
    expect(await has(helper)).toEqual(['edit', 'delete']);
    expect(await has(asker)).toEqual(['accept', 'report']);
    expect(await has(other)).toEqual(['report']);
    expect(await has(moderator)).toEqual(['report']);
    expect(await has(asker, `/community/post/question-${id}`)).toEqual(['accept', 'edit', 'close', 'delete']);

    for (const intent of ['edit', 'delete', 'accept'])
      expect((await post(path, { intent, body: 'Not mine.' }, other)).statusCode, intent).toBe(403);
    const edited = await post(path, { intent: 'edit', body: 'At the tehsil.' }, helper);
    expect(locationOf(edited)).toBe(`${url}?answer=${comment}#comment-${comment}`);
    expect((await get(url)).body).toContain('changed');
    expect((await post(path, { intent: 'accept', do: 'do' }, asker)).statusCode).toBe(303);
    expect((await get(url)).body).toContain('class="best good"');
    expect((await post(path, { intent: 'report' }, other)).body).toContain('Choose what is wrong with it.');
    expect(locationOf(await post(path, { intent: 'report', reason: 'SPAM', note: 'Sells cards.' }, other))).toBe(
      `${path}?told=reported`,
    );
    expect((await get(`${path}?told=reported`, other)).body).toContain('A moderator will look at it.');
    expect((await post(`/community/post/question-${id}`, { intent: 'close', do: 'do' }, asker)).statusCode).toBe(303);
    expect((await get(url)).body).toContain('This question is closed');
    const asked = await post(path, { intent: 'delete' }, helper);
    expect([asked.statusCode, asked.body.includes('Delete this answer for good?')]).toEqual([200, true]);
    expect((await get(url)).body).toContain(`id="comment-${comment}"`);
    const sure = { intent: 'delete', sure: 'yes' };
    expect(locationOf(await post(path, sure, helper))).toBe(`${url}#answers`);
    expect((await get(path, helper)).statusCode).toBe(404);
    expect((await post(path, sure, helper)).statusCode).toBe(404);
    for (const bad of [
      '/community/post/x',
      '/community/post/article-1',
      '/community/post/comment-0',
      '/community/post/comment-99999999',
    ])
      expect((await get(bad, helper)).statusCode, bad).toBe(404);
  });

  it('whose deletion fails says so where the reader looks: in the title and with the focus on the message', async () => {
    const { id } = await ask();
    const comment = await answer(id);
    const path = `/community/post/comment-${comment}`;
    await test.db.execute(sql`create function refuse_deletion() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '57P03', message = 'the database system is starting up'; end $$`);
    await test.db.execute(
      sql`create trigger refuse_deletion before update or delete on comments for each row execute function refuse_deletion()`,
    );
    const failed = await post(path, { intent: 'delete', sure: 'yes' }, helper).finally(async () => {
      await test.db.execute(sql`drop trigger refuse_deletion on comments`);
      await test.db.execute(sql`drop function refuse_deletion`);
    });
    expect(failed.statusCode).toBe(503);
    expect(failed.body).toMatch(/<title>There is a problem/);
    const message = /<div class="call bad"[^>]*>/.exec(failed.body)?.[0];
    expect(message).toContain('role="alert"');
    expect(message).toContain('autofocus');
    expect(failed.body).toContain('An error occured');
  });

  it('that was hidden is there for its author, with the reason, and for nobody else', async () => {
    const { id } = await ask();
    const comment = await answer(id);
    await api('/moderation/act', moderator, {
      entityType: 'COMMENT',
      entityId: comment,
      act: 'HIDE',
      reason: 'It names a neighbour.',
    });
    const path = `/community/post/comment-${comment}`;
    expect((await get(path, helper)).body).toContain('It names a neighbour.');
    expect((await get(path, other)).statusCode).toBe(404);
  });
});

describe('notifications', () => {
  it('tell who answered, lead to the answer, and are read when one says so', async () => {
    expect((await get('/notifications')).statusCode).toBe(303);
    const fresh = await signIn(test);
    const { id, url } = await ask(fresh);
    const comment = await answer(id);
    const page = await get('/notifications', fresh);
    expect(page.body).toContain('1 unread');
    const [, item] = /href="\/notifications\?open=(\d+)"/.exec(page.body) ?? [];
    expect(locationOf(await get(`/notifications?open=${item}`, other))).toBe('/notifications');
    expect((await get('/notifications', fresh)).body).toContain('1 unread');
    expect(locationOf(await get(`/notifications?open=${item}`, fresh))).toBe(
      `${url}?answer=${comment}#comment-${comment}`,
    );
    expect((await get('/notifications', fresh)).body).toContain('All read');
    for (const none of ['x', '0', '99999999'])
      expect(locationOf(await get(`/notifications?open=${none}`, fresh))).toBe('/notifications');
    await answer(id);
    expect((await post('/notifications', {}, fresh)).statusCode).toBe(303);
    expect((await get('/notifications', fresh)).body).toContain('All read');
    expect(
      (await db().select().from(notifications).where(eq(notifications.userId, fresh.user.id))).every(
        ({ readAt }) => readAt !== null,
      ),
    ).toBe(true);
    expect((await get('/notifications', other)).body).not.toContain(`open=${item}"`);
  });
});

describe("the moderators' page", () => {
  it('is for moderators; each act has its reason and is done once', async () => {
    const { id, url } = await ask();
    const comment = await answer(id);
    await api('/communities/report', other, {
      entityType: 'COMMENT',
      entityId: comment,
      reason: 'SCAM',
      note: 'Asks for <b>money</b>.',
    });
    expect((await get('/moderation')).statusCode).toBe(303);
    const mayNot = await get('/moderation', other);
    expect(mayNot.statusCode).toBe(403);
    expect(mayNot.body).toContain('Forbidden. You don&#x27;t have permission.');
    expect(
      (await post('/moderation', { post: `COMMENT-${comment}`, act: 'HIDE', reason: 'Mine to say.' }, other))
        .statusCode,
    ).toBe(403);
    const queue = await get('/moderation', moderator);
    expect(queue.body).toContain('Asks for &lt;b&gt;money&lt;/b&gt;.');
    for (const [fields, words] of [
      [{ act: '', reason: 'x' }, 'Choose what to do.'],
      [{ act: 'HIDE', reason: ' ' }, 'Say why'],
      [{ act: 'SUSPEND', reason: 'x', days: '0' }, 'For a suspension'],
    ] as const) {
      const refused = await post(
        '/moderation',
        { post: `COMMENT-${comment}`, ...fields } as Record<string, string>,
        moderator,
      );
      expect([refused.statusCode, refused.body.includes(words)], words).toEqual([400, true]);
    }
    const done = await post('/moderation', { post: `COMMENT-${comment}`, act: 'HIDE', reason: 'A scam.' }, moderator);
    expect(locationOf(done)).toBe('/moderation?done=1');
    expect((await get('/moderation', moderator)).body).not.toContain(`COMMENT-${comment}`);
    expect(
      await db()
        .select({ reason: moderationActs.reason })
        .from(moderationActs)
        .where(sql`${moderationActs.entityType} = 'COMMENT' and ${moderationActs.entityId} = ${comment}`),
    ).toEqual([{ reason: 'A scam.' }]);
    expect((await get(url)).body).not.toContain(`id="comment-${comment}"`);
  });
});

it("one's own likes and posts come by a call for somebody signed in", async () => {
  const { id } = await ask();
  const comment = await answer(id);
  await api('/communities/reaction', helper, { entityType: 'QUESTION', entityId: id, liked: false, disliked: true });
  expect(await api(`/communities/question/${id}/mine`, helper, { commentIds: [comment], replyIds: [] })).toEqual({
    liked: [],
    disliked: [`QUESTION-${id}`],
    mayModerate: false,
    own: [`COMMENT-${comment}`],
    worked: [],
    following: false,
  });
  await api(`/communities/comment/${comment}/worked`, asker, { worked: true });
  const { worked } = (await api(`/communities/question/${id}/mine`, asker, {
    commentIds: [comment],
    replyIds: [],
  })) as {
    worked: string[];
  };
  expect(worked).toEqual([`COMMENT-${comment}`]);
  const nobody = await test.send('POST', `/api/communities/question/${id}/mine`, { commentIds: [], replyIds: [] });
  expect(nobody.statusCode).toBe(401);
  const invalid = await test.send(
    'POST',
    `/api/communities/question/${id}/mine`,
    { commentIds: ['x'], replyIds: [] },
    helper.headers,
  );
  expect(invalid.statusCode).toBe(400);
});

describe('a report that hides the post', () => {
  it('is thanked for on a page that shows nothing of it, also when it is sent again; others find no page', async () => {
    for (const kind of ['question', 'comment'] as const) {
      const { id, url } = await ask();
      const entityId = kind === 'question' ? id : await answer(id);
      const path = `/community/post/${kind}-${entityId}`;
      const form = { intent: 'report', reason: 'SPAM' };
      const reporters = [other, moderator, await signIn(test)];
      for (const who of reporters) {
        await db()
          .update(users)
          .set({ createdAt: new Date('2026-01-01') })
          .where(eq(users.id, who.user.id));
        await ask(who);
      }
      for (const who of reporters) expect(locationOf(await post(path, form, who))).toBe(`${path}?told=reported`);
      const last = reporters[2]!;
      const thanked = await get(`${path}?told=reported`, last);
      expect(thanked.statusCode).toBe(200);
      expect(thanked.body).toContain('Thank you. A moderator will look at it.');
      expect(thanked.body).toContain(`href="${kind === 'question' ? '/community' : url}"`);
      expect(thanked.body).not.toMatch(/How do I get a ration card|At the nearest office/);
      const again = await post(path, form, last);
      expect([again.statusCode, locationOf(again)]).toEqual([303, path]);
      expect((await get(path, await signIn(test))).statusCode).toBe(404);
    }
  });
});
