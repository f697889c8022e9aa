// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { comments, questions, reactions, replies, users } from '../../database/schema.ts';
import { hidden, openCommunityPages } from '../../testing/community-pages.ts';
import { locationOf } from '../../testing/page-forms.ts';
import { codeFor, cookiesOf } from '../../testing/sign-in.ts';

const { test, db, asker, helper, other, moderator, origin, api, get, post, ask, answer } = await openCommunityPages();
afterAll(() => test.close());

describe('the forms of a question', () => {
  it('post an answer and a reply, and lead to their places', async () => {
    const { id, url } = await ask();
    const answered = await post(url, { intent: 'answer', body: 'Go to the **tehsil**.\r\nTake a photo.' }, helper);
    expect(answered.statusCode).toBe(303);
    const [comment] = await db().select().from(comments).where(eq(comments.questionId, id));
    expect(comment!.body).toBe('Go to the **tehsil**.\nTake a photo.');
    expect(locationOf(answered)).toBe(`${url}#comment-${comment!.id}`);
    const replied = await post(
      `${url}?answer=${comment!.id}`,
      { intent: 'reply', comment: String(comment!.id), body: 'Which one?' },
      asker,
    );
    const [reply] = await db().select().from(replies).where(eq(replies.commentId, comment!.id));
    expect(locationOf(replied)).toBe(`${url}?answer=${comment!.id}#reply-${reply!.id}`);
  });

  it('a script is told where to go on, and refused words stay though the question has closed', async () => {
    const { id, url } = await ask();
    const sent = { intent: 'answer', body: 'Sent by a script.' };
    const answered = await post(url, sent, helper, { origin, 'x-sent-by': 'script' });
    const [comment] = await db().select().from(comments).where(eq(comments.questionId, id));
    expect([answered.statusCode, locationOf(answered)]).toEqual([200, `${url}#comment-${comment!.id}`]);
    await api(`/communities/question/${id}/close`, asker, { isClosed: true });
    const refused = await post(url, { intent: 'answer', body: 'Too late for this.' }, helper);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(/<form[^>]* id="answer"[^]*This question is closed[^]*Too late for this\./);
  });

  it('leads to the last page, where the new answer is', async () => {
    const { id, url } = await ask();
    for (let at = 0; at < 20; at += 1) await answer(id, other);
    expect(locationOf(await post(url, { intent: 'answer', body: 'The twenty-first.' }, helper))).toMatch(
      new RegExp(`^${url}\\?page=2#comment-\\d+$`),
    );
  });

  it('like, dislike and take back, without script, and say so to who is signed out', async () => {
    const { id, url } = await ask();
    const mine = async () =>
      (
        await db()
          .select({ isLike: reactions.isLike })
          .from(reactions)
          .where(sql`${reactions.entityType} = 'QUESTION' and ${reactions.entityId} = ${id}`)
      ).map(({ isLike }) => isLike);
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
    expect(locationOf(out)).toBe(`/login?redirect=${encodeURIComponent(`${url}#question`)}&why=thumbs`);
    for (const value of ['ARTICLE-1', 'QUESTION-x', '', 'COMMENT-999999'])
      expect((await post(url, { intent: 'react', like: value }, other)).statusCode, value).toBeGreaterThanOrEqual(400);
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

  it('sends the address of the page in the language of its reader', async () => {
    const { url } = await ask();
    const { body } = await post(`/hi${url}`, { intent: 'share' }, other);
    expect(body).toContain(encodeURIComponent(`${origin}/hi${url}`));
    expect(body).toContain(`data-address="${origin}/hi${url}"`);
    expect(body).toContain(`"url":"${origin}/hi${url}"`);
  });

  it('posts once what is sent twice at once or again, and leads to it', async () => {
    const { id, url } = await ask();
    const comment = await answer(id);
    for (const [at, fields] of [
      [url, { intent: 'answer' }],
      [`${url}?answer=${comment}`, { intent: 'reply', comment: String(comment) }],
      ['/community/ask', { title: 'Is one question asked once?' }],
    ] as const) {
      const send = () => post(at, { ...fields, body: 'Say it once.' }, helper);
      const taps = [...(await Promise.all([send(), send()])), await send()];
      expect(taps.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
      expect(new Set(taps.map(locationOf)).size).toBe(1);
    }
    for (const table of [comments, replies, questions])
      expect(await db().$count(table, eq(table.body, 'Say it once.'))).toBe(1);
  });

  it('keeps what was typed, with the words of the catalogue, where it is refused', async () => {
    const { id, url } = await ask();
    const empty = await post(url, { intent: 'answer', body: '  ' }, helper);
    expect(empty.statusCode).toBe(400);
    expect(empty.body).toContain('Error posting comment');
    await db()
      .update(users)
      .set({ suspendedUntil: sql`now() + interval '1 day'` })
      .where(eq(users.id, helper.user.id));
    const suspended = await post(url, { intent: 'answer', body: 'I am suspended.' }, helper);
    await db().update(users).set({ suspendedUntil: null }).where(eq(users.id, helper.user.id));
    expect(suspended.statusCode).toBe(403);
    expect(suspended.body).toContain('Forbidden. You don&#x27;t have permission.');
    await api(`/communities/question/${id}/close`, asker, { isClosed: true });
    expect((await post(url, { intent: 'answer', body: 'Too late?' }, helper)).statusCode).toBe(409);
    expect((await post('/community/question/x-OTk5OTk', { intent: 'answer', body: 'Where?' }, helper)).statusCode).toBe(
      404,
    );
    expect((await post(url, { intent: 'nothing' }, helper)).statusCode).toBe(400);
    expect(
      (await post(url, { intent: 'answer', body: 'x' }, helper, { origin: 'https://evil.example' })).statusCode,
    ).toBe(403);
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
    expect(coded.body).toMatch(/<button [^>]*value="change" name="auth"/);
    const changing = await post(url, { intent: 'answer', body: words, method: 'phone', step: token, auth: 'change' });
    expect(changing.statusCode).toBe(200);
    expect(changing.body).toMatch(/<input [^>]*name="identifier" value="8200000001"/);
    expect(changing.body).toContain('Typed &quot;before&quot; &lt;signing&gt; in &amp; kept.');
    const wrong = await post(url, {
      intent: 'answer',
      body: words,
      auth: 'verify',
      step: token,
      code: code === '111111' ? '222222' : '111111',
    });
    expect([wrong.statusCode, wrong.headers['set-cookie']]).toEqual([400, undefined]);
    const posted = await post(url, { intent: 'answer', body: words, auth: 'verify', step: token, code });
    const [comment] = await db().select().from(comments).where(eq(comments.questionId, id));
    expect(comment!.body).toBe(words);
    expect(locationOf(posted)).toBe(`/profile_built?posted=comment-${comment!.id}`);
    expect(
      (await get('/profile/questions', { ...asker, cookies: cookiesOf(posted.headers['set-cookie'] as string[]) }))
        .statusCode,
    ).toBe(200);
  });
});

describe('asking', () => {
  it('opens for everyone, looks first, and posts with categories', async () => {
    const open = await get('/community/ask');
    expect([open.statusCode, open.headers['cache-control']]).toEqual([200, 'private, no-store']);
    await ask();
    const checked = await post('/community/ask', {
      title: 'How do I get a ration card?',
      body: 'In **Pune**.',
      do: 'check',
    });
    expect(checked.statusCode).toBe(200);
    expect(checked.body).toContain('Is it one of these?');
    expect(checked.body).toContain('<p>In <strong>Pune</strong>.</p>');
    const title = 'Whom do I ask about a widow pension?';
    const asked = await post(
      '/community/ask',
      [
        ['title', title],
        ['body', 'Gaya, Bihar.'],
        ['category', '252'],
        ['category', '253'],
      ],
      asker,
    );
    expect(asked.statusCode).toBe(303);
    const [row] = await db().select().from(questions).where(eq(questions.title, title));
    expect(row).toMatchObject({ body: 'Gaya, Bihar.', categoryIds: [252, 253], authorId: asker.user.id });
    // A double submit finds the existing question.
    const again = await post(
      '/community/ask',
      [
        ['title', title],
        ['body', 'Gaya, Bihar.'],
        ['category', '252'],
        ['category', '253'],
      ],
      asker,
    );
    expect([again.statusCode, locationOf(again)]).toEqual([303, locationOf(asked)]);
    expect(await db().select().from(questions).where(eq(questions.title, title))).toHaveLength(1);
    const [one, two] = await Promise.all(
      [1, 2].map(() => post('/community/ask', { title: 'Two taps at the same moment?', body: '' }, asker)),
    );
    expect([one!.statusCode, two!.statusCode, locationOf(one!)]).toEqual([303, 303, locationOf(two!)]);
  });

  it('says beside each field what is wrong, and keeps all of it', async () => {
    const short = await post('/community/ask', { title: 'Short', body: 'Kept.' }, asker);
    expect(short.statusCode).toBe(400);
    expect(short.body).toContain('Write your question in 10 to 200 letters.');
    expect(short.body).toContain('>Kept.</textarea>');
    expect(
      (
        await post(
          '/community/ask',
          [
            ['title', 'Six categories at once?'],
            ...[1, 2, 3, 4, 5, 6].map((id): [string, string] => ['category', String(id)]),
          ],
          asker,
        )
      ).body,
    ).toContain('Choose up to five.');
    expect(
      (await post('/community/ask', { title: 'Nested too deep, is it not?', body: '>'.repeat(50) }, asker)).statusCode,
    ).toBe(400);
    expect(
      (await post('/community/ask', { title: 'My number is 9876543210, please?', body: '' }, asker)).body,
    ).toContain('a mobile number');
    const out = await post('/community/ask', { title: 'Asked by nobody so far?', body: 'Kept as well.' });
    expect([out.statusCode, hidden(out.body, 'body')]).toEqual([401, 'Kept as well.']);
  });

  it("lists one's own under the account", async () => {
    expect((await get('/profile/questions')).statusCode).toBe(303);
    const { url } = await ask(other);
    const own = await get('/profile/questions', other);
    expect(own.body).toContain(`href="${url}"`);
    expect((await get('/profile/questions', moderator)).body).not.toContain(`href="${url}"`);
  });
});
