// @runs slow, on both databases
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { articles } from '../../../database/schema.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { clearMarks } from '../../../database/translation-groups.server.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import type { Paragraphs } from './paragraphs.contract.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));

type Kind = 'articles' | 'pages' | 'webstories' | 'ctas';
type Standing = { id: number; revision: number };
type Copy = { id: number; key: string; revision: number; canonicalUrl: string };
const english = ['Anyone may ask.', '## Fees', 'The fee is 10 rupees a year.', 'Ask at the office.'];
const hindi = ['कोई भी माँग सकता है।', '## फ़ीस', 'फ़ीस साल के 10 रुपये है।', 'दफ़्तर में माँगें।'];
const textOf = (blocks: string[]) => `${blocks.join('\n\n')}\n`;
/** Where each kind has its words. */
const said: Record<Kind, (blocks: string[]) => object> = {
  articles: (blocks) => ({ body: textOf(blocks) }),
  pages: (blocks) => ({ body: textOf(blocks) }),
  webstories: (blocks) => ({ pages: blocks.map((heading) => ({ heading, text: '' })) }),
  ctas: (blocks) => ({ nextSteps: blocks }),
};
const needed: Record<Kind, object> = {
  articles: {},
  pages: { description: 'What it costs.' },
  webstories: {},
  ctas: {
    description: 'What it costs.',
    questions: [{ id: 'age', fact: 'age' }],
    rules: { version: 1, all: [{ fact: 'age', gte: 60 }] },
    officialUrl: 'https://nsap.nic.in/',
  },
};
const dearer = english.with(2, 'The fee is 20 rupees a year.');
const copyOf = async (kind: Kind, id: number) => dataOf<Copy>(await editor.get(`/${kind}/${id}`));

const ownerOf = (kind: Kind) => (kind === 'pages' || kind === 'ctas' ? editor : writer);
async function publish(kind: Kind, id: number): Promise<Copy> {
  const { revision } = await copyOf(kind, id);
  const own = ownerOf(kind);
  const admin = await colleague(test, 'admin');
  dataOf(await own.post(`/${kind}/${id}/submit`, { revision }));
  dataOf(await admin.post(`/${kind}/${id}/approve`, { revision }));
  dataOf(await editor.post(`/${kind}/${id}/publish`, { revision, changeNote: 'The fee has changed.' }));
  return copyOf(kind, id);
}
const write = async (kind: Kind, id: number, blocks: string[]) => {
  const { revision } = await copyOf(kind, id);
  dataOf(await editor.put(`/${kind}/${id}`, { baseRevision: revision, ...said[kind](blocks) }));
};
const notice = async ({ canonicalUrl }: Copy) => {
  const { statusCode, body } = await test.app.inject({ url: canonicalUrl });
  expect(statusCode).toBe(200);
  return /class="version-note"/.test(body);
};

const onDesk = async (who: Colleague) =>
  dataOf<{ outdated: { id: number }[] }>(await who.get('/work')).outdated.map(({ id }) => id);
/** The translator finds the parts with these numbers right as they are. */
async function findRight(id: number, right: { right: number[] } | { rightFields: string[] }, kind: Kind = 'articles') {
  const path = `/${kind}/${id}/paragraphs`;
  const { revision, original, isOlder } = dataOf<Paragraphs>(await ownerOf(kind).get(path));
  expect(isOlder).toBe(true);
  const answer = await ownerOf(kind).post(path, { revision, originalRevision: original!.revision, ...right });
  expect(dataOf<Paragraphs>(answer)).toMatchObject({ isOlder: false });
}
type Line = { kind: string; id: number; older: { since: string | null } | null };
const olderOnList = async (kind: Kind, id: number) =>
  dataOf<Line[]>(await editor.get(`/${kind}?pageSize=50`)).find((line) => line.id === id)!.older;
const olderOnDesk = async (kind: Kind, id: number) =>
  dataOf<{ outdated: Line[] }>(await editor.get('/work')).outdated.find((line) => line.kind === kind && line.id === id)
    ?.older ?? null;

async function both(kind: Kind = 'articles') {
  const own = ownerOf(kind);
  const begun = await own.post(`/${kind}`, {
    title: `Ration card ${Math.random()}`,
    ...needed[kind],
    ...said[kind](english),
  });
  const original = await publish(kind, dataOf<Standing>(begun).id);
  const made = dataOf<Standing>(await own.post(`/${kind}/${original.id}/translations`, { lang: 'hi' }));
  const words = { title: `राशन ${Math.random()}`, ...('description' in needed[kind] ? { description: 'कितना।' } : {}) };
  dataOf(await own.put(`/${kind}/${made.id}`, { baseRevision: 1, ...words, ...said[kind](hindi) }));
  return { original, translation: await publish(kind, made.id) };
}

