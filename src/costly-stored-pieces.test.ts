// @runs slow
import type { InjectOptions } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { invalidatePagesAtOnce } from './platform/cache/page-cache.server.ts';
import { harmless, type Make } from './testing/costly-places.ts';
import { costlyRequests, isWhole, within } from './testing/costly-requests.ts';
import { allStoredTexts, storedTexts } from './testing/stored-texts.ts';
import { type Colleague, colleague, dataOf } from './testing/studio.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { prepared } from './testing/prepared.ts';

const test = openTestApp({ content: 'demo', limits: { previews: async () => {} } });
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const { expectCheap, tellSlowest } = costlyRequests(
  () => test,
  () => invalidatePagesAtOnce(test.services.connection, ['all']),
);

afterAll(() => {
  tellSlowest();
});

const call = (path: string, by: Colleague, payload?: object): InjectOptions => ({
  method: payload ? 'POST' : 'GET',
  url: `/api/studio${path}`,
  headers: { ...by.lasting, 'content-type': 'application/json' },
  ...(payload ? { payload: JSON.stringify(payload) } : {}),
});

type Piece = { id: number; preview: string; body: string };

/** Two revisions that differ, and a link to the preview. */
async function pieceOf(name: string, length: number, make: Make): Promise<Piece> {
  const body = Buffer.from(make(length)).subarray(0, length).toString().replaceAll('\ufffd', '');
  const draft = { title: `About ${name}`, summary: 'In short.', lang: 'en', categories: ['schemes'], body };
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', draft));
  dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, body: `More. ${body}`.slice(0, body.length) }));
  const { url } = dataOf<{ url: string }>(await editor.post(`/articles/${id}/preview-links`, { hours: 24 }));
  return { id, preview: new URL(url).pathname, body };
}

const readings: Record<string, (piece: Piece) => InjectOptions> = {
  'the piece': ({ id }) => call(`/articles/${id}`, writer),
  'a revision': ({ id }) => call(`/articles/${id}/revisions/1`, writer),
  'the list': () => call('/articles', writer),
  'the text as typed': ({ body }) => call('/preview-text', writer, { body }),
  'a conflict': ({ id }) => ({
    ...call(`/articles/${id}`, writer, { baseRevision: 1, title: 'Another title' }),
    method: 'PUT',
  }),
  'the editor': ({ id }) => ({ url: `/studio/articles/${id}`, headers: { cookie: writer.cookies } }),
  'the revisions': ({ id }) => ({ url: `/studio/articles/${id}/history`, headers: { cookie: writer.cookies } }),
  'the preview': ({ preview }) => ({ url: preview }),
  'the bare preview': ({ preview }) => ({ url: `${preview}?bare` }),
  submission: ({ id }) => call(`/articles/${id}/submit`, writer, { revision: 2 }),
};

// Most of the time goes by in the worker, so `npm test` stores three texts, and one that is as long as may be.
const few: Record<number, string[]> = {
  60_000: ['pictures begun', 'links begun', 'emphasis'],
  480_000: ['media folders'],
};

it.each([60_000, 480_000])(
  'a piece of %i bytes is shown, compared, previewed and submitted without holding the thread',
  async (length) => {
    const plain = await pieceOf('words', length, harmless);
    // Warms up the JIT compiler, once: a long piece takes seconds of the worker for each reading.
    for (let round = 0; round < (length === 60_000 ? 3 : 1); round += 1)
      for (const [what, reading] of Object.entries(readings))
        expect((await test.app.inject(reading(plain))).statusCode, what).toBe(what === 'a conflict' ? 409 : 200);
    for (const [name, make] of Object.entries(allStoredTexts())) {
      if (!isWhole && !few[length]!.includes(name)) continue;
      const piece = await pieceOf(name, length, make);
      for (const [what, reading] of Object.entries(readings))
        await expectCheap(`${what} with ${length} of ${name}`, make, (text) => reading(text === make ? piece : plain));
    }
  },
  within(600_000),
);

it('what cannot be formatted in time is told, and cannot be submitted', { timeout: within(60_000) }, async () => {
  const { id } = await pieceOf('costs', 60_000, storedTexts.emphasis!);
  const problem = { path: 'body', message: 'It takes too long to be formatted: it is shown as plain text.' };
  const { problems } = dataOf<{ problems: object[] }>(await writer.get(`/articles/${id}`));
  expect(problems).toContainEqual({ ...problem, isBlocking: true });
  const answer = await writer.post(`/articles/${id}/submit`, { revision: 2 });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details).toContainEqual(problem);
});

it('what is long and not costly is shown as it is formatted', { timeout: within(60_000) }, async () => {
  const text = 'Take **one** form to the [office](category:schemes).\n\n'.repeat(3_000);
  const { id, preview } = await pieceOf('forms', 160_000, () => text);
  const { problems } = dataOf<{ problems: object[] }>(await writer.get(`/articles/${id}`));
  expect(problems).toEqual([]);
  expect((await test.app.inject(preview)).body).toContain('Take <strong>one</strong> form');
  const typed = dataOf<{ html: string }>(await writer.post('/preview-text', { body: text }));
  expect(typed.html).toContain('Take <strong>one</strong> form');
  expect((await writer.post(`/articles/${id}/submit`, { revision: 2 })).statusCode).toBe(200);
});
