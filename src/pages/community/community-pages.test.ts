import { eq, sql } from 'drizzle-orm';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categories, comments, moderationActs, notifications, questions, reactions, replies, users } from '../../database/schema.ts';
import { invalidatePages } from '../../platform/page-cache.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { corpora, crossSiteScripts, spread } from '../../testing/corpora.ts';
import { codeFor, cookiesOf, type SignedIn, signIn } from '../../testing/sign-in.ts';

let test: TestApp;
let asker: SignedIn;
let helper: SignedIn;
let other: SignedIn;
let moderator: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  [asker, helper, other, moderator] = [await signIn(test), await signIn(test), await signIn(test), await signIn(test, { role: 'moderator' })];
  await db().update(users).set({ firstName: 'Meena', lastName: '' }).where(eq(users.id, asker.user.id));
  await db().insert(categories).values([{ id: 252, key: 'schemes', name: 'Schemes', displayName: 'Schemes' }, { id: 253, key: 'tax', name: 'Tax', displayName: 'Tax' }]);
});
afterAll(() => test.close());

type Fields = Record<string, string> | [string, string][];
const origin = 'http://localhost:3000';
const db = () => test.services.connection.db;
const get = (url: string, who: SignedIn | null = null) => test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const post = (url: string, fields: Fields, who: SignedIn | null = null, headers: Record<string, string> = { origin }) =>
  test.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded', ...(who ? { cookie: who.cookies } : {}), ...headers }, payload: new URLSearchParams(fields).toString() });
const locationOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location);
const titleOf = (body: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1];
const api = async (path: string, who: SignedIn, payload: object) => (await test.app.inject({ method: 'POST', url: `/api${path}`, headers: who.headers, payload })).json().data;
let serial = 0;
async function ask(who = asker): Promise<{ id: number; url: string }> {
  const { id, canonicalUrl } = await api('/communities/question/create', who, { title: `How do I get a ration card (${serial += 1})?`, categoryIds: [252] });
  return { id, url: canonicalUrl };
}
const answer = async (questionId: number, who = helper): Promise<number> => (await api('/communities/comment/create', who, { questionId, body: `At the nearest office (${serial += 1}).` })).id;
const hidden = (body: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&');

describe('the list of questions', () => {
  it('shows them newest first, apart by filter and category, the same bytes for all, and anew after each question', async () => {
    const { id, url } = await ask();
    const first = await get('/community');
    expect(first.statusCode).toBe(200);
    expect(first.body).toContain(`href="${url}"`);
    expect((await get('/community', asker)).body).toBe(first.body);
    expect(first.headers['set-cookie']).toBeUndefined();
    expect((await get('/community?filter=unanswered')).body).toContain(`href="${url}"`);
    await answer(id);
    expect((await get('/community?filter=unanswered')).body).not.toContain(`href="${url}"`);
    expect((await get('/community?category=252')).body).toContain(`href="${url}"`);
    expect((await get('/community?category=253')).body).not.toContain(`href="${url}"`);
    const next = await ask();
    expect((await get('/community')).body).toContain(`href="${next.url}"`);
  });

  it('is 404 for a filter, category, tag or page that does not exist', async () => {
    for (const query of ['filter=best', 'filter=RECENT', 'category=999', 'category=x', 'tag=999', 'page=99', 'page=0']) expect((await get(`/community?${query}`)).statusCode, query).toBe(404);
  });

  it('shows a name as it is now', async () => {
    await ask();
    expect((await get('/community')).body).toContain('>Meena</span>');
    await test.app.inject({ method: 'PATCH', url: '/api/user/update', headers: asker.headers, payload: { firstName: 'Meenakshi' } });
    await db().update(users).set({ firstName: 'Meenakshi' }).where(eq(users.id, asker.user.id));
    await invalidatePages(test.services.connection, [`user:${asker.user.id}`]);
    expect((await get('/community')).body).toContain('>Meenakshi</span>');
  });
});

describe('one question', () => {
  it('has one address: a wrong slug, a padded id and page=1 lead to it, an unknown one is 404', async () => {
    const { id, url } = await ask();
    const key = url.split('-').at(-1)!;
    for (const path of [`/community/question/wrong-${key}`, `${url}/`, `${url}?page=1`, `${url}?filter=popular`]) {
      const moved = await get(path);
      expect([moved.statusCode, locationOf(moved)], path).toEqual([301, url]);
    }
    for (const path of ['/community/question/x-OTk5OTk', '/community/question/x', `${url}?page=2`, `${url}?answer=99999`]) expect((await get(path)).statusCode, path).toBe(404);
    expect((await get(url)).body).toContain(`<link rel="canonical" href="${origin}${url}"/>`);
    expect(id).toBeGreaterThan(0);
  });

  it('puts the accepted answer first, for readers and in QAPage, and keeps what was removed as a tombstone', async () => {
    const { id, url } = await ask();
    const [first, second, third] = [await answer(id), await answer(id), await answer(id, other)];
    await api('/communities/reply/create', asker, { commentId: first, body: 'Which office?' });
    await api(`/communities/question/${id}/accept`, asker, { commentId: third });
    await test.app.inject({ method: 'DELETE', url: `/api/communities/comment/delete/${first}`, headers: helper.headers });
    const { body } = await get(url);
    const places = [...body.matchAll(/id="comment-(\d+)"/g)].map((match) => Number(match[1]));
    expect(places).toEqual([third, first, second]);
    expect(body).toContain('This answer was removed.');
    expect(body).toContain('Which office?');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?QAPage.*?)<\/script>/s.exec(body) ?? [];
    const page = (JSON.parse(json) as { '@graph': Record<string, any>[] })['@graph'].find((node) => node['@type'] === 'QAPage')!; // oxlint-disable-line typescript/no-explicit-any -- a tree of schema.org
    expect(page.mainEntity).toMatchObject({ '@type': 'Question', answerCount: 2, acceptedAnswer: { url: `${origin}${url}#comment-${third}` } });
    expect(page.mainEntity.suggestedAnswer).toHaveLength(1);

    await test.app.inject({ method: 'DELETE', url: `/api/communities/question/delete/${id}`, headers: asker.headers });
    const moved = await get(url);
    expect(moved.statusCode).toBe(301);
    const gone = await get(locationOf(moved));
    expect(gone.statusCode).toBe(200);
    expect(titleOf(gone.body)).toBe('This question was removed');
    expect(gone.body).toContain('noindex');
    expect(gone.body).not.toContain('id="share"');
    expect(gone.body).not.toContain('id="words"');
  });

  it('of twenty answers and more has pages by links, and each answer its own with all replies', async () => {
    const { id, url } = await ask();
    const ids: number[] = [];
    for (let at = 0; at < 23; at += 1) ids.push(await answer(id));
    for (let at = 0; at < 5; at += 1) await api('/communities/reply/create', other, { commentId: ids[0], body: `Reply number ${at}` });
    const first = await get(url);
    expect(first.body).toContain(`href="${url}?page=2#answers"`);
    expect(first.body).toContain('Show 2 more replies');
    expect(first.body).not.toContain('Reply number 3');
    expect((await get(`${url}?page=2`)).body.match(/id="comment-/g)).toHaveLength(3);
    const alone = await get(`${url}?answer=${ids[0]}`);
    expect(alone.body).toContain('Reply number 4');
    expect(alone.body).toContain('id="words"');
    expect(alone.body.match(/id="comment-/g)).toHaveLength(1);
  });

  it('is read with six queries at most, however many answered', async () => {
    const { id, url } = await ask();
    for (let at = 0; at < 21; at += 1) await api('/communities/reply/create', other, { commentId: await answer(id), body: 'Thank you.' });
    await get(url);
    const { pool } = test.services.connection;
    const seen: string[] = [];
    const query = pool.query.bind(pool);
    Object.assign(pool, { query: (...given: unknown[]) => { seen.push(JSON.stringify(given[0])); return (query as (...each: unknown[]) => unknown)(...given); } });
    await invalidatePages(test.services.connection, [`question:${id}`]);
    await get(url);
    Object.assign(pool, { query });
    const ofThread = seen.filter((text) => /questions|comments|replies|reactions/.test(text)).length;
    expect(ofThread).toBeGreaterThan(1);
    expect(ofThread).toBeLessThanOrEqual(6);
  });

  it('is anew after every write', async () => {
    const { id, url } = await ask();
    const read = async () => (await get(url)).body;
    let before = await read();
    const differs = async () => {
      const now = await read();
      const isNew = now !== before;
      before = now;
      return isNew;
    };
    const comment = await answer(id);
    expect(await differs(), 'comment').toBe(true);
    const { id: reply } = await api('/communities/reply/create', other, { commentId: comment, body: 'Thank you.' });
    expect(await differs(), 'reply').toBe(true);
    for (const [entityType, entityId] of [['QUESTION', id], ['COMMENT', comment], ['REPLY', reply]] as const) {
      await api('/communities/reaction', other, { entityType, entityId, liked: true, disliked: false });
      expect(await differs(), `reaction ${entityType}`).toBe(true);
    }
    await api(`/communities/question/${id}/share`, other, {});
    expect(await differs(), 'share').toBe(true);
    await api(`/communities/question/${id}/accept`, asker, { commentId: comment });
    expect(await differs(), 'accept').toBe(true);
    await test.app.inject({ method: 'PATCH', url: `/api/communities/comment/${comment}`, headers: helper.headers, payload: { body: 'At the other office.' } });
    expect(await differs(), 'edit').toBe(true);
    await api(`/communities/question/${id}/close`, asker, { isClosed: true });
    expect(await differs(), 'close').toBe(true);
    await api('/moderation/act', moderator, { entityType: 'REPLY', entityId: reply, act: 'HIDE', reason: 'Not kind.' });
    expect(await differs(), 'hide').toBe(true);
  });
});

describe('the forms of a question', () => {
  it('post an answer and a reply, and lead to their places', async () => {
    const { id, url } = await ask();
    const answered = await post(url, { intent: 'answer', body: 'Go to the **tehsil**.\r\nTake a photo.' }, helper);
    expect(answered.statusCode).toBe(303);
    const [comment] = await db().select().from(comments).where(eq(comments.questionId, id));
    expect(comment!.body).toBe('Go to the **tehsil**.\nTake a photo.');
    expect(locationOf(answered)).toBe(`${url}#comment-${comment!.id}`);
    const replied = await post(`${url}?answer=${comment!.id}`, { intent: 'reply', comment: String(comment!.id), body: 'Which one?' }, asker);
    const [reply] = await db().select().from(replies).where(eq(replies.commentId, comment!.id));
    expect(locationOf(replied)).toBe(`${url}?answer=${comment!.id}#reply-${reply!.id}`);
  });

  it('leads to the last page, where the new answer is', async () => {
    const { id, url } = await ask();
    for (let at = 0; at < 20; at += 1) await answer(id, other);
    expect(locationOf(await post(url, { intent: 'answer', body: 'The twenty-first.' }, helper))).toMatch(new RegExp(`^${url}\\?page=2#comment-\\d+$`));
  });

  it('like, dislike and take back, without script, and say so to who is signed out', async () => {
    const { id, url } = await ask();
    const mine = async () => (await db().select({ isLike: reactions.isLike }).from(reactions).where(sql`${reactions.entityType} = 'QUESTION' and ${reactions.entityId} = ${id}`)).map(({ isLike }) => isLike);
    const like = { intent: 'react', like: `QUESTION-${id}` };
    const liked = await post(url, like, other);
    expect([liked.statusCode, locationOf(liked)]).toEqual([303, `${url}#question`]);
    expect(await mine()).toEqual([true]);
    await post(url, { intent: 'react', dislike: `QUESTION-${id}` }, other);
    expect(await mine()).toEqual([false]);
    await post(url, { intent: 'react', dislike: `QUESTION-${id}` }, other);
    expect(await mine()).toEqual([]);
    const out = await post(url, like);
    expect(out.statusCode).toBe(303);
    expect(locationOf(out)).toBe(`/login?redirect=${encodeURIComponent(`${url}#question`)}`);
    for (const value of ['ARTICLE-1', 'QUESTION-x', '', 'COMMENT-999999']) expect((await post(url, { intent: 'react', like: value }, other)).statusCode, value).toBeGreaterThanOrEqual(400);
  });

  it('shows the ways to send it, and counts who is signed in', async () => {
    const { id, url } = await ask();
    const shared = await post(url, { intent: 'share' }, other);
    expect(shared.statusCode).toBe(200);
    expect(shared.body).toContain('https://wa.me/?text=');
    expect(shared.body).not.toMatch(/id="share" hidden/);
    await post(url, { intent: 'share' });
    const [row] = await db().select({ shareCount: questions.shareCount }).from(questions).where(eq(questions.id, id));
    expect(row!.shareCount).toBe(1);
  });

  it('posts once what is sent twice at once or again, and leads to it', async () => {
    const { id, url } = await ask();
    const comment = await answer(id);
    for (const [at, fields] of [[url, { intent: 'answer' }], [`${url}?answer=${comment}`, { intent: 'reply', comment: String(comment) }], ['/community/ask', { title: 'Is one question asked once?' }]] as const) {
      const send = () => post(at, { ...fields, body: 'Say it once.' }, helper);
      const taps = [...await Promise.all([send(), send()]), await send()];
      expect(taps.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
      expect(new Set(taps.map(locationOf)).size).toBe(1);
    }
    for (const table of [comments, replies, questions]) expect(await db().$count(table, eq(table.body, 'Say it once.'))).toBe(1);
  });

  it('keeps what was typed, with the words of the catalogue, where it is refused', async () => {
    const { id, url } = await ask();
    const empty = await post(url, { intent: 'answer', body: '  ' }, helper);
    expect(empty.statusCode).toBe(400);
    expect(empty.body).toContain('Error posting comment');
    await db().update(users).set({ suspendedUntil: sql`now() + interval '1 day'` }).where(eq(users.id, helper.user.id));
    const suspended = await post(url, { intent: 'answer', body: 'I am suspended.' }, helper);
    await db().update(users).set({ suspendedUntil: null }).where(eq(users.id, helper.user.id));
    expect(suspended.statusCode).toBe(403);
    expect(suspended.body).toContain('Forbidden. You don&#x27;t have permission.');
    await api(`/communities/question/${id}/close`, asker, { isClosed: true });
    expect((await post(url, { intent: 'answer', body: 'Too late?' }, helper)).statusCode).toBe(409);
    expect((await post('/community/question/x-OTk5OTk', { intent: 'answer', body: 'Where?' }, helper)).statusCode).toBe(404);
    expect((await post(url, { intent: 'nothing' }, helper)).statusCode).toBe(400);
    expect((await post(url, { intent: 'answer', body: 'x' }, helper, { origin: 'https://evil.example' })).statusCode).toBe(403);
  });

  it('warns of numbers before everyone reads them, hides them at one tap, and posts them where that is wanted', async () => {
    const { id, url } = await ask();
    const body = 'Call me: 98765 43210. PAN ABCPE1234F.';
    const warned = await post(url, { intent: 'answer', body }, helper);
    expect(warned.statusCode).toBe(400);
    expect(warned.body).toContain('This shows a number that may be yours');
    expect(warned.body).toContain('a PAN');
    const masked = await post(url, { intent: 'answer', body, do: 'mask' }, helper);
    expect(masked.body).toMatch(/XXXXX X3210/);
    expect(masked.body).not.toContain('98765 43210');
    expect(await db().select().from(comments).where(eq(comments.questionId, id))).toEqual([]);
    expect((await post(url, { intent: 'answer', body, do: 'anyway' }, helper)).statusCode).toBe(303);
  });

  it('lets somebody sign in between typing and posting, and loses nothing', async () => {
    const { id, url } = await ask();
    const words = 'Typed "before" <signing> in & kept.';
    const step = await post(url, { intent: 'answer', body: words });
    expect(step.statusCode).toBe(401);
    expect(step.headers['cache-control']).toBe('private, no-store');
    expect(step.body).toContain('Typed &quot;before&quot; &lt;signing&gt; in &amp; kept.');
    const number = '8200000001';
    const coded = await post(url, { intent: 'answer', body: words, auth: 'send', identifier: number });
    const token = hidden(coded.body, 'step')!;
    expect(coded.body).toContain('+91 82000 00001');
    const code = await codeFor(test, `+91${number}`);
    const wrong = await post(url, { intent: 'answer', body: words, auth: 'verify', step: token, code: code === '111111' ? '222222' : '111111' });
    expect([wrong.statusCode, wrong.headers['set-cookie']]).toEqual([400, undefined]);
    const posted = await post(url, { intent: 'answer', body: words, auth: 'verify', step: token, code });
    const [comment] = await db().select().from(comments).where(eq(comments.questionId, id));
    expect(comment!.body).toBe(words);
    expect(locationOf(posted)).toBe(`${url}#comment-${comment!.id}`);
    expect((await get('/profile/questions', { ...asker, cookies: cookiesOf(posted.headers['set-cookie'] as string[]) })).statusCode).toBe(200);
  });
});

describe('asking', () => {
  it('opens for everyone, looks first, and posts with categories', async () => {
    const open = await get('/community/ask');
    expect([open.statusCode, open.headers['cache-control']]).toEqual([200, 'private, no-store']);
    await ask();
    const checked = await post('/community/ask', { title: 'How do I get a ration card?', body: 'In **Pune**.', do: 'check' });
    expect(checked.statusCode).toBe(200);
    expect(checked.body).toContain('Is it one of these?');
    expect(checked.body).toContain('<p>In <strong>Pune</strong>.</p>');
    const title = 'Whom do I ask about a widow pension?';
    const asked = await post('/community/ask', [['title', title], ['body', 'Gaya, Bihar.'], ['category', '252'], ['category', '253']], asker);
    expect(asked.statusCode).toBe(303);
    const [row] = await db().select().from(questions).where(eq(questions.title, title));
    expect(row).toMatchObject({ body: 'Gaya, Bihar.', categoryIds: [252, 253], authorId: asker.user.id });
    // A double tap finds what is there.
    const again = await post('/community/ask', [['title', title], ['body', 'Gaya, Bihar.'], ['category', '252'], ['category', '253']], asker);
    expect([again.statusCode, locationOf(again)]).toEqual([303, locationOf(asked)]);
    expect(await db().select().from(questions).where(eq(questions.title, title))).toHaveLength(1);
    const [one, two] = await Promise.all([1, 2].map(() => post('/community/ask', { title: 'Two taps at the same moment?', body: '' }, asker)));
    expect([one!.statusCode, two!.statusCode, locationOf(one!)]).toEqual([303, 303, locationOf(two!)]);
  });

  it('says beside each field what is wrong, and keeps all of it', async () => {
    const short = await post('/community/ask', { title: 'Short', body: 'Kept.' }, asker);
    expect(short.statusCode).toBe(400);
    expect(short.body).toContain('Write your question in 10 to 200 letters.');
    expect(short.body).toContain('>Kept.</textarea>');
    expect((await post('/community/ask', [['title', 'Six categories at once?'], ...[1, 2, 3, 4, 5, 6].map((id): [string, string] => ['category', String(id)])], asker)).body).toContain('Choose up to five.');
    expect((await post('/community/ask', { title: 'Nested too deep, is it not?', body: '>'.repeat(50) }, asker)).statusCode).toBe(400);
    expect((await post('/community/ask', { title: 'My number is 9876543210, please?', body: '' }, asker)).body).toContain('a mobile number');
    const out = await post('/community/ask', { title: 'Asked by nobody so far?', body: 'Kept as well.' });
    expect([out.statusCode, hidden(out.body, 'body')]).toEqual([401, 'Kept as well.']);
  });

  it('lists one\'s own under the account', async () => {
    expect((await get('/profile/questions')).statusCode).toBe(303);
    const { url } = await ask(other);
    const own = await get('/profile/questions', other);
    expect(own.body).toContain(`href="${url}"`);
    expect((await get('/profile/questions', moderator)).body).not.toContain(`href="${url}"`);
  });
});

describe('one post', () => {
  it('is changed by its author for a day, deleted by its author or a moderator, accepted and closed by the asker, reported by others', async () => {
    const { id, url } = await ask();
    const comment = await answer(id);
    const path = `/community/post/comment-${comment}`;
    expect((await get(path)).statusCode).toBe(303);
    const has = async (who: SignedIn, at = path) => {
      const { body } = await get(at, who);
      return ['accept', 'edit', 'close', 'report', 'delete'].filter((intent) => body.includes(`name="intent" value="${intent}"`));
    };
    expect(await has(helper)).toEqual(['edit', 'delete']);
    expect(await has(asker)).toEqual(['accept', 'report']);
    expect(await has(other)).toEqual(['report']);
    expect(await has(moderator)).toEqual(['report', 'delete']);
    expect(await has(asker, `/community/post/question-${id}`)).toEqual(['edit', 'close', 'delete']);

    for (const intent of ['edit', 'delete', 'accept']) expect((await post(path, { intent, body: 'Not mine.' }, other)).statusCode, intent).toBe(403);
    const edited = await post(path, { intent: 'edit', body: 'At the tehsil.' }, helper);
    expect(locationOf(edited)).toBe(`${url}?answer=${comment}#comment-${comment}`);
    expect((await get(url)).body).toContain('changed');
    expect((await post(path, { intent: 'accept', do: 'do' }, asker)).statusCode).toBe(303);
    expect((await get(url)).body).toContain('class="best good"');
    expect((await post(path, { intent: 'report' }, other)).body).toContain('Choose what is wrong with it.');
    expect(locationOf(await post(path, { intent: 'report', reason: 'SPAM', note: 'Sells cards.' }, other))).toBe(`${path}?told=reported`);
    expect((await get(`${path}?told=reported`, other)).body).toContain('A moderator will look at it.');
    expect((await post(`/community/post/question-${id}`, { intent: 'close', do: 'do' }, asker)).statusCode).toBe(303);
    expect((await get(url)).body).toContain('This question is closed');
    expect(locationOf(await post(path, { intent: 'delete' }, helper))).toBe(`${url}#answers`);
    expect((await get(path, helper)).statusCode).toBe(404);
    expect((await post(path, { intent: 'delete' }, helper)).statusCode).toBe(404);
    for (const bad of ['/community/post/x', '/community/post/article-1', '/community/post/comment-0', '/community/post/comment-99999999']) expect((await get(bad, helper)).statusCode, bad).toBe(404);
  });

  it('that was hidden is there for its author, with the reason, and for nobody else', async () => {
    const { id } = await ask();
    const comment = await answer(id);
    await api('/moderation/act', moderator, { entityType: 'COMMENT', entityId: comment, act: 'HIDE', reason: 'It names a neighbour.' });
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
    expect(page.body).toContain(`href="${url}?answer=${comment}#comment-${comment}"`);
    expect((await post('/notifications', {}, fresh)).statusCode).toBe(303);
    expect((await get('/notifications', fresh)).body).toContain('All read');
    expect((await db().select().from(notifications).where(eq(notifications.userId, fresh.user.id))).every(({ readAt }) => readAt !== null)).toBe(true);
    expect((await get('/notifications', other)).body).not.toContain(`answer=${comment}`);
  });
});

describe('the moderators\' page', () => {
  it('is for moderators; each act has its reason and is done once', async () => {
    const { id, url } = await ask();
    const comment = await answer(id);
    await api('/communities/report', other, { entityType: 'COMMENT', entityId: comment, reason: 'SCAM', note: 'Asks for <b>money</b>.' });
    expect((await get('/moderation')).statusCode).toBe(303);
    const mayNot = await get('/moderation', other);
    expect(mayNot.statusCode).toBe(403);
    expect(mayNot.body).toContain('Forbidden. You don&#x27;t have permission.');
    expect((await post('/moderation', { post: `COMMENT-${comment}`, act: 'HIDE', reason: 'Mine to say.' }, other)).statusCode).toBe(403);
    const queue = await get('/moderation', moderator);
    expect(queue.body).toContain('Asks for &lt;b&gt;money&lt;/b&gt;.');
    for (const [fields, words] of [[{ act: '', reason: 'x' }, 'Choose what to do.'], [{ act: 'HIDE', reason: ' ' }, 'Say why'], [{ act: 'SUSPEND', reason: 'x', days: '0' }, 'For a suspension']] as const) {
      const refused = await post('/moderation', { post: `COMMENT-${comment}`, ...fields } as Record<string, string>, moderator);
      expect([refused.statusCode, refused.body.includes(words)], words).toEqual([400, true]);
    }
    const done = await post('/moderation', { post: `COMMENT-${comment}`, act: 'HIDE', reason: 'A scam.' }, moderator);
    expect(locationOf(done)).toBe('/moderation?done=1');
    expect((await get('/moderation', moderator)).body).not.toContain(`COMMENT-${comment}`);
    expect(await db().select({ reason: moderationActs.reason }).from(moderationActs).where(sql`${moderationActs.entityType} = 'COMMENT' and ${moderationActs.entityId} = ${comment}`)).toEqual([{ reason: 'A scam.' }]);
    expect((await get(url)).body).not.toContain(`id="comment-${comment}"`);
  });
});

it('one\'s own likes and posts come by a call for somebody signed in', async () => {
  const { id } = await ask();
  const comment = await answer(id);
  await api('/communities/reaction', helper, { entityType: 'QUESTION', entityId: id, liked: false, disliked: true });
  expect(await api(`/communities/question/${id}/mine`, helper, { commentIds: [comment], replyIds: [] })).toEqual({ liked: [], disliked: [`QUESTION-${id}`], own: [`COMMENT-${comment}`] });
  const nobody = await test.app.inject({ method: 'POST', url: `/api/communities/question/${id}/mine`, payload: { commentIds: [], replyIds: [] } });
  expect(nobody.statusCode).toBe(401);
  const invalid = await test.app.inject({ method: 'POST', url: `/api/communities/question/${id}/mine`, headers: helper.headers, payload: { commentIds: ['x'], replyIds: [] } });
  expect(invalid.statusCode).toBe(400);
});

it('the search page finds questions, among the rest and apart', async () => {
  const title = 'Kerosene quota on a migrant card, who grants it?';
  const { canonicalUrl, id } = await api('/communities/question/create', asker, { title });
  for (const path of ['/search?q=kerosene+migrant', '/search?q=kerosene+migrant&kind=questions']) {
    const found = await get(path);
    expect(found.statusCode, path).toBe(200);
    expect(found.body, path).toContain(`href="${canonicalUrl}"`);
  }
  expect((await get('/search?q=kerosene+migrant&kind=videos')).body).not.toContain(`href="${canonicalUrl}"`);
  expect((await get('/search?q=kerosene+migrant&kind=questions&page=2')).statusCode).toBe(404);
  await test.app.inject({ method: 'DELETE', url: `/api/communities/question/delete/${id}`, headers: asker.headers });
  expect((await get('/search?q=kerosene+migrant&kind=questions')).body).not.toContain(`href="${canonicalUrl}"`);
});

/** Elements, attributes and addresses of a page's content that would do something. */
function livelyIn(body: string): string[] {
  const { document } = new JSDOM(body).window;
  const content = [...document.querySelectorAll('main *')];
  const isSafe = (address: string) => /^(?:https?:|mailto:|tel:|[/?#])/i.test(address);
  return content.filter((element) => (/^(?:script|iframe|object|embed|img|style|base|link|meta|math)$/i.test(element.tagName) && element.getAttribute('type') !== 'application/ld+json')
    || [...element.attributes].some(({ name, value }) => /^on|^style$|^srcdoc$/i.test(name) || (/^(?:href|src|action|formaction)$/i.test(name) && element.tagName !== 'use' && !isSafe(value)))).map(({ outerHTML }) => outerHTML.slice(0, 200));
}

describe.skipIf(corpora === null)('hostile texts', () => {
  it('stand inert on every page that shows them', async () => {
    const { id, url } = await ask();
    for (const text of spread(crossSiteScripts(), 40)) {
      await test.app.inject({ method: 'POST', url: '/api/communities/comment/create', headers: helper.headers, payload: { questionId: id, body: text } });
      await test.app.inject({ method: 'POST', url: '/api/communities/question/create', headers: other.headers, payload: { title: `${text} ${text}`.slice(0, 200), body: text } });
      const shown = await post('/community/ask', { title: text.slice(0, 200), body: text, do: 'check' });
      expect([200, 400]).toContain(shown.statusCode);
      expect(livelyIn(shown.body)).toEqual([]);
    }
    for (const path of [url, `${url}?page=2`, '/community', '/community?page=2']) expect(livelyIn((await get(path)).body), path).toEqual([]);
    expect(livelyIn((await get('/notifications', asker)).body)).toEqual([]);
    expect(livelyIn((await get('/profile/questions', other)).body)).toEqual([]);
  });
});