describe.each(['articles', 'pages', 'webstories', 'ctas'] as const)('a translation in %s', (kind) => {
  it('is older from the moment of a correction of the same day, until it follows', async () => {
    const { original, translation } = await both(kind);
    expect(await notice(translation)).toBe(false);
    await write(kind, original.id, dearer);
    expect(await notice(translation)).toBe(false);
    await publish(kind, original.id);
    expect(await notice(translation)).toBe(true);
    expect(await notice(original)).toBe(false);
    const since = await olderOnList(kind, translation.id);
    expect(Date.parse(since!.since!)).toBeGreaterThan(Date.now() - 600_000);
    expect(await olderOnDesk(kind, translation.id)).toEqual(since);
    for (const [page, part] of [
      ['/studio', 'Translations older than the original<'],
      [`/studio/${kind}`, '<main'],
    ] as const) {
      const { body } = await test.app.inject({ url: page, headers: editor.lasting });
      const line = body.split(part)[1]?.split(`href="/studio/${kind}/${translation.id}"`)[1]?.split('</li>')[0];
      expect(line, page).toContain('Older than the original since');
    }
    expect(await olderOnList(kind, original.id)).toBeNull();
    // A correction elsewhere does not bring it up to date, and a draft is not what readers see.
    if (kind === 'articles' || kind === 'pages')
      await write(kind, translation.id, hindi.with(0, 'कोई भी व्यक्ति माँग सकता है।'));
    else
      dataOf(
        await editor.put(`/${kind}/${translation.id}`, { baseRevision: translation.revision, title: 'राशन, नया' }),
      );
    await publish(kind, translation.id);
    expect(await notice(translation)).toBe(true);
    await write(kind, translation.id, hindi.with(2, 'फ़ीस साल के 20 रुपये है।'));
    expect(await notice(translation)).toBe(true);
    await publish(kind, translation.id);
    expect(await notice(translation)).toBe(false);
    expect([await olderOnList(kind, translation.id), await olderOnDesk(kind, translation.id)]).toEqual([null, null]);
  });
});

it('stays older while a draft of it has what readers do not see, whatever the original corrects meanwhile', async () => {
  const { original, translation } = await both();
  await write('articles', original.id, dearer);
  await publish('articles', original.id);
  await write('articles', translation.id, hindi.with(2, 'फ़ीस साल के 20 रुपये है।'));
  await write('articles', original.id, dearer);
  dataOf(
    await editor.put(`/articles/${original.id}`, {
      baseRevision: (await copyOf('articles', original.id)).revision,
      searchWords: ['card'],
    }),
  );
  await publish('articles', original.id);
  expect(await notice(translation)).toBe(true);
});

it.each<[Kind, string, object]>([
  ['webstories', 'pages', { pages: [{ heading: 'Anyone may ask.', text: 'At the office.' }] }],
  ['ctas', 'rules', { rules: { version: 1, all: [{ fact: 'age', gte: 65 }] } }],
  ['ctas', 'officialUrl', { officialUrl: 'https://www.india.gov.in/' }],
])(
  'in %s is older once the %s of the original differ, until somebody says that its own are right',
  async (kind, name, change) => {
    const { original, translation } = await both(kind);
    dataOf(await editor.put(`/${kind}/${original.id}`, { baseRevision: original.revision, ...change }));
    await publish(kind, original.id);
    expect(await notice(translation)).toBe(true);
    await findRight(translation.id, { rightFields: [name] }, kind);
    expect(await notice(translation)).toBe(false);
  },
);

it('is not older once its parts are said to be still right', async () => {
  const { original, translation } = await both();
  await write('articles', original.id, english.with(0, 'Anyone may ask for it.'));
  await publish('articles', original.id);
  expect(await notice(translation)).toBe(true);
  await findRight(translation.id, { right: [0] });
  expect(await notice(translation)).toBe(false);
});

