// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import {
  followEvents,
  notifications,
  pushedContacts,
  questions,
  reports,
  sealedRemovals,
} from '../../database/schema.ts';
import { openCommunity } from '../../testing/community.ts';
import { join, type Member } from '../../testing/join.ts';
import { notifyAllFollowers } from '../follows/notify-followers.server.ts';
import { sweepPushedContacts } from './hold-post.server.ts';

const { test, asker, other, moderator, get, post, call, ask, answer } = await openCommunity();
afterAll(() => test.close());

const newcomer = () => join(test.services, { firstName: 'Nila', joinedDaysAgo: 1 });
let serial = 0;
const spam = () => `SBI customer care number 60000${String((serial += 1)).padStart(5, '0')} call for refund`;
const comment = (who: Member, questionId: number, body: string) =>
  post('/communities/comment/create', who, { questionId, body });
const page = async (url: string, who: Member | null = null) =>
  (await test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} })).body;
const queue = async () =>
  (await get('/moderation/queue', moderator)).body.data as {
    entityType: string;
    entityId: number;
    isHidden: boolean;
  }[];

it('holds an answer that pushes a number, tells its writer alone, and shows it once a moderator has looked', async () => {
  const [who, id] = [await newcomer(), await ask()];
  const body = spam();
  const { status, body: made } = await comment(who, id, body);
  expect([status, made.data.isDeleted]).toEqual([201, true]);
  const thread = await post(`/communities/question/${id}/comments`, null);
  expect(JSON.stringify(thread.body)).not.toContain('customer care');
  expect((await get(`/communities/question/get/${id}`, null)).body.data.commentCount).toBe(0);
  const told = await test.db
    .select()
    .from(notifications)
    .where(sql`${notifications.questionId} = ${id}`);
  expect(told).toMatchObject([
    { userId: who.id, kind: 'MODERATION', act: 'HIDE', reason: 'HOLD', commentId: made.data.id },
  ]);
  expect(await queue()).toContainEqual(
    expect.objectContaining({ entityType: 'COMMENT', entityId: made.data.id, isHidden: true }),
  );
  expect(await test.db.$count(reports, sql`entity_id = ${made.data.id} and reason = 'SPAM' and note = ''`)).toBe(1);
  const [item] = (await get('/notifications', who)).body.data;
  expect(item).toMatchObject({ kind: 'MODERATION', act: 'HOLD' });
  // As the version before reads it: hidden, by nobody.
  const { rows: acts } = await test.db.execute(
    sql`select act, moderator_id, is_hold from moderation_acts where entity_type = 'COMMENT' and entity_id = ${made.data.id}`,
  );
  expect(acts).toEqual([{ act: 'HIDE', moderator_id: null, is_hold: true }]);
  const own = await page(`/community/post/comment-${made.data.id}`, who);
  expect(own).toContain('A moderator looks at it first.');
  expect(own).not.toContain('Several people reported it');
  expect(await page(`/hi/community/post/comment-${made.data.id}`, who)).toContain('पहले मॉडरेटर इसे देखेगा।');
  const act = { entityType: 'COMMENT', entityId: made.data.id, act: 'RESTORE', reason: 'It is the true number.' };
  expect((await post('/moderation/act', moderator, act)).status).toBe(200);
  expect((await get(`/communities/question/get/${id}`, null)).body.data.commentCount).toBe(1);
  expect((await queue()).some(({ entityId }) => entityId === made.data.id)).toBe(false);
  // As if it had just been written, once.
  expect((await post('/moderation/act', moderator, act)).status).toBe(200);
  const asked = await test.db
    .select()
    .from(notifications)
    .where(sql`${notifications.questionId} = ${id} and user_id = ${asker.id}`);
  expect(asked).toMatchObject([{ kind: 'COMMENT', actorId: who.id, commentId: made.data.id }]);
});

