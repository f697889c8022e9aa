import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { factChecks, pieceChecks } from '../../database/schema.ts';
import { checkedFacts, factKey } from '../../features/publishing/checked-facts.ts';
import { encodeId } from '../../platform/wire/ids.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp({ clock: () => new Date(Date.now() + late) });
const editor = prepared(() => signIn(test, { role: 'editor' }));
const admin = prepared(() => signIn(test, { role: 'admin' }));
let late = 0;
const origin = 'http://localhost:3000';

const get = (url: string, who?: SignedIn) => test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const api = (path: string, body: object) => test.send('POST', `/api/studio${path}`, body, admin.headers);

it('shows what is overdue, and takes "still right" without script', async () => {
  const made = await api('/articles', { title: 'An old <rule>', body: 'Text.', lastCheckedAt: '2025-01-02' });
  const { id } = made.json<{ data: { id: number } }>().data;
  await api(`/articles/${id}/publish`, { revision: 1, emergencyReason: 'A test' });
  expect((await get('/studio/freshness')).statusCode).toBe(303);
  expect((await get('/studio/freshness', await signIn(test))).statusCode).toBe(404);
  expect((await get('/studio/freshness', await signIn(test, { role: 'writer' }))).statusCode).toBe(404);
  const page = await get('/studio/freshness', editor);
  expect(page.statusCode).toBe(200);
  for (const words of ['An old &lt;rule&gt;', 'OVERDUE', 'next 2 Jan 2026', '112 · Emergency'])
    expect(page.body).toContain(words);
  expect((await get('/hi/studio/freshness', editor)).body).toContain('आज जाँचा, अब भी सही है');
  const post = (fields: Record<string, string>) =>
    test.send('POST', '/studio/freshness?state=overdue', new URLSearchParams(fields), {
      cookie: editor.cookies,
      origin,
    });
  const noted = await post({ kind: 'articles', id: String(id) });
  expect([noted.statusCode, noted.headers.location]).toEqual([303, '/studio/freshness?state=overdue&done=1']);
  expect((await get('/studio/freshness', editor)).body).not.toContain('An old &lt;rule&gt;');
  expect((await post({ kind: 'articles', id: 'x' })).statusCode).toBe(404);
  await api(`/articles/${id}/unpublish`, { reason: 'A test' });
  expect((await post({ kind: 'articles', id: String(id) })).statusCode).toBe(409);
});

it('web stories, text pages, forms and helplines tell readers that their check is overdue', async () => {
  const told = /We last checked this on \d+ \w+ 20\d\d; it may have changed\./;
  const publish = async (kind: string, fields: object) => {
    const made = await api(`/${kind}`, fields);
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<{ data: { id: number } }>().data;
    const live = await api(`/${kind}/${id}/publish`, { revision: 1, emergencyReason: 'A test' });
    expect(live.statusCode, live.body).toBe(200);
    return { kind, id };
  };
  const pieces = [
    await publish('webstories', { title: 'A slow story', pages: [{ heading: 'One' }] }),
    await publish('pages', { title: 'Editorial policy', description: 'How we work', body: 'With care.' }),
    await publish('ctas', {
      title: 'Is it for you?',
      description: 'A question.',
      questions: [{ id: 'age', fact: 'age' }],
      rules: { version: 1, all: [{ fact: 'age', gte: 18 }] },
      nextSteps: ['Go there.'],
      officialUrl: 'https://example.org/form',
    }),
  ];
  const cta = encodeId(pieces[2]!.id);
  const addresses = ['/webstory/a-slow-story', '/page/editorial-policy', `/refer/${cta}`];
  const article = await publish('articles', { title: 'A young piece', body: 'Text.', lastCheckedAt: '2031-01-01' });
  const { canonicalUrl } = (await test.app.inject({ url: `/api/article/${article.id}` })).json().data;
  for (const url of [...addresses, canonicalUrl]) {
    const page = await get(url);
    expect([url, page.statusCode, told.test(page.body)]).toEqual([url, 200, false]);
  }
  late = 800 * 86_400_000;
  await test.services.connection.notify('pages_changed', 'all');
  for (const url of addresses) expect((await get(url)).body).toMatch(told);
  expect((await get(`/hi/webstory/a-slow-story`)).body).toContain('को जाँचा था; हो सकता है कि अब यह बदल गया हो।');
  // Its own check is not overdue, that of the helplines beside it is.
  expect((await get(canonicalUrl)).body).toMatch(told);
  for (const { key } of checkedFacts().map((fact) => ({ key: factKey(fact) })))
    if (key.startsWith('helpline ')) await test.db.insert(factChecks).values({ key, checkedOn: '2031-01-01' });
  for (const { kind, id } of pieces)
    await test.db
      .insert(pieceChecks)
      .values({ kind: kind as 'ctas', pieceId: id, checkedOn: '2031-01-01', by: randomUUID() });
  await test.services.connection.notify('pages_changed', 'all');
  for (const url of [...addresses, canonicalUrl]) expect((await get(url)).body).not.toMatch(told);
  late = 0;
  await test.db.delete(factChecks);
  await test.services.connection.notify('pages_changed', 'all');
});

it('lists of papers and letters say that their check is overdue', async () => {
  const told = /We last checked this on 2\d Nov 2026; it may have changed\./;
  for (const path of ['/papers/passport', '/letters/rti']) expect((await get(path)).body).not.toMatch(told);
  late = 800 * 86_400_000;
  // Not the page that was kept a moment ago.
  expect((await get('/papers/passport?age=18-to-59')).body).toMatch(told);
  expect((await get('/letters/rti-first-appeal')).body).toMatch(told);
  expect((await get('/hi/letters/rti')).body).toContain('को जाँचा था; हो सकता है कि अब यह बदल गया हो।');
});
