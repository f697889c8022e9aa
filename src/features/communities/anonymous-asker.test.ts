// @runs slow
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { exported } from '../../testing/exported.ts';
import { openCommunity } from '../../testing/community.ts';
import { join, type Member } from '../../testing/join.ts';
import { allCalls } from '../../testing/security-matrix.ts';
import { sendNotificationMails } from '../notifications/send-notification-mails.server.ts';
import { districtsOf } from './districts.ts';
import { exportCommunityOf, forgetCommunityOf, moveCommunityOf } from './personal-posts.server.ts';
import { states } from '../schemes/facts.ts';

const { test, helper, other, moderator, post: api } = await openCommunity();
afterAll(() => test.close());

const page = (url: string, who: Member | null = null) =>
  test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const form = (url: string, fields: Record<string, string>, who: Member) =>
  test.send('POST', url, new URLSearchParams(fields), who.lasting);
const name = 'Zephyrine';
let serial = 0;
type Posted = { id: number; canonicalUrl: string; createdBy: { id: string } | null };
const send = async (path: string, who: Member, payload: object): Promise<Posted> =>
  (await api(`/communities/${path}`, who, payload)).body.data;

/** A thread in which the asker does all that an asker does. */
async function anonymousThread() {
  const asker = await join(test.services, { firstName: name, lastName: 'Quill' });
  const title = `Who pays the debt of a dead father, please (${(serial += 1)})?`;
  const question = await send('question/create', asker, { title, isAnonymous: true, state: 'Bihar', district: 'Gaya' });
  const answer = await send('comment/create', helper, { questionId: question.id, body: `Not you (${serial}).` });
  const own = await send('comment/create', asker, { questionId: question.id, body: `I asked a lawyer (${serial}).` });
  const reply = await send('reply/create', asker, { commentId: answer.id, body: `Thanks a lot (${serial}).` });
  await send(`question/${question.id}/accept`, asker, { commentId: answer.id });
  await send('reaction', asker, { entityType: 'COMMENT', entityId: answer.id, liked: true, disliked: false });
  return { asker, title, question, answer, own, reply };
}
type Thread = Awaited<ReturnType<typeof anonymousThread>>;

const readers: [string, Member | null][] = [
  ['a stranger', null],
  ['the one who answered', helper],
  ['a member', other],
];

/** Every call that reads, and every page, with the ids of the thread. @returns the places that say who asked */
async function placesThatTell({ asker, title, question, answer, own, reply }: Thread): Promise<string[]> {
  const calls = Object.keys(allCalls(test.app.routes))
    .filter((call) => call.startsWith('GET '))
    .flatMap((call) =>
      [question.id, answer.id, reply.id].map((id) => `/api${call.slice(4).replace(/\{\w+\}/, String(id))}`),
    );
  const q = encodeURIComponent(title);
  const addresses = [
    ...new Set(calls),
    `/api/search/hints?q=${q}`,
    `/api/search/suggest?q=${q}`,
    question.canonicalUrl,
    `${question.canonicalUrl}?answer=${answer.id}`,
    `${question.canonicalUrl}?answer=${own.id}`,
    `/hi${question.canonicalUrl}`,
    '/',
    '/community',
    '/community?filter=popular',
    `/search?q=${q}`,
    `/community/post/question-${question.id}`,
    `/community/post/comment-${own.id}`,
    `/community/post/reply-${reply.id}`,
    '/notifications',
    '/profile/questions',
    '/moderation',
    '/moderation/log',
    '/feed.xml',
    '/feed.atom',
    '/sitemap.xml',
    '/sitemap-questions-1.xml',
    '/offline',
  ];
  const posts: [string, object][] = [
    [`/communities/question/${question.id}/comments`, {}],
    [`/communities/comment/${answer.id}/replies`, {}],
    [`/communities/comment/${own.id}/replies`, {}],
    ['/search/question/recent', {}],
    ['/search/question/recent', { filter: 'POPULAR' }],
    ['/search/questions', { questionText: title }],
    [`/communities/question/${question.id}/mine`, { commentIds: [answer.id, own.id], replyIds: [reply.id] }],
  ];
  const told: string[] = [];
  for (const [reader, who] of readers) {
    const look = (place: string, answered: { body: unknown; headers: object }) => {
      const bytes = JSON.stringify([answered.body, answered.headers]);
      if (bytes.includes(name) || bytes.includes(asker.id)) told.push(`${reader}: ${place}`);
    };
    for (const address of addresses)
      look(
        address,
        address.startsWith('/api')
          ? await test.app.inject({ url: address, headers: { ...who?.headers } })
          : await page(address, who),
      );
    for (const [path, payload] of posts) look(path, await api(path, who, payload));
  }
  await test.db.execute(sql`update notifications set created_at = created_at - interval '1 hour'`);
  await sendNotificationMails(test.services);
  const mails = JSON.stringify((await test.db.execute(sql`select * from outbox_messages`)).rows);
  if (mails.includes(name) || mails.includes(asker.id)) told.push('mails');
  const theirs = JSON.stringify(await exported(exportCommunityOf(test.db, helper.id)));
  if (theirs.includes(name) || theirs.includes(asker.id)) told.push('the export of another');
  return told;
}

