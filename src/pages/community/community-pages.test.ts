import { JSDOM } from 'jsdom';
import { afterAll, describe, expect, it } from 'vitest';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { openCommunityPages, titleOf } from '../../testing/community-pages.ts';
import { locationOf } from '../../testing/page-forms.ts';
import { corpora, crossSiteScripts, spread } from '../../testing/corpora.ts';

const { test, asker, helper, other, moderator, origin, api, get, post, ask, answer } = await openCommunityPages();
afterAll(() => test.close());

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
    for (const query of ['filter=best', 'filter=RECENT', 'category=999', 'category=x', 'tag=999', 'page=99', 'page=0'])
      expect((await get(`/community?${query}`)).statusCode, query).toBe(404);
  });

  it('shows a name as it is now', async () => {
    await ask();
    expect((await get('/community')).body).toContain('>Meena</span>');
    const changed = await test.send('PATCH', '/api/user', { firstName: 'Meenakshi' }, asker.headers);
    expect(changed.statusCode).toBe(200);
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
    for (const path of [
      '/community/question/x-OTk5OTk',
      '/community/question/x',
      `${url}?page=2`,
      `${url}?answer=99999`,
    ])
      expect((await get(path)).statusCode, path).toBe(404);
    expect((await get(url)).body).toContain(`<link rel="canonical" href="${origin}${url}"/>`);
    expect(id).toBeGreaterThan(0);
  });

  it('puts the accepted answer first, for readers and in QAPage, and keeps what was removed as a tombstone', async () => {
    const { id, url } = await ask();
    const [first, second, third] = [await answer(id), await answer(id), await answer(id, other)];
    await api('/communities/reply/create', asker, { commentId: first, body: 'Which office?' });
    await api(`/communities/question/${id}/accept`, asker, { commentId: third });
    await test.send('DELETE', `/api/communities/comment/delete/${first}`, undefined, helper.headers);
    const { body } = await get(url);
    const places = [...body.matchAll(/id="comment-(\d+)"/g)].map((match) => Number(match[1]));
    expect(places).toEqual([third, first, second]);
    expect(body).toContain('This answer was removed.');
    expect(body).toContain('Which office?');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?QAPage.*?)<\/script>/s.exec(body) ?? [];
    // oxlint-disable-next-line typescript/no-explicit-any -- a tree of schema.org
    const graph = (JSON.parse(json) as { '@graph': Record<string, any>[] })['@graph'];
    const page = graph.find((node) => node['@type'] === 'QAPage')!;
    expect(page.inLanguage).toBe('en-IN');
    expect(page.mainEntity).toMatchObject({
      '@type': 'Question',
      answerCount: 2,
      acceptedAnswer: { url: `${origin}${url}#comment-${third}` },
    });
    expect(page.mainEntity.suggestedAnswer).toHaveLength(1);

    await test.send('DELETE', `/api/communities/question/delete/${id}`, undefined, asker.headers);
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
    for (let at = 0; at < 5; at += 1)
      await api('/communities/reply/create', other, { commentId: ids[0], body: `Reply number ${at}` });
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
    for (let at = 0; at < 21; at += 1)
      await api('/communities/reply/create', other, { commentId: await answer(id), body: 'Thank you.' });
    await get(url);
    const { pool } = test.services.connection;
    const seen: string[] = [];
    const query = pool.query.bind(pool);
    Object.assign(pool, {
      query: (...given: unknown[]) => {
        seen.push(JSON.stringify(given[0]));
        return (query as (...each: unknown[]) => unknown)(...given);
      },
    });
    await invalidatePages(test.services.connection, [`question:${id}`]);
    await get(url);
    Object.assign(pool, { query });
    const ofThread = seen.filter((text) => /questions|comments|replies|reactions/.test(text)).length;
    expect(ofThread).toBeGreaterThan(1);
    expect(ofThread).toBeLessThanOrEqual(6);
  });

  it('is invalidated by every write', async () => {
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
    for (const [entityType, entityId] of [
      ['QUESTION', id],
      ['COMMENT', comment],
      ['REPLY', reply],
    ] as const) {
      await api('/communities/reaction', entityType === 'REPLY' ? asker : other, {
        entityType,
        entityId,
        liked: true,
        disliked: false,
      });
      expect(await differs(), `reaction ${entityType}`).toBe(true);
    }
    await api(`/communities/question/${id}/share`, other, {});
    expect(await differs(), 'share').toBe(true);
    await api(`/communities/question/${id}/accept`, asker, { commentId: comment });
    expect(await differs(), 'accept').toBe(true);
    await test.send('PATCH', `/api/communities/comment/${comment}`, { body: 'At the other office.' }, helper.headers);
    expect(await differs(), 'edit').toBe(true);
    await api(`/communities/question/${id}/close`, asker, { isClosed: true });
    expect(await differs(), 'close').toBe(true);
    await api('/moderation/act', moderator, { entityType: 'REPLY', entityId: reply, act: 'HIDE', reason: 'Not kind.' });
    expect(await differs(), 'hide').toBe(true);
  });
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
  await test.send('DELETE', `/api/communities/question/delete/${id}`, undefined, asker.headers);
  expect((await get('/search?q=kerosene+migrant&kind=questions')).body).not.toContain(`href="${canonicalUrl}"`);
});

/** Active content in a rendered body: scripts, event handlers, script URLs. */
function livelyIn(body: string): string[] {
  const { document } = new JSDOM(body).window;
  const content = [...document.querySelectorAll('main *')];
  const isSafe = (address: string) => /^(?:https?:|mailto:|tel:|[/?#])/i.test(address);
  return content
    .filter(
      (element) =>
        (/^(?:script|iframe|object|embed|img|style|base|link|meta|math)$/i.test(element.tagName) &&
          element.getAttribute('type') !== 'application/ld+json') ||
        [...element.attributes].some(
          ({ name, value }) =>
            /^on|^style$|^srcdoc$/i.test(name) ||
            (/^(?:href|src|action|formaction)$/i.test(name) && element.tagName !== 'use' && !isSafe(value)),
        ),
    )
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
}

describe.skipIf(corpora === null)('hostile texts', () => {
  it('stand inert on every page that shows them', async () => {
    const { id, url } = await ask();
    for (const text of spread(crossSiteScripts(), 40)) {
      await test.send('POST', '/api/communities/comment/create', { questionId: id, body: text }, helper.headers);
      await test.send(
        'POST',
        '/api/communities/question/create',
        { title: `${text} ${text}`.slice(0, 200), body: text },
        other.headers,
      );
      const shown = await post('/community/ask', { title: text.slice(0, 200), body: text, do: 'check' });
      expect([200, 400]).toContain(shown.statusCode);
      expect(livelyIn(shown.body)).toEqual([]);
    }
    for (const path of [url, `${url}?page=2`, '/community', '/community?page=2'])
      expect(livelyIn((await get(path)).body), path).toEqual([]);
    expect(livelyIn((await get('/notifications', asker)).body)).toEqual([]);
    expect(livelyIn((await get('/profile/questions', other)).body)).toEqual([]);
  });
});
