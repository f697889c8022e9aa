// @runs on both databases
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { comments, moderationActs, questions, reports, siteState, studioActs } from '../../database/schema.ts';
import { writeState } from '../../platform/settings/site-state.server.ts';
import { openCommunity } from '../../testing/community.ts';
import { join, type Member } from '../../testing/join.ts';
import type { CommunityState } from './community-state.contract.ts';

const { test, asker, helper, moderator, get, post, call, ask, answer } = await openCommunity();
afterAll(() => test.close());

const later = '2999-01-01T01:30:00.000Z';
const path = '/studio/moderation/posting';
const open: CommunityState = { mode: 'open', until: null, firstPosts: 'shown' };
const set = (state: Partial<CommunityState>) =>
  writeState(test.db, 'community', JSON.stringify({ ...open, ...state } satisfies CommunityState));
beforeEach(() => set(open));

const send = (url: string, fields: Record<string, string>, who: Member | null) =>
  test.send('POST', url, new URLSearchParams(fields), who?.lasting ?? { origin: 'http://localhost:3000' });
const page = async (url: string, who: Member | null = null) =>
  (await test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} })).body;
const comment = (who: Member, questionId: number, body: string) =>
  post('/communities/comment/create', who, { questionId, body });
const act = (entityType: string, entityId: number, name = 'RESTORE') =>
  post('/moderation/act', moderator, { entityType, entityId, act: name, reason: 'Looked at.' });
const inQueue = async (entityType: string, entityId: number) =>
  (
    (await get('/moderation/queue?pageSize=50', moderator)).body.data as {
      entityType: string;
      entityId: number;
      isHidden: boolean;
    }[]
  ).find((one) => one.entityType === entityType && one.entityId === entityId);

describe('the switch', () => {
  const wish = { mode: 'read_only', until: '2999-01-01T07:00', firstPosts: 'before' };

  it('is set by moderators and admins alone, at once, and noted', async () => {
    for (const [who, status] of [
      [null, 401],
      [helper, 404],
      [await join(test.services, { role: 'editor' }), 404],
    ] as const) {
      expect((await test.app.inject({ url: path, headers: who ? { cookie: who.cookies } : {} })).statusCode).toBe(
        status === 401 ? 303 : 404,
      );
      expect([303, 401, 404]).toContain((await send(path, wish, who)).statusCode);
    }
    expect((await ask()) > 0).toBe(true);
    const soon = `${new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 11)}07:00`;
    const answered = await send(path, { ...wish, until: soon }, moderator);
    expect([answered.statusCode, answered.headers.location]).toEqual([303, `${path}?saved`]);
    const shown = await page(path, moderator);
    expect(shown).toContain('<b>Nobody can post: the community can only be read</b>');
    expect(shown).toContain(`value="${soon}"`);
    expect((await post('/communities/question/create', asker, { title: 'May I ask this tonight?' })).status).toBe(403);
    expect(
      await test.db
        .select()
        .from(studioActs)
        .where(sql`act = 'set_community'`),
    ).toMatchObject([
      { actor: moderator.id, note: expect.stringMatching(/^read_only until .+; first posts: before$/) },
    ]);
  });

  it('refuses what is no choice, and times that are over or far, and gives the form back', async () => {
    for (const fields of [{}, { ...wish, mode: 'shut' }, { ...wish, firstPosts: 'never' }])
      expect((await send(path, fields, moderator)).statusCode).toBe(400);
    for (const until of ['2020-01-01T07:00', '2999-01-01T07:00', 'tomorrow']) {
      const { statusCode, body } = await send(path, { ...wish, until }, moderator);
      expect([until, statusCode]).toEqual([until, 400]);
      expect(body).toContain('at most 90 days from now');
      expect(body).toContain('checked="" value="read_only"');
    }
    expect(await test.db.$count(siteState, sql`name = 'community' and value like '%read_only%'`)).toBe(0);
  });

  it('of two at once leaves one whole choice, and notes both', async () => {
    const before = await test.db.$count(studioActs, sql`act = 'set_community'`);
    await Promise.all([
      send(path, { mode: 'read_only', until: '', firstPosts: 'before' }, moderator),
      send(path, { mode: 'looked_at_first', until: '', firstPosts: 'after' }, moderator),
    ]);
    expect(await test.db.$count(studioActs, sql`act = 'set_community'`)).toBe(before + 2);
    const [row] = await test.db
      .select()
      .from(siteState)
      .where(sql`name = 'community'`);
    const { mode, firstPosts } = JSON.parse(row!.value) as CommunityState;
    expect([
      ['read_only', 'before'],
      ['looked_at_first', 'after'],
    ]).toContainEqual([mode, firstPosts]);
  });
});

