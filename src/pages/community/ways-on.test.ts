import { afterAll, describe, expect, it } from 'vitest';
import { categories } from '../../database/schema.ts';
import { hidden, openCommunityPages, titleOf } from '../../testing/community-pages.ts';
import { locationOf, newNumber } from '../../testing/page-forms.ts';
import { codeFor, cookiesOf } from '../../testing/sign-in.ts';

const { test, db, asker, helper, other, origin, api, get, post, ask, answer } = await openCommunityPages();
afterAll(() => test.close());

/** An anonymous user submits a form and signs in on the way. @returns redirect target and cookies */
async function postAsNewcomer(url: string, fields: Record<string, string>): Promise<{ to: string; cookie: string }> {
  const number = newNumber();
  const carried = { ...fields, do: 'post', method: 'phone' };
  const asked = await post(url, { ...carried, auth: 'send', identifier: number });
  const code = await codeFor(test, `+91${number}`);
  const done = await post(url, { ...carried, auth: 'verify', step: hidden(asked.body, 'step')!, code });
  return { to: locationOf(done), cookie: cookiesOf(done.headers['set-cookie']) };
}
const read = (url: string, cookie: string) => test.app.inject({ url, headers: { cookie } });

describe('before anybody has asked', () => {
  it('the list leads to asking and never to itself', async () => {
    const { body } = await get('/community');
    const main = body.slice(body.indexOf('<main'), body.indexOf('</main'));
    expect(main).toContain('No questions here yet');
    expect(main).not.toContain('All questions');
    const unanswered = (await get('/community?filter=unanswered')).body;
    expect(unanswered).toMatch(/href="\/community">All questions/);
  });
});

describe('a newcomer who posts', () => {
  it('is told that the question is there, with its link and what comes next', async () => {
    const title = 'How do I get a duplicate marksheet?';
    const { to, cookie } = await postAsNewcomer('/community/ask', { title, body: '' });
    expect(to).toMatch(/^\/profile_built\?posted=question-\d+$/);
    const page = await read(to, cookie);
    expect([page.statusCode, titleOf(page.body)]).toEqual([200, 'Posted']);
    for (const words of [title, 'See your question', 'When somebody answers', 'Your account is ready'])
      expect(page.body).toContain(words);
    const [, href = ''] = /href="(\/community\/question\/[^"]+)"/.exec(page.body) ?? [];
    expect(titleOf((await get(href.split('#')[0]!)).body)).toBe(title);
    // Another member's post must not be presented as the viewer's own.
    expect((await get(to, helper)).body).not.toContain('See your question');
    for (const bad of ['question-0', 'article-1', 'question-99999999', 'x'])
      expect(titleOf((await read(`/profile_built?posted=${bad}`, cookie)).body)).not.toBe('Posted');
  });

  it('is told the same of an answer', async () => {
    const { id, url } = await ask();
    const { to, cookie } = await postAsNewcomer(url, { intent: 'answer', body: 'At the school itself.' });
    expect(to).toMatch(/^\/profile_built\?posted=comment-\d+$/);
    expect((await read(to, cookie)).body).toContain('See your answer');
    expect(id).toBeGreaterThan(0);
  });
});

it('a like by an anonymous reader leads to sign-in with a reason, and back', async () => {
  const { id, url } = await ask();
  const to = locationOf(await post(url, { intent: 'react', like: `QUESTION-${id}` }));
  expect(to).toBe(`/login?redirect=${encodeURIComponent(`${url}#question`)}&why=thumbs`);
  expect((await get(to)).body).toContain('Sign in to say whether a post helped you.');
  expect((await get('/login?why=__proto__')).body).not.toContain('id="told"');
});

it('the home page shows the newest questions, and is invalidated by each', async () => {
  const { url } = await ask();
  expect((await get('/')).body).toContain(`href="${url}"`);
  const next = await ask(other);
  expect((await get('/')).body).toContain(`href="${next.url}"`);
  await test.send('DELETE', `/api/communities/question/delete/${next.id}`, undefined, other.headers);
  expect((await get('/')).body).not.toContain(`href="${next.url}"`);
  expect((await get('/')).body).toContain('href="/community"');
});

it('the newest questions on the home page and beside a question begin with those in the language of the page', async () => {
  const { url } = await ask();
  for (const who of [asker, helper, helper, other, other]) await ask(who);
  const inHindi = 'राशन कार्ड कहाँ बनता है';
  for (const [at, who] of [asker, asker, helper, other, other].entries())
    await api('/communities/question/create', who, { title: `${inHindi} (${at})?`, categoryIds: [252] });
  for (const page of ['/', url]) {
    expect((await get(page)).body).not.toContain(inHindi);
    const { body } = await get(page === '/' ? '/hi' : `/hi${url}`);
    const shown = [0, 1, 2, 3, 4].filter((at) => body.includes(`${inHindi} (${at})?`));
    expect([page, shown]).toEqual([page, [0, 1, 2, 3, 4]]);
  }
});

it('a new answer does not invalidate the home page', async () => {
  const { id } = await ask();
  const before = (await get('/')).headers.etag;
  await answer(id);
  expect((await get('/')).headers.etag).toBe(before);
});

it('a long list of categories is collapsed, except for selected ones', async () => {
  await db()
    .insert(categories)
    .values(
      Array.from({ length: 19 }, (_, at) => ({ id: 300 + at, key: `c-${at}`, name: `C${at}`, displayName: `C${at}` })),
    );
  const shown = (body: string, sign: RegExp) => [...body.split('More categories')[0]!.matchAll(sign)].length;
  const form = (await get('/community/ask')).body;
  expect(shown(form, /name="category"/g)).toBe(6);
  expect([...form.matchAll(/name="category"/g)]).toHaveLength(21);
  const refused = await post('/community/ask', { title: 'x', category: '318', do: 'post' });
  expect(refused.body).toMatch(/<details[^>]*open[^>]*><summary>More categories/);
  expect((await get('/community?category=318', null)).body).toMatch(/<details[^>]*open[^>]*><summary>More categories/);
  expect(origin).toContain('localhost');
});