it('seals what a moderator hides after the hold, and trusts who was let stand', async () => {
  const [who, another, id] = [await newcomer(), await newcomer(), await ask()];
  const act = (entityId: number, name: string) =>
    post('/moderation/act', moderator, { entityType: 'COMMENT', entityId, act: name, reason: 'Looked at.' });
  const hidden = (await comment(who, id, spam())).body.data.id as number;
  expect((await act(hidden, 'HIDE')).status).toBe(200);
  expect(await test.db.$count(sealedRemovals, sql`entity_id = ${String(hidden)}`)).toBe(1);
  expect((await act(hidden, 'RESTORE')).status).toBe(200);
  expect(await test.db.$count(notifications, sql`comment_id = ${hidden} and user_id = ${asker.id}`)).toBe(1);
  const number = '60000 66666';
  const stands = (await comment(another, id, `Call the office: ${number}`)).body.data;
  expect(stands.isDeleted).toBe(true);
  await act(stands.id, 'RESTORE');
  const long = 'Bring the old card, a photograph and the form that they give you there. '.repeat(16);
  expect((await comment(await newcomer(), id, `${long} ${number}`)).body.data.isDeleted).toBe(false);
});

it('holds questions and replies', async () => {
  const who = await newcomer();
  const { body } = await post('/communities/question/create', who, { title: spam() });
  expect(body.data.isDeleted).toBe(true);
  expect(JSON.stringify((await post('/search/question/recent', null, {})).body)).not.toContain(`"id":${body.data.id},`);
  expect((await get(`/communities/question/get/${body.data.id}`, null)).status).toBe(404);
  const id = await answer(await ask());
  const reply = await post('/communities/reply/create', who, { commentId: id, body: spam() });
  expect(reply.body.data.isDeleted).toBe(true);
  expect((await queue()).filter(({ isHidden }) => isHidden).map(({ entityType }) => entityType)).toEqual(
    expect.arrayContaining(['QUESTION', 'REPLY']),
  );
});

it('holds nothing of older members and the newsroom, nor what asks about a number', async () => {
  const id = await ask();
  for (const who of [other, await join(test.services, { roles: ['writer'], joinedDaysAgo: 0 })])
    expect((await comment(who, id, spam())).body.data.isDeleted).toBe(false);
  const victim = await newcomer();
  const asks = 'I got a call from 6000099999, he said that he is from SBI. Is it true?';
  expect((await post('/communities/question/create', victim, { title: asks })).body.data.isDeleted).toBe(false);
});

it('holds what an edit puts into a post, and not the same again', async () => {
  const [who, id] = [await newcomer(), await ask()];
  const made = (await comment(who, id, 'At the block office.')).body.data;
  expect(made.isDeleted).toBe(false);
  const body = spam();
  const edited = await call('PATCH', `/communities/comment/${made.id}`, who, { body });
  expect([edited.status, edited.body.data.isDeleted]).toEqual([200, true]);
  expect((await queue()).some(({ entityId, isHidden }) => entityId === made.id && isHidden)).toBe(true);
  await post('/moderation/act', moderator, {
    entityType: 'COMMENT',
    entityId: made.id,
    act: 'RESTORE',
    reason: 'Fine.',
  });
  const again = await call('PATCH', `/communities/comment/${made.id}`, who, { body: `${body}.` });
  expect([again.status, again.body.data.isDeleted]).toEqual([200, false]);
  // It had been shown: its asker has heard of it, and its followers have.
  expect(await told(made.id, asker)).toBe(1);
  expect(await test.db.$count(followEvents, eq(followEvents.entityId, made.id))).toBe(0);
});
const told = (commentId: number, { id }: Member) =>
  test.db.$count(notifications, sql`comment_id = ${commentId} and user_id = ${id} and kind = 'COMMENT'`);