describe('while the community is read-only', () => {
  it('nobody posts or edits, and reads when it opens again; the newsroom writes, and people delete', async () => {
    const id = await ask();
    const [mine, gone] = [await answer(id), await answer(id)];
    await set({ mode: 'read_only', until: later });
    const refused = await comment(helper, id, 'At the block office.');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'For now this community can only be read. It opens again on 1 Jan 2999 at 07:00.',
    ]);
    const created = await post('/communities/question/create', asker, { title: 'Where is the office, please?' });
    expect(created.status).toBe(403);
    expect((await post('/communities/reply/create', asker, { commentId: mine, body: 'Thank you!' })).status).toBe(403);
    for (const [kind, entityId, who, fields] of [
      ['question', id, asker, { title: 'Where is another office, please?' }],
      ['comment', mine, helper, { body: 'Elsewhere.' }],
    ] as const)
      expect((await call('PATCH', `/communities/${kind}/${entityId}`, who, fields)).status).toBe(403);
    expect((await comment(moderator, id, 'We open again tomorrow.')).status).toBe(201);
    expect((await call('DELETE', `/communities/comment/delete/${gone}`, helper)).status).toBe(200);
    await set({ mode: 'read_only' });
    expect((await comment(helper, id, 'At the block office.')).body.message).toContain('We do not know yet');
    // Not counted: ten more would be over the limit of a minute.
    for (let times = 0; times < 12; times += 1)
      expect((await comment(helper, id, 'At the block office.')).status).toBe(403);
    await set({ mode: 'read_only', until: '2020-01-01T01:30:00.000Z' });
    expect((await comment(helper, id, 'At the block office.')).status).toBe(201);
  });

  it('gives the typed text back without script, before anybody has to sign in, in Hindi too', async () => {
    const id = await ask();
    const { canonicalUrl } = (await get(`/communities/question/get/${id}`)).body.data;
    await set({ mode: 'read_only', until: later });
    const text = 'At the block office, the second room.';
    for (const who of [helper, null]) {
      const refused = await send(canonicalUrl, { intent: 'answer', do: 'post', body: text }, who);
      expect(refused.statusCode).toBe(403);
      expect(refused.body).toContain('It opens again on 1 Jan 2999 at 07:00.');
      expect(refused.body).toContain(`${text}</textarea>`);
      const asked = await send('/hi/community/ask', { do: 'post', title: 'Where do I get the card?', body: text }, who);
      expect(asked.statusCode).toBe(403);
      expect(asked.body).toContain('1 जनवरी 2999 को 07:00 बजे फिर खुलेगा');
      expect(asked.body).toContain('value="Where do I get the card?"');
      expect(asked.body).toContain(`${text}</textarea>`);
    }
    expect(await page('/community/ask')).toContain('It opens again on 1 Jan 2999');
    expect(await page('/community/ask', moderator)).not.toContain('opens again');
  });
});

