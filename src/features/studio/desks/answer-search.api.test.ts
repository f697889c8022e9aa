// @runs on both databases
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { studioActs, studioPieces } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const editor = prepared(() => colleague(test, 'editor'));
const admin = prepared(() => colleague(test, 'admin'));

const pieceOf = async (key: string) =>
  (
    await test.db
      .select()
      .from(studioPieces)
      .where(and(eq(studioPieces.kind, 'articles'), eq(studioPieces.key, key)))
  )[0]!;
const found = async (text: string) =>
  (await test.send('POST', '/api/search/articles', { articleText: text }))
    .json<{ data: { id: number }[] }>()
    .data.map(({ id }) => id);
const suggested = async (q: string) =>
  (await test.app.inject(`/api/search/suggest?q=${encodeURIComponent(q)}`))
    .json<{ data: { text: string }[] }>()
    .data.map(({ text }) => text);
const answer = (key: string, text: string, act = 'answer') =>
  pieceOf(key).then(({ id }) => editor.post(`/searches/${act}`, { text, kind: 'articles', id }));

it('a piece that answers a search is found by it, in any spelling, and suggested', async () => {
  const { id, title } = await pieceOf('pm-kisan');
  expect(await found('झुमरीवाला')).not.toContain(id);
  expect(dataOf(await answer('pm-kisan', ' झुमरीवाला  धन '))).toMatchObject({ id, searchWords: ['झुमरीवाला धन'] });
  expect((await found('झुमरीवाला धन'))[0]).toBe(id);
  expect((await found('jhumriwala dhan'))[0]).toBe(id);
  expect((await found('jhumariwala'))[0]).toBe(id);
  expect(await suggested('झुमरीवा')).toContain(title);
  expect(await suggested('jhumriwala')).toContain(title);
  const listed = dataOf<{ id: number; searchWords: string[] }[]>(await editor.get('/searches/answered'));
  expect(listed).toEqual([expect.objectContaining({ id, searchWords: ['झुमरीवाला धन'] })]);
  const acts = (await test.db.select().from(studioActs)).filter(({ act }) => act === 'answer_search');
  expect(acts.map(({ actor, pieceId, note }) => [actor, pieceId, note])).toEqual([[editor.id, id, null]]);
});

it('stays found after a new revision, and after it was hidden and shown again', async () => {
  const { id, revision } = await pieceOf('pm-kisan');
  const body = 'The text is another one.';
  const changed = dataOf<{ revision: number }>(
    await admin.put(`/articles/${id}`, { baseRevision: revision, body }),
  ).revision;
  const go = { revision: changed, changeNote: 'New.', emergencyReason: 'Test' };
  dataOf(await admin.post(`/articles/${id}/publish`, go));
  expect((await found('jhumriwala dhan'))[0]).toBe(id);
  dataOf(await admin.post(`/articles/${id}/unpublish`, { reason: 'Wrong' }));
  expect(await found('jhumriwala dhan')).not.toContain(id);
  dataOf(await admin.post(`/articles/${id}/publish`, go));
  expect((await found('jhumriwala dhan'))[0]).toBe(id);
});

it('a web story can be the answer too, keeps the words through a new revision, and loses them again', async () => {
  const [story] = await test.db
    .select()
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, 'webstories'), eq(studioPieces.key, 'spot-a-scam-in-one-minute')));
  const { id, title, revision } = story!;
  const body = { text: 'टिमटिमवाला झाँसा', kind: 'webstories', id };
  expect(await suggested('timtimwala')).not.toContain(title);
  expect(dataOf(await editor.post('/searches/answer', body))).toMatchObject({ id, searchWords: [body.text] });
  expect(await suggested('timtimwala')).toContain(title);
  const answered = dataOf<{ kind: string; id: number }[]>(await editor.get('/searches/answered'));
  expect(answered.map((one) => [one.kind, one.id])).toContainEqual(['webstories', id]);
  const written = { baseRevision: revision, metaDescription: 'Another one.', searchWords: ['jhunjhunwali chaal'] };
  const changed = dataOf<{ revision: number }>(await admin.put(`/webstories/${id}`, written)).revision;
  const go = { revision: changed, changeNote: 'New.', emergencyReason: 'Test' };
  dataOf(await admin.post(`/webstories/${id}/publish`, go));
  for (const words of ['timtimwala', 'jhunjhunwali']) expect(await suggested(words)).toContain(title);
  dataOf(await editor.post('/searches/unanswer', body));
  expect(await suggested('timtimwala')).not.toContain(title);
  expect(await suggested('jhunjhunwali')).toContain(title);
});

it('taken away, it is found no more', async () => {
  const { id, title } = await pieceOf('pm-kisan');
  dataOf(await answer('pm-kisan', 'झुमरीवाला धन', 'unanswer'));
  expect(await found('jhumriwala')).not.toContain(id);
  expect(await suggested('jhumriwala')).not.toContain(title);
});

it('refuses what is not live, too many words, and whoever may not', async () => {
  const draft = dataOf<{ id: number }>(await editor.post('/articles', { title: 'A draft', body: 'Text.' }));
  const body = { text: 'anything', kind: 'articles', id: draft.id };
  expect((await editor.post('/searches/answer', body)).statusCode).toBe(409);
  expect((await editor.post('/searches/answer', { ...body, id: 99_999_999 })).statusCode).toBe(404);
  expect((await editor.post('/searches/answer', { ...body, kind: 'pages' })).statusCode).toBe(400);
  const writer = await colleague(test, 'writer');
  expect((await writer.post('/searches/answer', body)).statusCode).toBe(403);
  for (let count = 0; count < 30; count += 1) dataOf(await answer('pm-kisan', `word number ${count}`));
  expect((await answer('pm-kisan', 'one more')).statusCode).toBe(400);
  dataOf(await answer('pm-kisan', 'Word number 3'));
});