it('gives an accepted answer its tick back, unless the asker has chosen another since', async () => {
  const accepted = async (id: number) =>
    (await get(`/communities/question/get/${id}`, null)).body.data.acceptedCommentId;
  const accept = (id: number, commentId: number | null) =>
    post(`/communities/question/${id}/accept`, asker, { commentId });
  const restore = (entityId: number) =>
    post('/moderation/act', moderator, { entityType: 'COMMENT', entityId, act: 'RESTORE', reason: 'Fine.' });
  const [who, id] = [await newcomer(), await ask()];
  const made = (await comment(who, id, 'At the block office.')).body.data.id as number;
  const another = await answer(id);
  await accept(id, made);
  expect(await accepted(id)).toBe(made);
  const edit = () => call('PATCH', `/communities/comment/${made}`, who, { body: spam() });
  expect((await edit()).body.data.isDeleted).toBe(true);
  expect(await accepted(id)).toBeNull();
  await restore(made);
  expect(await accepted(id)).toBe(made);
  expect((await post(`/communities/question/${id}/comments`, null)).body.data[0]).toMatchObject({
    id: made,
    isAccepted: true,
  });
  // Nobody is told of it a second time.
  expect(
    await test.db.$count(notifications, sql`comment_id = ${made} and user_id = ${who.id} and kind = 'ACCEPTED'`),
  ).toBe(1);
  for (const [chosen, stands] of [
    [[another], another],
    [[another, null], null],
  ] as const) {
    await accept(id, made);
    expect((await edit()).body.data.isDeleted).toBe(true);
    for (const one of chosen) await accept(id, one);
    await restore(made);
    expect(await accepted(id)).toBe(stands);
  }
});

it('lists, dates and tells of a post as of its release', async () => {
  const who = await newcomer();
  expect(
    (await post('/follows', other, { entityType: 'CATEGORY', entityId: 252, following: true })).status,
  ).toBeLessThan(300);
  const made = (await post('/communities/question/create', who, { title: spam(), categoryIds: [252] })).body.data;
  expect(made.isDeleted).toBe(true);
  const old = sql`now() - interval '3 days'`;
  await test.db.execute(sql`update questions set created_at = ${old}, born_on = born_on - 3 where id = ${made.id}`);
  const onTime = await ask();
  const thread = await ask();
  const reply = (await comment(who, thread, spam())).body.data.id as number;
  await test.db.execute(sql`update comments set created_at = ${old} where id = ${reply}`);
  const first = await answer(thread);
  const release = (entityType: string, entityId: number) =>
    post('/moderation/act', moderator, { entityType, entityId, act: 'RESTORE', reason: 'Fine.' });
  await Promise.all([release('QUESTION', made.id), release('COMMENT', reply)]);
  await notifyAllFollowers(test.db);
  const listed = (await post('/search/question/recent', null, {})).body.data.map(({ id }: { id: number }) => id);
  expect(listed.indexOf(made.id)).toBe(0);
  expect(listed.indexOf(onTime)).toBeGreaterThan(0);
  const shown = (await get(`/communities/question/get/${made.id}`, null)).body.data;
  expect(Date.now() - Date.parse(shown.createdAt)).toBeLessThan(60_000);
  expect(
    await test.db.$count(questions, sql`id = ${made.id} and born_on = (extract(epoch from now()) / 86400)::int`),
  ).toBe(1);
  const { rows } = await test.db.execute<{ fresh: boolean }>(
    sql`select published_at > now() - interval '1 hour' as fresh from search_documents where kind = 'QUESTION' and entity_id = ${made.id}`,
  );
  expect(rows).toEqual([{ fresh: true }]);
  expect(
    await test.db.$count(notifications, sql`question_id = ${made.id} and user_id = ${other.id} and kind = 'FOLLOWED'`),
  ).toBe(1);
  const answers = (await post(`/communities/question/${thread}/comments`, null)).body.data as { id: number }[];
  expect(answers.map(({ id }) => id)).toEqual([first, reply]);
  expect(await told(reply, asker)).toBe(1);
  // The time in which it may be edited begins with it.
  expect((await call('PATCH', `/communities/question/${made.id}`, who, { title: `${spam()} now` })).status).toBe(200);
});

