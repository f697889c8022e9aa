import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { categories, studioActs } from '../../../database/schema.ts';
import { unavailable } from '../../../platform/wire/errors.ts';
import type { Rendered } from '../../../platform/markdown/render-markdown.server.ts';
import type { TextResult, TextWorker } from '../../../platform/text/text-worker.server.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { findPiece, getRevision } from './pieces.queries.server.ts';
import { publishDue } from './publish-due.server.ts';
import { isLate } from '../../../platform/markdown/render-markdown.server.ts';
import { wordProblem } from '../../../platform/wire/word-problem.ts';
import { renderPiece } from './render-piece.server.ts';
import { asIfLive } from '../sharing/show-preview.server.ts';
import { prepared } from '../../../testing/prepared.ts';

// What is as long as this goes to the worker, however quickly it could be rendered.
const body = 'Take one form to the office.\n\n'.repeat(2_100);
const rendered: Rendered = {
  html: '<p>Take one form to the office.</p>',
  toc: [],
  text: 'Take one form to the office.',
  words: 6,
  readingMinutes: 1,
  summary: 'Take one form to the office.',
  images: [],
  problems: [],
};

const test = openTestApp({ clock: () => new Date(Date.now() + minutesLater * 60_000) });
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
let answered: boolean[];
let isFull: boolean;
let isBusy: boolean;
let minutesLater = 0;
beforeAll(async () => {
  const { connection, pieceTexts } = test.services;
  pieceTexts.run = async () => {
    if (isFull) throw unavailable(2);
    if (isBusy) return { problem: 'The processor was busy.' };
    const answer = connection.db.execute(sql`select 1`).then(() => true);
    answered.push(await Promise.race([answer, delay(1_000, false)]));
    return { value: JSON.stringify(rendered) };
  };
});
beforeEach(() => {
  minutesLater = 0;
  answered = [];
  isFull = false;
  isBusy = false;
});

const begin = async (title: string, text = body, more: object = {}): Promise<number> =>
  dataOf<{ id: number }>(
    await writer.post('/articles', { title, summary: 'In short.', lang: 'en', author: null, body: text, ...more }),
  ).id;

it('others use the one connection of PGlite while the worker renders a piece', async () => {
  const id = await begin('Forms');
  await writer.put(`/articles/${id}`, { baseRevision: 1, summary: 'In a few words.' });
  const overtaken = await writer.put(`/articles/${id}`, { baseRevision: 1, summary: 'In other words.' });
  expect(overtaken.statusCode).toBe(409);
  expect(overtaken.json().current).toMatchObject({ revision: 2, summary: 'In a few words.' });
  dataOf(await writer.post(`/articles/${id}/submit`, { revision: 2 }));
  dataOf(await editor.post(`/articles/${id}/approve`, { revision: 2 }));
  const piece = (await findPiece(test.db, { kind: 'articles', id }))!;
  expect(await asIfLive(test.services, piece, await getRevision(test.db, piece, 2), async () => 'shown')).toBe('shown');
  expect(dataOf(await editor.post(`/articles/${id}/publish`, { revision: 2 }))).toMatchObject({ live: 2 });
  expect(answered.length).toBeGreaterThanOrEqual(5);
  expect(answered).not.toContain(false);
}, 120_000);

/** @returns its id, once `minutes` have passed since the time at which it was to be published */
async function makeDue(title: string, minutes: number, text = body, more: object = {}): Promise<number> {
  const id = await begin(title, text, more);
  dataOf(await writer.post(`/articles/${id}/submit`, { revision: 1 }));
  dataOf(await editor.post(`/articles/${id}/approve`, { revision: 1 }));
  const at = new Date(Date.now() + 3_600_000).toISOString();
  dataOf(await editor.post(`/articles/${id}/publish`, { revision: 1, at }));
  await passTime(id, minutes);
  answered = [];
  return id;
}
const passTime = (id: number, minutes: number) =>
  test.db.execute(
    sql`update studio_pieces set scheduled_at = now() - make_interval(mins => ${minutes}) where kind = 'articles' and id = ${id}`,
  );
