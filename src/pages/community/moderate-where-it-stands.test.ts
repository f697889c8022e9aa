import { afterAll, describe, expect, it } from 'vitest';
import { hidden, openCommunityPages } from '../../testing/community-pages.ts';
import { locationOf } from '../../testing/page-forms.ts';

const { test, asker, helper, other, moderator, api, get, post, ask, answer } = await openCommunityPages();
afterAll(() => test.close());

const mineOf = (who: typeof asker, id: number) =>
  api(`/communities/question/${id}/mine`, who, { commentIds: [], replyIds: [] });

describe('moderating any post from where it stands', () => {
  it('has a page for each post, reported or not, which leads back and says that it is done', async () => {
    const { id, url } = await ask();
    const comment = await answer(id);
    const path = `/moderation?post=COMMENT-${comment}`;
    expect((await get(path)).statusCode).toBe(303);
    expect((await get(path, other)).statusCode).toBe(403);
    const page = await get(path, moderator);
    expect(page.statusCode).toBe(200);
    for (const words of ['not reported', 'Suspend its writer and hide it', `href="${url}?answer=${comment}#comment-`])
      expect(page.body).toContain(words);
    const form = { post: `COMMENT-${comment}`, afterAct: hidden(page.body, 'afterAct')!, reason: 'Sells places.' };
    const done = await post(path, { ...form, act: 'SUSPEND', days: '2' }, moderator);
    expect(locationOf(done)).toBe(`${path}&done=1`);
    const after = (await get(locationOf(done), moderator)).body;
    for (const words of ['Done, and noted in the log.', 'Writer suspended', 'Suspended until', 'End the suspension'])
      expect(after).toContain(words);
    expect((await get(url)).body).not.toContain(`data-post="COMMENT-${comment}"`);
    await post(path, { ...form, afterAct: hidden(after, 'afterAct')!, act: 'LIFT' }, moderator);
    // A second moderator still has the old page open.
    const late = await post(path, { ...form, act: 'RESTORE' }, moderator);
    expect([late.statusCode, late.body.includes('Another moderator has acted on this')]).toEqual([409, true]);
    expect(late.body).toMatch(/<div[^>]* id="problem"[^>]* autofocus=""/);
    const now = hidden((await get(path, moderator)).body, 'afterAct')!;
    const deleted = await post(path, { ...form, afterAct: now, act: 'DELETE' }, moderator);
    expect(locationOf(deleted)).toBe('/moderation?done=1');
    expect((await get(path, moderator)).statusCode).toBe(404);
  });

  it('lets a suspended post stand where the moderator ticks so', async () => {
    const { id, url } = await ask();
    const comment = await answer(id, other);
    const form = { post: `COMMENT-${comment}`, act: 'SUSPEND', days: '1', keepsPost: 'yes', reason: 'A warning.' };
    expect((await post('/moderation', form, moderator)).statusCode).toBe(303);
    expect((await get(url)).body).toContain(`data-post="COMMENT-${comment}"`);
    await post('/moderation', { post: `COMMENT-${comment}`, act: 'LIFT', reason: 'Served.' }, moderator);
  });

  it('is linked for moderators only: from their account, from each post, and beside the posts of a question', async () => {
    const { id } = await ask();
    const comment = await answer(id, other);
    const link = 'href="/moderation"';
    expect((await get('/profile', moderator)).body).toContain(link);
    expect((await get('/profile', other)).body).not.toContain(link);
    const path = `/community/post/comment-${comment}`;
    expect((await get(path, moderator)).body).toContain(`href="/moderation?post=COMMENT-${comment}"`);
    expect((await get(path, asker)).body).not.toContain('/moderation?post=');
    expect((await mineOf(moderator, id)).mayModerate).toBe(true);
    expect((await mineOf(asker, id)).mayModerate).toBe(false);
  });

  it.each(['COMMENT-0', 'ARTICLE-1', 'COMMENT-99999999', 'x', ''])('is 404 for %j', async (key) => {
    expect((await get(`/moderation?post=${key}`, moderator)).statusCode).toBe(404);
  });
});

describe('the asker', () => {
  it('accepts an answer on the page of the question, by a form that needs no script', async () => {
    const { id, url } = await ask();
    const comment = await answer(id);
    const page = (await get(url)).body;
    expect(page).toContain(`href="/community/post/question-${id}#accept"`);
    const path = `/community/post/question-${id}`;
    expect((await get(path, asker)).body).toContain('Which answer helped?');
    expect((await get(path, helper)).body).not.toContain('Which answer helped?');
    const own = await answer(id, asker);
    expect((await get(path, asker)).body).not.toContain(`value="${own}"`);
    expect((await get(`/community/post/comment-${own}`, asker)).body).not.toContain('value="accept"');
    const refused = await post(path, { intent: 'accept', do: 'do', comment: String(own) }, asker);
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('your own answer')]);
    expect((await post(path, { intent: 'accept', do: 'do' }, asker)).statusCode).toBe(400);
    expect(locationOf(await post(path, { intent: 'accept', do: 'do', comment: String(comment) }, asker))).toBe(
      `${url}#comment-${comment}`,
    );
    const accepted = (await get(url)).body;
    expect(accepted).toContain('class="best good"');
    expect(accepted).not.toContain('Did you ask this?');
    // The button next to an answer, which the island shows to the asker, sends the same form.
    expect((await post(url, { intent: 'accept', comment: String(comment) }, helper)).statusCode).toBe(403);
    expect(locationOf(await post(url, { intent: 'accept', comment: '' }, asker))).toBe(`${url}#answers`);
    expect((await get(url)).body).not.toContain('class="best good"');
    expect((await post(url, { intent: 'accept', comment: 'x' }, asker)).statusCode).toBe(400);
    expect(locationOf(await post(url, { intent: 'accept', comment: String(comment) }))).toContain('/login?redirect=');
  });
});