it('masks the number in a question about it of a new member, by no way shown whole, and tells', async () => {
  const who = await newcomer();
  const shown = async (id: number) => (await get(`/communities/question/get/${id}`, null)).body.data;
  const ask = { title: 'Is this the real bank, 60000 88881?', body: 'Or is 6.0.0.0.0.8.8.8.8.2 genuine? I know 1930.' };
  const made = await post('/communities/question/create', who, ask);
  const masked = {
    title: 'Is this the real bank, XXXXX X8881?',
    body: 'Or is X.X.X.X.X.X.8.8.8.2 genuine? I know 1930.',
  };
  expect(made.body.data).toMatchObject({ ...masked, isDeleted: false });
  expect(await shown(made.body.data.id)).toMatchObject(masked);
  const edited = await call('PATCH', `/communities/question/${made.body.data.id}`, who, {
    body: 'Or is 6000088883 the real one?',
  });
  expect(edited.body.data).toMatchObject({ body: 'Or is XXXXXX8883 the real one?', isDeleted: false });
  expect(edited.body.data.bodyHtml).not.toContain('60000');
  // Whatever cuts the number in the HTML.
  const cut = await call('PATCH', `/communities/question/${made.body.data.id}`, who, {
    body: 'Or is 6000*0*88883 the real one?',
  });
  expect(cut.body.data.body).toBe('Or is XXXX*X*X8883 the real one?');
  expect(cut.body.data.bodyHtml).toBe('<p>Or is XXXX<em>X</em>X8883 the real one?</p>');
  // By the second tap of the form: it comes back masked, says so, and is posted with the next.
  const fields = { title: 'Somebody called me from 60000 88884, is it a fraud?', body: '', do: 'anyway' };
  const back = await test.send('POST', '/community/ask', new URLSearchParams(fields), who.lasting);
  expect([back.statusCode, back.body.includes('The numbers are hidden.')]).toEqual([200, true]);
  expect(back.body).toContain('value="Somebody called me from XXXXX X8884, is it a fraud?"');
  expect(await test.db.$count(questions, sql`title like 'Somebody called me from %8884%'`)).toBe(0);
  const title = 'Somebody called me from XXXXX X8884, is it a fraud?';
  const again = await test.send('POST', '/community/ask', new URLSearchParams({ ...fields, title }), who.lasting);
  expect(again.statusCode).toBe(303);
  // Of older members it is theirs to decide.
  const olds = await post('/communities/question/create', other, { title: 'Is 60000 88885 a fraud?' });
  expect(olds.body.data.title).toBe('Is 60000 88885 a fraud?');
});

it.each(['60000`12345`', '60000\\-12345', '600&#48;012345', '60000[12345](https://uidai.gov.in/)', '_x12@ybl_'])(
  'holds %s, as readers see it',
  async (contact) => {
    const [who, id] = [await newcomer(), await ask()];
    expect((await comment(who, id, `For a refund call ${contact}`)).body.data.isDeleted).toBe(true);
    const made = (await comment(who, id, 'At the block office.')).body.data.id;
    const edit = () => call('PATCH', `/communities/comment/${made}`, who, { body: `For refunds call ${contact}` });
    expect((await edit()).body.data.isDeleted).toBe(true);
    const asks = { title: `${(serial += 1)}: who has been called so?`, body: `Is ${contact} a fraud?` };
    const held = (await post('/communities/question/create', who, asks)).body.data;
    expect(held.isDeleted).toBe(true);
  },
);

it('holds a question about a number that no mask reaches, and posts it by the form', async () => {
  const who = await newcomer();
  const ask = { title: 'Is this a fraud? My caller has 60000', body: '91234 as number.' };
  const { status, body } = await post('/communities/question/create', who, ask);
  expect([status, body.data.isDeleted]).toEqual([201, true]);
  await post('/moderation/act', moderator, {
    entityType: 'QUESTION',
    entityId: body.data.id,
    act: 'RESTORE',
    reason: 'Fine.',
  });
  const again = await call('PATCH', `/communities/question/${body.data.id}`, who, { body: '91234 as number. Help!' });
  expect(again.body.data.isDeleted).toBe(false);
  const fields = { title: 'Is this one a fraud? My caller has 60000', body: '91235 as number.', do: 'anyway' };
  const sent = await test.send('POST', '/community/ask', new URLSearchParams(fields), who.lasting);
  expect(sent.statusCode).toBe(303);
  expect(
    await test.db.$count(questions, sql`author_id = ${who.id} and body like '91235%' and hidden_at is not null`),
  ).toBe(1);
});