it('looks at all first but the newsroom and trusted members, edits too, and tells and shows on release', async () => {
  const id = await ask();
  const standing = await answer(id);
  await set({ mode: 'looked_at_first', until: later });
  expect(await page('/community/ask', helper)).toContain('For now a moderator looks at posts before they are shown.');
  const held = (await comment(helper, id, 'At the town office.')).body.data;
  expect(held.isDeleted).toBe(true);
  expect(await inQueue('COMMENT', held.id)).toMatchObject({ isHidden: true });
  expect(await page(`/hi/community/post/comment-${held.id}`, helper)).toContain('अभी मॉडरेटर हर पोस्ट पहले देखता है।');
  const question = await post('/communities/question/create', asker, { title: 'How long does a new card take?' });
  expect(question.body.data.isDeleted).toBe(true);
  const reply = await post('/communities/reply/create', asker, { commentId: standing, body: 'Which floor?' });
  expect(reply.body.data.isDeleted).toBe(true);
  const edited = await call('PATCH', `/communities/comment/${standing}`, helper, { body: 'Third floor.' });
  expect(edited.body.data.isDeleted).toBe(true);
  expect((await comment(moderator, id, 'The newsroom says so.')).body.data.isDeleted).toBe(false);
  for (const [type, entityId] of [
    ['COMMENT', held.id],
    ['QUESTION', question.body.data.id],
    ['COMMENT', standing],
    ['REPLY', reply.body.data.id],
  ] as const) {
    expect((await act(type, entityId)).status).toBe(200);
    expect(await inQueue(type, entityId)).toBeUndefined();
  }
  expect((await get(`/communities/question/get/${question.body.data.id}`)).status).toBe(200);
  expect((await get(`/communities/question/get/${id}`)).body.data.commentCount).toBe(3);
});

it('does not hold what trusted members write', async () => {
  const trusted = await join(test.services, { joinedDaysAgo: 40 });
  const asked = await test.db
    .insert(questions)
    .values(Array.from({ length: 10 }, () => ({ authorId: asker.id, title: 'Which office?', body: '', bodyHtml: '' })))
    .returning({ id: questions.id });
  const given = await test.db
    .insert(comments)
    .values(asked.map(({ id }) => ({ questionId: id, authorId: trusted.id, body: 'The tehsil.', bodyHtml: '' })))
    .returning();
  for (const { id, questionId } of given.slice(0, 3))
    await test.db.execute(sql`update questions set accepted_comment_id = ${id} where id = ${questionId}`);
  const id = await ask();
  await set({ mode: 'looked_at_first' });
  expect((await comment(trusted, id, 'In the morning.')).body.data.isDeleted).toBe(false);
});

describe('the first posts of new members', () => {
  it('wait for a moderator where that is wished, until one stands', async () => {
    const id = await ask();
    const who = await join(test.services, { joinedDaysAgo: 3 });
    await set({ firstPosts: 'before' });
    const [first, second] = [
      (await comment(who, id, 'In the mornings only.')).body.data,
      (await comment(who, id, 'Bring the old card.')).body.data,
    ];
    expect([first.isDeleted, second.isDeleted]).toEqual([true, true]);
    expect(await page(`/community/post/comment-${first.id}`, who)).toContain('It is the first post of a new member.');
    await act('COMMENT', first.id);
    expect((await comment(who, id, 'And a photograph.')).body.data.isDeleted).toBe(false);
    expect((await comment(helper, id, 'Two photographs.')).body.data.isDeleted).toBe(false);
  });

  it('are shown and put before the moderators where that is wished', async () => {
    const id = await ask();
    const [who, another] = [await join(test.services), await join(test.services)];
    await set({ firstPosts: 'after' });
    const shown = (await comment(who, id, 'At the counter on the left.')).body.data;
    expect(shown.isDeleted).toBe(false);
    expect(await inQueue('COMMENT', shown.id)).toMatchObject({ isHidden: false });
    const question = (await post('/communities/question/create', another, { title: 'What does the card cost?' })).body;
    expect(await inQueue('QUESTION', question.data.id)).toMatchObject({ isHidden: false });
    expect((await get(`/communities/question/get/${question.data.id}`)).status).toBe(200);
    expect(await page('/moderation', moderator)).toContain('It is the first post of a new member.');
    expect((await comment(who, id, 'It costs nothing.')).body.data.isDeleted).toBe(false);
    expect(
      await test.db.$count(
        reports,
        sql`entity_type = 'COMMENT' and reporter_id is null and reason = 'OTHER' and note <> ''`,
      ),
    ).toBe(1);
    expect(await test.db.$count(moderationActs, sql`entity_type = 'COMMENT' and entity_id = ${shown.id}`)).toBe(0);
  });
});
