import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { studioPieces } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { readReviewNote } from './read-piece.server.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));

const draft = { title: 'Ration cards by phone', body: 'Open the site.', categories: ['schemes'] };
const named = (id: number) => ({ kind: 'articles' as const, id });
const act = async (who: Colleague, id: number, name: string, body: object = {}) =>
  void dataOf(await who.post(`/articles/${id}/${name}`, body));
async function sent(body: object = {}): Promise<number> {
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', { ...draft, lastCheckedAt: '2026-01-02' }));
  await act(writer, id, 'submit', { revision: 1, ...body });
  return id;
}
const noteOf = async (id: number) =>
  (await readReviewNote(test.services, { id: editor.id, roles: ['editor'] }, named(id)))?.note ?? null;

it('stays while the piece is changed, set to a time and taken back from it, and goes when readers see it', async () => {
  const id = await sent({ note: 'Is the fee right?' });
  expect(await noteOf(id)).toBe('Is the fee right?');
  await act(checker, id, 'request-changes', { revision: 1, note: 'Say the fee' });
  expect(await noteOf(id)).toBe('Say the fee');
  dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, body: 'Open the site. It costs ₹10.' }));
  expect(await noteOf(id)).toBe('Say the fee');
  await act(writer, id, 'submit', { revision: 2 });
  expect(await noteOf(id)).toBeNull();
  await act(checker, id, 'approve', { revision: 2, note: 'Look at the fee again on Monday' });
  await act(editor, id, 'publish', { revision: 2, at: '2036-01-26T03:30:00.000Z' });
  await act(editor, id, 'unschedule');
  expect(await noteOf(id)).toBe('Look at the fee again on Monday');
  await act(editor, id, 'publish', { revision: 2 });
  expect(await noteOf(id)).toBeNull();
  await act(editor, id, 'unpublish', { reason: 'The fee is wrong' });
  expect(await noteOf(id)).toBeNull();
});

it('goes where a file makes its revision live', async () => {
  const id = await sent({ note: 'Is the fee right?' });
  await test.db
    .update(studioPieces)
    .set({ live: 1, state: 'live' })
    .where(and(eq(studioPieces.kind, 'articles'), eq(studioPieces.id, id)));
  expect(await noteOf(id)).toBeNull();
});