it('says so in words, and stands on the desks of its writer and of editors, in English after Hindi too', async () => {
  const stranger = await colleague(test, 'writer');
  const live = async (fields: object) =>
    publish('articles', dataOf<Standing>(await writer.post('/articles', { summary: 'What it costs.', ...fields })).id);
  const original = await live({ title: 'फ़ॉर्म की फ़ीस', body: textOf(hindi), lang: 'hi' });
  const translation = await live({
    title: 'What the form costs',
    body: textOf(english),
    lang: 'en',
    translationOf: original.key,
  });
  const isOlder = async () => {
    const { body } = await test.app.inject({ url: translation.canonicalUrl });
    const isTold = await notice(translation);
    expect(body.includes('was changed after this translation was made')).toBe(isTold);
    const isOnDesk = async (who: Colleague) => (await onDesk(who)).includes(translation.id);
    for (const who of [editor, writer]) expect(await isOnDesk(who)).toBe(isTold);
    expect(await isOnDesk(stranger)).toBe(false);
    return isTold;
  };
  expect(await isOlder()).toBe(false);
  await write('articles', original.id, hindi.with(2, 'फ़ीस साल के 20 रुपये है।'));
  await publish('articles', original.id);
  expect([await isOlder(), await notice(original)]).toEqual([true, false]);
  await write('articles', translation.id, dearer);
  await publish('articles', translation.id);
  expect(await isOlder()).toBe(false);
  // What the translator says is right is not old, without another revision.
  await write('articles', original.id, hindi.with(2, 'फ़ीस साल के 20 रुपये है।').with(3, 'दफ़्तर में ही माँगें।'));
  await publish('articles', original.id);
  expect(await isOlder()).toBe(true);
  await findRight(translation.id, { right: [3] });
  expect(await isOlder()).toBe(false);
});

it('is older however its writer says so at the moment at which the original changes', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { original, translation } = await both();
    await write('articles', original.id, dearer);
    const { revision } = await copyOf('articles', original.id);
    const admin = await colleague(test, 'admin');
    dataOf(await writer.post(`/articles/${original.id}/submit`, { revision }));
    dataOf(await admin.post(`/articles/${original.id}/approve`, { revision }));
    const said = { revision: translation.revision, originalRevision: 1, right: [0, 1, 2, 3] };
    const [published] = await Promise.all([
      editor.post(`/articles/${original.id}/publish`, { revision, changeNote: 'The fee has changed.' }),
      writer.post(`/articles/${translation.id}/paragraphs`, said),
    ]);
    dataOf(published);
    expect(await notice(translation)).toBe(true);
  }
});

it('that lacks a new part is older still when another part of it is published', async () => {
  const { original, translation } = await both();
  await write('articles', original.id, [...english, 'Bring the old card along, with two photos of yourself.']);
  await publish('articles', original.id);
  await write('articles', translation.id, hindi.with(0, 'कोई भी व्यक्ति माँग सकता है।'));
  await publish('articles', translation.id);
  expect(await notice(translation)).toBe(true);
});

it('that lacked a part from its beginning is shorter, not older; a new part makes it older', async () => {
  const { original, translation } = await both();
  await write('articles', translation.id, hindi.slice(0, 3));
  await publish('articles', translation.id);
  expect(await notice(translation)).toBe(false);
  await write('articles', original.id, [...english, 'Bring the old card along, with two photos of yourself.']);
  await publish('articles', original.id);
  expect(await notice(translation)).toBe(true);
});

it('of which nothing was noted yet is older after a correction of the same day', async () => {
  const { id } = dataOf<Standing>(
    await writer.post('/articles', { title: `Old ${Math.random()}`, body: textOf(english) }),
  );
  const original = await publish('articles', id);
  const day = dayInIndia();
  const made = await writer.post('/articles', {
    title: `पुराना ${Math.random()}`,
    body: textOf(hindi),
    lang: 'hi',
    translationOf: original.key,
    follows: day,
  });
  const translation = await publish('articles', dataOf<Standing>(made).id);
  // As an upgrade or an import leaves it.
  await test.db.execute('delete from studio_translations');
  await test.db.update(articles).set({ isBehind: null }).where(eq(articles.id, translation.id));
  test.app.pageCache.clear();
  expect(await notice(translation)).toBe(false);
  await write('articles', original.id, dearer);
  await publish('articles', original.id);
  expect(await notice(translation)).toBe(true);
});

it('goes by the day where nothing is judged', async () => {
  const { original, translation } = await both();
  await test.db.update(articles).set({ isBehind: null, follows: '2020-01-01' }).where(eq(articles.id, translation.id));
  test.app.pageCache.clear();
  expect(await notice(translation)).toBe(true);
  expect(await notice(original)).toBe(false);
});

it('goes by the day again once the original was written by an import', async () => {
  const { original, translation } = await both();
  await test.db.update(articles).set({ follows: '2020-01-01' }).where(eq(articles.id, translation.id));
  test.app.pageCache.clear();
  expect(await notice(translation)).toBe(false);
  await clearMarks(test.db, articles, [original.id]);
  test.app.pageCache.clear();
  expect(await notice(translation)).toBe(true);
});