it('holds an edit that pushes what the question before only asked about', async () => {
  const who = await newcomer();
  const asks = '60000 55555 called me. Is it a fraud?';
  const { id, isDeleted } = (await post('/communities/question/create', who, { title: asks })).body.data;
  expect(isDeleted).toBe(false);
  const edit = (changes: object) => call('PATCH', `/communities/question/${id}`, who, changes);
  expect((await edit({ title: 'For a refund ring 60000 55555' })).body.data.isDeleted).toBe(true);
});

it('holds what two edits at once put together', async () => {
  const who = await newcomer();
  const long = `${'They want the old card and a photograph. '.repeat(12)} ${serial}`;
  const title = 'At which office does one ask for a card?';
  const { id } = (await post('/communities/question/create', who, { title, body: long })).body.data;
  const edit = (changes: object) => call('PATCH', `/communities/question/${id}`, who, changes);
  // Each alone is a long text with a number, and a short one without.
  await Promise.all([edit({ title: 'The helper is at 60000 44444' }), edit({ body: 'Go there.' })]);
  expect(await test.db.$count(questions, sql`id = ${id} and hidden_at is not null`)).toBe(1);
});

it('several new accounts with one number are a signal; asking about it is none', async () => {
  const [one, two, three, victim] = [await newcomer(), await newcomer(), await newcomer(), await newcomer()];
  const long = `The office opens at ten. ${'Bring the old card, a photograph and the form that they give you there. '.repeat(16)}`;
  const naming = (number: string) => `${long} ${number}`;
  const id = await ask();
  // What only stands in a post taints no number.
  expect((await comment(one, id, naming('60000 77777'))).body.data.isDeleted).toBe(false);
  expect((await comment(three, id, naming('60000 77777'))).body.data.isDeleted).toBe(false);
  const many = Array.from({ length: 9 }, (_, at) => `60000 7777${at}`).join(' and ');
  expect((await comment(one, await ask(), `Call ${many}`)).body.data.isDeleted).toBe(true);
  expect(await test.db.$count(pushedContacts, eq(pushedContacts.authorId, one.id))).toBe(5);
  await test.db.execute(
    sql`insert into pushed_contacts (contact_hash, author_id) values (md5('6000077777')::uuid, ${one.id}) on conflict do nothing`,
  );
  expect((await comment(two, id, naming('+91-6000077777'))).body.data.isDeleted).toBe(true);
  const asks = 'Somebody called from 60000 77777 and asked me for my PIN. Is it a fraud?';
  expect((await post('/communities/question/create', victim, { title: asks })).body.data.isDeleted).toBe(false);
  await test.db.execute(
    sql`update pushed_contacts set named_at = now() - interval '31 days' where author_id = ${one.id}`,
  );
  await sweepPushedContacts(test.db);
  expect(await test.db.$count(pushedContacts, eq(pushedContacts.authorId, one.id))).toBe(0);
});

it('leads from the form to the own page of the post, twice to the same', async () => {
  const [who, id] = [await newcomer(), await ask()];
  const { canonicalUrl } = (await get(`/communities/question/get/${id}`, null)).body.data;
  const fields = new URLSearchParams({ intent: 'answer', do: 'anyway', body: spam() });
  const send = () => test.send('POST', canonicalUrl, fields, who.lasting);
  const [first, second] = [await send(), await send()];
  expect(first.headers.location).toMatch(/^\/community\/post\/comment-\d+$/);
  expect(second.headers.location).toBe(first.headers.location);
  expect(await page(first.headers.location!, who)).toContain('<b>Hidden until a moderator looks');
  expect(
    await test.db.$count(
      reports,
      sql`reporter_id is null and entity_id = ${Number(/\d+$/.exec(first.headers.location!)![0])} and entity_type = 'COMMENT'`,
    ),
  ).toBe(1);
});