it('no byte that a stranger or member can get says who asked; moderators see it at their desk', async () => {
  const thread = await anonymousThread();
  expect(await placesThatTell(thread)).toEqual([]);
  const { asker, question, answer } = thread;
  const shown = (await page(question.canonicalUrl)).body;
  expect(shown).toContain('The person who asked');
  expect(shown).toContain('Gaya, Bihar');
  const desk = await test.app.inject({ url: `/moderation?post=QUESTION-${question.id}`, headers: moderator.lasting });
  expect(desk.body).toContain(name);

  // What was named before stays so in other threads.
  const open = await send('question/create', asker, { title: `And with my name (${serial})?` });
  expect(open.createdBy).toMatchObject({ id: asker.id });

  await test.send('DELETE', `/api/communities/question/delete/${question.id}`, undefined, asker.headers);
  await test.send('DELETE', `/api/communities/question/delete/${open.id}`, undefined, asker.headers);
  expect(await placesThatTell(thread), 'the question is gone, the thread stands').toEqual([]);
  expect((await api(`/communities/comment/${answer.id}/replies`, null, {})).body.data).toHaveLength(1);
});

it('the asker is told that the question is their own, and by no name', async () => {
  const { asker, question, own, reply, answer } = await anonymousThread();
  expect([question.createdBy, own.createdBy, reply.createdBy]).toEqual([null, null, null]);
  const read = async (who: Member | null) =>
    (
      await test.app.inject({ url: `/api/communities/question/get/${question.id}`, headers: { ...who?.headers } })
    ).json().data;
  expect(await read(asker)).toMatchObject({
    createdBy: null,
    isAnonymous: true,
    isOwn: true,
    isDeleted: false,
    lang: 'en',
    state: 'Bihar',
    district: 'Gaya',
  });
  expect(await read(helper)).toMatchObject({ createdBy: null, isAnonymous: true, isOwn: false });
  expect(await read(null)).toMatchObject({ createdBy: null, isAnonymous: true, isOwn: false });
  const choices = (await test.app.inject({ url: `/community/post/question-${question.id}`, headers: asker.lasting }))
    .body;
  expect(choices).toContain(`value="${answer.id}"`);
  expect(choices, 'nobody accepts an own answer').not.toContain(`value="${own.id}"`);
});

it('two accounts that become one stay without a name; when the account ends, nobody learns whose it was', async () => {
  const first = await anonymousThread();
  const second = await join(test.services, { firstName: name });
  const theirs = await send('comment/create', second, {
    questionId: first.question.id,
    body: 'It was the same with us.',
  });
  expect(theirs.createdBy).toMatchObject({ id: second.id });
  // Others were notified while it stood under a name.
  const replied = await send('reply/create', second, { commentId: first.answer.id, body: 'Ask the bank as well.' });
  expect(replied.createdBy).toMatchObject({ id: second.id });
  await test.db.transaction((tx) => moveCommunityOf(tx, first.asker.id, second.id));
  expect(await placesThatTell({ ...first, asker: second })).toEqual([]);

  const last = await anonymousThread();
  await test.db.transaction((tx) => forgetCommunityOf(tx, last.asker.id, { keepText: true }));
  const [row] = (
    await test.db.execute<{ author_id: null }>(sql`select author_id from questions where id = ${last.question.id}`)
  ).rows;
  expect(row!.author_id).toBeNull();
  expect(await placesThatTell(last)).toEqual([]);
});

it('the form asks without a name, with the State, and brings what is wrong back', async () => {
  const fields = {
    title: 'Is this asked without my name?',
    body: '',
    withoutName: 'on',
    state: 'Bihar',
    district: 'Gaya',
  };
  const wrong = await form('/community/ask', { ...fields, state: '' }, helper);
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain('Choose the State first.');
  expect(wrong.body).toContain('value="Gaya"');
  expect(wrong.body).toMatch(/<optgroup label="Bihar"[^]*<option value="Gaya" selected/);
  const ofAnother = await form('/community/ask', { ...fields, district: 'Pune' }, helper);
  expect(ofAnother.body).toContain('Choose a district of that State, or none.');
  expect(wrong.body).toMatch(/name="withoutName"[^>]*checked/);
  expect((await form('/community/ask', { ...fields, tookHint: 'yes' }, helper)).statusCode).toBe(303);
  const { rows } = await test.db.execute(
    sql`select is_anonymous, state, district, took_hint from questions where title = ${fields.title}`,
  );
  expect(rows).toEqual([{ is_anonymous: true, state: 'Bihar', district: 'Gaya', took_hint: true }]);
});

it('every State has districts, each once, and a question shows its own', async () => {
  expect(Object.keys(districtsOf)).toEqual([...states]);
  for (const names of Object.values(districtsOf)) {
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual([...new Set(names.map((name) => name.trim()))].toSorted());
  }
  const { question } = await anonymousThread();
  expect((await test.app.inject(question.canonicalUrl)).body).toContain('Gaya, Bihar');
});

it.each([
  { state: 'Atlantis' },
  { district: 'Gaya' },
  { state: 'Bihar', district: ' ' },
  { state: 'Bihar', district: 'Pune' },
  { isAnonymous: 'yes' },
])('a question with %j is refused', async (more) => {
  const answered = await api('/communities/question/create', helper, { title: 'Is this refused, I ask?', ...more });
  expect(answered.status).toBe(400);
});
