// @runs slow, on both databases, in its own process
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { studioTranslations } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { threadTimeOf } from '../../../testing/cpu-time.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import type { Paragraphs } from './paragraphs.contract.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const other = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));

type Standing = { id: number; revision: number; state: string };
const english = ['Anyone may ask.', '## Fees', 'The fee is 10 rupees a year.', 'Ask at the office.'];
const hindi = ['कोई भी माँग सकता है।', '## फ़ीस', 'फ़ीस साल के 10 रुपये है।', 'दफ़्तर में माँगें।'];
const textOf = (blocks: string[]) => `${blocks.join('\n\n')}\n`;

async function begun(lang: string | null = 'hi') {
  const title = `Ration card, no. ${Math.random()}`;
  const original = dataOf<Standing>(await writer.post('/articles', { title, body: textOf(english) }));
  if (lang === null) return { original: original.id, id: 0 };
  const made = await writer.post(`/articles/${original.id}/translations`, { lang });
  expect(made.statusCode).toBe(201);
  return { original: original.id, id: dataOf<Standing>(made).id };
}
const read = async (id: number, who = writer) => dataOf<Paragraphs>(await who.get(`/articles/${id}/paragraphs`));
const states = ({ rows }: Paragraphs) => rows.map(({ state }) => state);
const write = async (id: number, baseRevision: number, blocks: string[]) =>
  dataOf<Standing>(await writer.put(`/articles/${id}`, { baseRevision, body: textOf(blocks) }));
async function translated() {
  const { original, id } = await begun();
  dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, title: 'राशन कार्ड', body: textOf(hindi) }));
  return { original, id };
}

