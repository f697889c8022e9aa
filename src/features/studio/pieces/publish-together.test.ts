import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { buildApp } from '../../../app.server.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { builtPages } from '../../../testing/build-test-app.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));

let count = 0;
async function approved(isApproved = true) {
  count += 1;
  const fields = { title: `Ration by post ${count}`, summary: 'It comes to your door.', categories: ['documents'] };
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', { ...fields, body: 'It takes ten days.' }));
  dataOf(await writer.post(`/articles/${id}/submit`, { revision: 1 }));
  if (isApproved) dataOf(await editor.post(`/articles/${id}/approve`, { revision: 1 }));
  return { kind: 'articles', id, revision: 1 };
}
type Told = { id: number; outcome: string; message: string | null; at: string | null }[];
const stateOf = async (id: number) => dataOf<{ state: string }>(await editor.get(`/articles/${id}`)).state;

it('publishes all that are approved, and tells of each one that is not', async () => {
  const pieces = [await approved(), await approved(false), await approved()];
  const told = dataOf<Told>(await editor.post('/publish-together', { pieces }));
  expect(told.map(({ id, outcome }) => [id, outcome])).toEqual([
    [pieces[0]!.id, 'live'],
    [pieces[1]!.id, 'refused'],
    [pieces[2]!.id, 'live'],
  ]);
  expect(told[1]!.message).toContain('Nobody has approved exactly this revision.');
  expect(await Promise.all(pieces.map(({ id }) => stateOf(id)))).toEqual(['live', 'in_review', 'live']);
});

it('at one time in India', async () => {
  const pieces = [await approved(), await approved()];
  const told = dataOf<Told>(await editor.post('/publish-together', { pieces, at: '2036-01-26T09:00' }));
  const time = { outcome: 'scheduled', at: '2036-01-26T03:30:00.000Z' };
  expect(told).toEqual(pieces.map(({ id }) => expect.objectContaining({ id, ...time })));
  expect((await editor.post('/publish-together', { pieces: [] })).statusCode).toBe(400);
});

it('from the list: approved ones have a box, and each outcome is told there', async () => {
  const [one, waiting] = [await approved(), await approved(false)];
  const origin = 'http://localhost:3000';
  const page = await test.app.inject({ url: '/studio/articles', headers: { cookie: editor.cookies } });
  expect(page.body).toContain(`name="piece" value="${one.id} 1"`);
  expect(page.body).not.toContain(`name="piece" value="${waiting.id} 1"`);
  const asWriter = await test.app.inject({ url: '/studio/articles', headers: { cookie: writer.cookies } });
  expect(asWriter.body).not.toContain('name="piece"');
  const post = (who: Colleague, fields: string[][]) =>
    test.send('POST', '/studio/articles', new URLSearchParams(fields), { cookie: who.cookies, origin });
  expect((await post(editor, [['at', '']])).body).toContain('Tick at least one approved piece.');
  expect(
    (
      await post(editor, [
        ['piece', `${one.id} 1`],
        ['at', 'soon'],
      ])
    ).body,
  ).toContain('That is not a day and time.');
  const early = [
    ['piece', `${one.id} 1`],
    ['at', '2020-01-26T09:00'],
  ];
  expect((await post(editor, early)).body).toContain('That time is past. Leave it empty to publish at once.');
  expect(await stateOf(one.id)).toBe('approved');
  expect((await post(writer, [['piece', `${one.id} 1`]])).statusCode).toBe(404);
  const chosen = [one, waiting].map(({ id }) => ['piece', `${id} 1`]);
  const told = (await post(editor, chosen)).body;
  expect(told).toContain('readers see it now');
  expect(told).toContain('not published. Nobody has approved exactly this revision.');
});

it('tells why a piece is refused in the language of the caller and of the page', async () => {
  const waiting = await approved(false);
  const hindi = 'ठीक इस संस्करण को किसी ने मंज़ूरी नहीं दी है। सबसे नया संस्करण 1 है।';
  const answer = await test.send(
    'POST',
    '/api/studio/publish-together',
    { pieces: [waiting] },
    { ...editor.headers, 'accept-language': 'hi' },
  );
  expect(dataOf<Told>(answer)[0]!.message).toBe(hindi);
  const page = await test.send('POST', '/hi/studio/articles', new URLSearchParams([['piece', `${waiting.id} 1`]]), {
    cookie: editor.cookies,
    origin: 'http://localhost:3000',
  });
  expect(page.body).toContain(hindi);
});

it('answers with every outcome, however soon others are answered', async () => {
  const hurried = await buildApp({
    services: { ...test.services, longestAnswer: 1 },
    overload: { enter: (_kind, _request, _response, start) => start() },
    ...builtPages,
  });
  try {
    const [one, other] = [await approved(), await approved()];
    const fromPage = await hurried.inject({
      method: 'POST',
      url: '/studio/articles',
      headers: {
        cookie: editor.cookies,
        origin: 'http://localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams([['piece', `${one.id} 1`]]).toString(),
    });
    expect([fromPage.statusCode, fromPage.body]).toEqual([200, expect.stringContaining('readers see it now')]);
    const answer = await hurried.inject({
      method: 'POST',
      url: '/api/studio/publish-together',
      headers: editor.headers,
      payload: { pieces: [other] },
    });
    expect(dataOf<Told>(answer)).toMatchObject([{ outcome: 'live' }]);
  } finally {
    await hurried.close();
  }
});

it('tells the pages of early pieces before late ones are published, when each takes long', async () => {
  const pieces = [await approved(), await approved(), await approved()];
  const { connection } = test.services;
  const seen: string[] = [];
  const transaction = connection.db.transaction.bind(connection.db);
  const slow = vi.spyOn(connection.db, 'transaction').mockImplementation(async (...args) => {
    seen.push('act');
    await delay(600);
    return transaction(...args);
  });
  const told = vi.spyOn(connection, 'notifyUntilHeard').mockImplementation(async (channel, payload) => {
    seen.push('told');
    await connection.notify(channel, payload);
  });
  try {
    dataOf(await editor.post('/publish-together', { pieces }));
    expect(seen.filter((what) => what === 'act').length).toBeGreaterThanOrEqual(pieces.length);
    expect(seen.indexOf('told')).toBeGreaterThan(0);
    expect(seen.indexOf('told')).toBeLessThan(seen.lastIndexOf('act'));
    expect(seen.at(-1)).toBe('told');
  } finally {
    slow.mockRestore();
    told.mockRestore();
  }
});