const stateOf = async (id: number) => (await findPiece(test.db, { kind: 'articles', id }))!.state;

it('what is due is rendered between transactions', async () => {
  const id = await makeDue('Forms of tomorrow', 0);
  expect(await publishDue(test.services)).toBe(1);
  expect([answered, await stateOf(id)]).toEqual([[true], 'live']);
}, 60_000);

it('what is due waits a minute while the queue is full, and holds up nothing else', async () => {
  const id = await makeDue('Forms of a crowded day', 0);
  const short = await makeDue('A short form', 0, 'One line.');
  isFull = true;
  expect(await publishDue(test.services)).toBe(1);
  expect([await stateOf(id), await stateOf(short)]).toEqual(['scheduled', 'live']);
  minutesLater = 2;
  expect(await publishDue(test.services)).toBe(1);
  expect([answered, await stateOf(id)]).toEqual([[], 'live']);
}, 60_000);

it('what became due while the site was down waits for the worker like anything else', async () => {
  const id = await makeDue('Forms of a day without power', 20);
  isFull = true;
  expect([await publishDue(test.services), await stateOf(id)]).toEqual([0, 'scheduled']);
  isFull = false;
  isBusy = true;
  expect([await publishDue(test.services), await stateOf(id)]).toEqual([0, 'scheduled']);
  // The queue had a place meanwhile: its minute begins anew.
  minutesLater = 2;
  isFull = true;
  expect([await publishDue(test.services), await stateOf(id)]).toEqual([0, 'scheduled']);
  isFull = false;
  isBusy = false;
  expect([await publishDue(test.services), await stateOf(id)]).toEqual([1, 'live']);
}, 60_000);

const lastNoteOf = async (id: number) => {
  const acts = await test.db
    .select()
    .from(studioActs)
    .where(and(eq(studioActs.pieceId, id), eq(studioActs.act, 'schedule_failed')));
  return acts.at(-1)?.data?.problems?.map(wordProblem).join('\n');
};

it.each([1, 20])(
  'what is due since %i minutes and late is tried again for a quarter of an hour, and then goes back to its desk',
  async (minutes) => {
    const id = await makeDue('Forms of a slow day', minutes);
    isBusy = true;
    expect([await publishDue(test.services), await stateOf(id)]).toEqual([0, 'scheduled']);
    minutesLater = 14;
    expect([await publishDue(test.services), await stateOf(id)]).toEqual([0, 'scheduled']);
    minutesLater = 16;
    expect([await publishDue(test.services), await stateOf(id)]).toEqual([1, 'approved']);
    expect(await lastNoteOf(id)).toBe(
      'The piece is not ready for readers.\nThe text could not be formatted in time. Nothing was published. Try again in a minute.',
    );
  },
  60_000,
);

it('a piece that goes back to its desk says what it lacks', async () => {
  await test.db.insert(categories).values({ key: 'transport', name: 'Transport', displayName: 'Transport' });
  const id = await makeDue('Forms of a category that ends', 0, 'One line.', { categories: ['transport'] });
  await test.db.delete(categories).where(eq(categories.key, 'transport'));
  expect([await publishDue(test.services), await stateOf(id)]).toEqual([1, 'approved']);
  expect(await lastNoteOf(id)).toBe(
    'The piece is not ready for readers.\ncategories: There is no category "transport".',
  );
  const acts = dataOf<{ act: string; note: string }[]>(await editor.get(`/articles/${id}/acts`));
  expect(acts.find(({ act }) => act === 'schedule_failed')?.note).toBe(
    'The piece is not ready for readers. categories: There is no category "transport".',
  );
}, 60_000);

it('a text that was late because the processor was busy is rendered the next time', async () => {
  const results: TextResult[] = [{ problem: 'The processor was busy.' }, { value: JSON.stringify(rendered) }];
  const thread: TextWorker = { run: async () => results.shift()!, close: async () => {} };
  expect(isLate(await renderPiece(thread, body, { mode: 'editor' }))).toBe(true);
  expect(await renderPiece(thread, body, { mode: 'editor' })).toEqual(rendered);
});