describe('a translation that is begun from its original', () => {
  it('has no text, and lacks each paragraph', async () => {
    const { original, id } = await begun();
    const copy = dataOf<{ body: string; fields: Record<string, unknown> }>(await writer.get(`/articles/${id}`));
    expect(copy.body).toBe('');
    expect(copy.fields).toMatchObject({ lang: 'hi', follows: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const side = await read(id);
    expect(side.original).toMatchObject({ id: original, revision: 1, isLive: false });
    expect(side.rows.map(({ text, state }) => [text, state])).toEqual(english.map((text) => [text, 'missing']));
    // And the title is still the original's.
    expect(side.fields).toEqual([
      { name: 'title', state: 'missing', text: expect.stringMatching(/^Ration/), before: null },
    ]);
    expect(side.open).toBe(5);
    const { versions } = dataOf<{ versions: object[] }>(await writer.get(`/articles/${original}/translations`));
    expect(versions).toEqual([
      { id: original, lang: 'en' },
      { id, lang: 'hi' },
    ]);
  });

  it('is there once for each language, also of two that begin it at the same moment', async () => {
    const { original } = await begun(null);
    const answers = await Promise.all(
      [1, 2].map(() => writer.post(`/articles/${original}/translations`, { lang: 'hi' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect((await writer.post(`/articles/${original}/translations`, { lang: 'en' })).statusCode).toBe(409);
    expect((await writer.post(`/articles/${original}/translations`, { lang: 'xx' })).statusCode).toBe(400);
  });

  it('knows what a paragraph in the middle was translated from', async () => {
    const { id } = await begun();
    const { revision } = await write(id, 1, [hindi[2]!]);
    const said = await writer.post(`/articles/${id}/paragraphs`, {
      revision,
      originalRevision: 1,
      pairs: [{ own: 0, original: 2 }],
    });
    expect(states(dataOf<Paragraphs>(said))).toEqual(['missing', 'missing', 'same', 'missing']);
  });
});

it('of very many paragraphs is followed as one, without keeping the thread from readers', async () => {
  const many = (word: string) => `${word}\n\n`.repeat(20_000);
  const original = dataOf<Standing>(await writer.post('/articles', { title: 'A very long list', body: many('a') }));
  const { id } = dataOf<Standing>(await writer.post(`/articles/${original.id}/translations`, { lang: 'hi' }));
  const milliseconds = await threadTimeOf(async () => {
    expect((await read(id)).open).toBe(2);
    dataOf(await writer.put(`/articles/${id}`, { baseRevision: 1, body: many('क') }));
    dataOf(await writer.put(`/articles/${original.id}`, { baseRevision: 1, body: many('b') }));
    expect(states(await read(id))).toEqual(['changed']);
  });
  expect(milliseconds).toBeLessThan(1_000);
}, 120_000);

it('that is removed leaves no hash of its paragraphs', async () => {
  const { id } = await translated();
  const admin = await colleague(test, 'admin');
  const kept = () => test.db.select().from(studioTranslations).where(eq(studioTranslations.pieceId, id));
  expect((await kept())[0]!.links).toHaveLength(4);
  dataOf(await admin.post(`/articles/${id}/remove`, { reason: 'An order' }));
  expect(await kept()).toEqual([]);
});

describe('a changed original', () => {
  it('marks exactly the paragraph that changed, with what it followed', async () => {
    const { original, id } = await translated();
    expect(states(await read(id))).toEqual(['same', 'same', 'same', 'same']);
    await write(original, 1, english.with(2, 'The fee is 20 rupees a year.'));
    const side = await read(id);
    expect(states(side)).toEqual(['same', 'same', 'changed', 'same']);
    expect(side.rows[2]).toEqual({
      original: 2,
      own: 2,
      state: 'changed',
      text: 'The fee is 20 rupees a year.',
      before: 'The fee is 10 rupees a year.',
    });
    expect(side.open).toBe(1);
  });

  it('shows a new paragraph, one that was taken away, and one that moved', async () => {
    const { original, id } = await translated();
    await write(original, 1, [english[0]!, 'Bring the card.', english[3]!, english[1]!]);
    const { rows } = await read(id);
    expect(rows.find(({ state }) => state === 'missing')).toMatchObject({ own: null, text: 'Bring the card.' });
    expect(rows.find(({ state }) => state === 'gone')).toMatchObject({ own: 2, text: null, before: english[2] });
    expect(rows.filter(({ state }) => state === 'same').map(({ own, original: place }) => [own, place])).toEqual([
      [0, 0],
      [1, 3],
      [3, 2],
    ]);
  });

  it('that is live counts, and a draft of its change does not yet', async () => {
    const { original, id } = await translated();
    for (const [who, act] of [
      [writer, 'submit'],
      [editor, 'approve'],
      [editor, 'publish'],
    ] as const)
      dataOf(await who.post(`/articles/${original}/${act}`, { revision: 1 }));
    await write(original, 1, english.with(3, 'Ask at the post office.'));
    const side = await read(id);
    expect(side.original).toMatchObject({ revision: 1, isLive: true });
    expect(side.open).toBe(0);
  });
});

describe('the mark of a paragraph', () => {
  async function marked() {
    const { original, id } = await translated();
    await write(original, 1, english.with(2, 'The fee is 20 rupees a year.').with(3, 'Ask at the post office.'));
    expect((await read(id)).open).toBe(2);
    return { original, id };
  }

  it('goes with "still right", without a new revision', async () => {
    const { id } = await marked();
    const said = await writer.post(`/articles/${id}/paragraphs`, { revision: 2, originalRevision: 2, right: [2] });
    expect(states(dataOf<Paragraphs>(said))).toEqual(['same', 'same', 'same', 'changed']);
    expect(dataOf<Standing>(await writer.get(`/articles/${id}`)).revision).toBe(2);
    const acts = (await writer.get(`/articles/${id}/acts`)).json<{ data: { act: string }[] }>().data;
    expect(acts[0]).toMatchObject({ act: 'follow_original', toRevision: 2 });
  });

  it('goes with an edit of that paragraph, and comes back with the next change of the original', async () => {
    const { original, id } = await marked();
    await write(id, 2, hindi.with(2, 'फ़ीस साल के 20 रुपये है।'));
    expect(states(await read(id))).toEqual(['same', 'same', 'same', 'changed']);
    const now = english.with(2, 'The fee is 30 rupees a year.').with(3, 'Ask at the post office.');
    await write(original, 2, now);
    const side = await read(id);
    expect(states(side)).toEqual(['same', 'same', 'changed', 'changed']);
    expect(side.rows.map(({ before }) => before)).toEqual([null, null, 'The fee is 20 rupees a year.', english[3]]);
  });

  it('stays where somebody else was faster, here or in the original', async () => {
    const { id } = await marked();
    for (const body of [
      { revision: 1, originalRevision: 2, right: [2] },
      { revision: 2, originalRevision: 1, right: [2] },
    ])
      expect((await writer.post(`/articles/${id}/paragraphs`, body)).statusCode).toBe(409);
    expect((await read(id)).open).toBe(2);
  });

  it('is not for those who may not write, and not for paragraphs that are not there', async () => {
    const { id } = await marked();
    const body = { revision: 2, originalRevision: 2, right: [2] };
    expect((await other.post(`/articles/${id}/paragraphs`, body)).statusCode).toBe(403);
    expect((await other.get(`/articles/${id}/paragraphs`)).statusCode).toBe(403);
    for (const wrong of [{ right: [4] }, { leftOut: [9] }, { pairs: [{ own: 9, original: 0 }] }, { right: [-1] }])
      expect((await writer.post(`/articles/${id}/paragraphs`, { ...body, ...wrong })).statusCode).toBe(400);
  });
});

describe('title and summary', () => {
  const fieldStates = ({ fields }: Paragraphs) => Object.fromEntries(fields.map(({ name, state }) => [name, state]));
  const change = async (id: number, baseRevision: number, fields: object) =>
    dataOf<Standing>(await writer.put(`/articles/${id}`, { baseRevision, ...fields }));
  async function marked() {
    const { original, id } = await translated();
    expect(fieldStates(await read(id))).toEqual({ title: 'same' });
    await change(original, 1, { title: 'Ration card for all', summary: 'Who may ask.' });
    return { original, id };
  }

  it('of the original are marked when they change, with what they were', async () => {
    const { id } = await marked();
    const side = await read(id);
    expect(side.open).toBe(2);
    expect(side.fields).toEqual([
      {
        name: 'title',
        state: 'changed',
        text: 'Ration card for all',
        before: expect.stringMatching(/^Ration card, no/),
      },
      { name: 'summary', state: 'missing', text: 'Who may ask.', before: null },
    ]);
    expect(new Set(states(side))).toEqual(new Set(['same']));
  });

  it('are right again when they are edited, and only these', async () => {
    const { original, id } = await marked();
    const { revision } = await change(id, 2, { summary: 'कौन माँग सकता है।' });
    expect(fieldStates(await read(id))).toEqual({ title: 'changed', summary: 'same' });
    await change(id, revision, { title: 'सबके लिए राशन कार्ड' });
    expect((await read(id)).open).toBe(0);
    await change(original, 2, { summary: null });
    expect(fieldStates(await read(id))).toEqual({ title: 'same', summary: 'gone' });
  });

  it('are right when somebody says so, or left out', async () => {
    const { id } = await marked();
    const body = { revision: 2, originalRevision: 2 };
    const said = await writer.post(`/articles/${id}/paragraphs`, { ...body, rightFields: ['title', 'summary'] });
    expect(fieldStates(dataOf<Paragraphs>(said))).toEqual({ title: 'same', summary: 'left_out' });
    expect((await read(id)).open).toBe(0);
    for (const name of ['label', 'author', 'none'])
      expect((await writer.post(`/articles/${id}/paragraphs`, { ...body, rightFields: [name] })).statusCode).toBe(400);
    expect((await other.post(`/articles/${id}/paragraphs`, { ...body, rightFields: ['title'] })).statusCode).toBe(403);
  });

  it('of a translation from before are compared with the original of its day', async () => {
    const { original } = await begun(null);
    const { key } = dataOf<{ key: string }>(await writer.get(`/articles/${original}`));
    const { id } = dataOf<Standing>(
      await writer.post('/articles', { title: 'राशन कार्ड', body: textOf(hindi), lang: 'hi', translationOf: key }),
    );
    await change(original, 1, { title: 'Another title' });
    expect(fieldStates(await read(id))).toEqual({ title: 'changed' });
  });
});

it('a piece that is no translation has no original', async () => {
  const { original } = await begun(null);
  expect(await read(original)).toEqual({ revision: 1, original: null, fields: [], rows: [], open: 0, isOlder: false });
});

it('a translation that was there before is paired by its shape, with the original of its day', async () => {
  const { original } = await begun(null);
  const { key } = dataOf<{ key: string }>(await writer.get(`/articles/${original}`));
  const { id } = dataOf<Standing>(
    await writer.post('/articles', { title: 'राशन कार्ड', body: textOf(hindi), lang: 'hi', translationOf: key }),
  );
  expect(states(await read(id))).toEqual(['same', 'same', 'same', 'same']);
  await write(original, 1, english.with(0, 'Anyone above 18 may ask.'));
  expect(states(await read(id))).toEqual(['changed', 'same', 'same', 'same']);
});
