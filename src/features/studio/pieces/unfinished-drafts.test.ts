import { expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const editor = prepared(() => colleague(test, 'editor'));
type Copy = { id: number; revision: number; problems: { path: string; message: string; isBlocking: boolean }[] };

const piece = { title: 'Half a piece', body: 'The text is there.' };
const scheme = { name: 'A pension', level: 'central', eligibility: ['Aged 60 or more'] };

it.each<[what: string, kind: string, fields: object, path: RegExp]>([
  ['a source without an address', 'articles', { ...piece, sources: [{ title: 'The order' }] }, /^sources\.0\.url$/],
  [
    'a source whose address is half typed',
    'articles',
    { ...piece, sources: [{ title: 'x', url: 'htt' }] },
    /^sources\.0\.url$/,
  ],
  ['a scheme without an official page', 'articles', { ...piece, scheme }, /^scheme\.officialUrl$/],
  ['a title that is too long', 'articles', { ...piece, title: 'long '.repeat(60) }, /^title$/],
  [
    'an empty slide',
    'webstories',
    {
      title: 'A story',
      pages: [
        { heading: 'One', text: 'Words' },
        { heading: '', text: '' },
      ],
    },
    /^pages\.1\b/,
  ],
  [
    'an empty source',
    'articles',
    {
      ...piece,
      sources: [
        { title: 'The order', url: 'https://order.gov.in/' },
        { title: '', url: '' },
      ],
    },
    /^sources\.1$/,
  ],
  ['a day that is no day', 'articles', { ...piece, lastCheckedAt: '2026-02-30' }, /^lastCheckedAt$/],
])('%s is saved, shown and compared, and is a problem at its field', async (_, kind, fields, path) => {
  const begun = dataOf<Copy>(await editor.post(`/${kind}`, fields));
  const address = `/${kind}/${begun.id}`;
  const copy = dataOf<Copy & Record<string, unknown>>(await editor.get(address));
  expect(copy.problems.filter(({ isBlocking }) => isBlocking).map((one) => one.path)).toContainEqual(
    expect.stringMatching(path),
  );
  expect(copy.problems.filter((one) => path.test(one.path))).toHaveLength(1);
  const refused = await editor.post(`${address}/submit`, { revision: 1 });
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringMatching(/"path":"/)]);
  // It can go on being written, and nothing of it is lost.
  dataOf(await editor.put(address, { baseRevision: 1, title: 'Another title' }));
  expect(dataOf<Record<string, unknown>>(await editor.get(address))).toMatchObject(
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'title' && name !== 'body')),
  );
  expect((await editor.get(`${address}/revisions`)).statusCode).toBe(200);
  expect((await editor.get(`${address}/revisions/1`)).statusCode).toBe(200);
  const { url } = dataOf<{ url: string }>(await editor.post(`${address}/preview-links`, { hours: 1 }));
  const preview = await test.app.inject({ url: new URL(url).pathname });
  expect([preview.statusCode, preview.body]).toEqual([200, expect.stringContaining('Another title')]);
  const page = await test.app.inject({ url: `/studio/${kind}/${begun.id}`, headers: editor.headers });
  expect([200, 302, 303]).toContain(page.statusCode);
});

it('a record names its field, and rules that no test person has tried are a warning that stops nothing', async () => {
  const rules = { version: 1, all: [{ fact: 'age', gte: 60 }] };
  const { id } = dataOf<Copy>(await editor.post('/articles', { ...piece, scheme: { ...scheme, rules } }));
  const problems = async () =>
    dataOf<Copy>(await editor.get(`/articles/${id}`)).problems.filter(({ path }) => path.startsWith('scheme.'));
  expect(await problems()).toEqual([
    { path: 'scheme.officialUrl', message: expect.stringMatching(/^Official page: /) as unknown, isBlocking: true },
    { path: 'scheme.cases', message: expect.stringMatching(/no test person/) as unknown, isBlocking: false },
  ]);
  const whole = { ...scheme, rules, officialUrl: 'https://www.india.gov.in/' };
  dataOf(await editor.put(`/articles/${id}`, { baseRevision: 1, scheme: whole }));
  expect((await problems()).map(({ path }) => path)).toEqual(['scheme.cases']);
  dataOf(await editor.post(`/articles/${id}/submit`, { revision: 2 }));
  const cases = [{ answers: { age: 60 }, verdict: 'yes', why: '60 is the first age.' }];
  dataOf(await editor.put(`/articles/${id}`, { baseRevision: 2, scheme: { ...whole, cases } }));
  expect(await problems()).toEqual([]);
});

it('what is of another type, unknown or no text at all is refused', async () => {
  for (const fields of [
    { sources: 'a text' },
    { sources: [{ title: 7 }] },
    { sources: [{ titel: 'x' }] },
    { lang: 'xx' },
    { summary: 'a \u0000' },
  ])
    expect((await editor.post('/articles', { ...piece, ...fields })).statusCode, JSON.stringify(fields)).toBe(400);
});

it.each<[kind: string, titleField: string, fields: object]>([
  ['articles', 'title', { body: 'Only a text.' }],
  ['articles', 'title', { title: ' ', body: 'Only a text.' }],
  ['videos', 'title', { body: 'Only a text.' }],
  ['webstories', 'title', {}],
  ['pages', 'title', { body: 'Only a text.' }],
  ['categories', 'name', {}],
  ['tags', 'displayName', {}],
  ['authors', 'name', {}],
  ['ctas', 'title', {}],
  ['scams', 'title', { body: 'Only a text.' }],
])('%s without a title are saved, and the title is a problem at its field', async (kind, titleField, fields) => {
  const { id } = dataOf<Copy>(await editor.post(`/${kind}`, fields));
  const copy = dataOf<Copy & { title: string; key: string }>(await editor.get(`/${kind}/${id}`));
  expect([copy.title, copy.key]).toEqual(['', expect.stringMatching(/^untitled(?:-\d+)?$/)]);
  const refused = await editor.post(`/${kind}/${id}/submit`, { revision: 1 });
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(`"path":"${titleField}"`)]);
  const { url } = dataOf<{ url: string }>(await editor.post(`/${kind}/${id}/preview-links`, { hours: 1 }));
  for (const address of [`/studio/${kind}`, `/studio/${kind}/${id}`, new URL(url).pathname]) {
    const page = await test.app.inject({ url: address, headers: editor.headers });
    expect([address, page.statusCode]).toEqual([address, 200]);
  }
});

it('a draft without a title is not translated before it has one, so that no key is named after none', async () => {
  const { id } = dataOf<Copy>(await editor.post('/articles', { body: 'Only a text.' }));
  const translate = () => editor.post(`/articles/${id}/translations`, { lang: 'hi' });
  expect((await translate()).json()).toMatchObject({ status: 409, code: 'conflict' });
  dataOf(await editor.put(`/articles/${id}`, { baseRevision: 1, title: 'Caste certificates' }));
  const copy = dataOf<Copy>(await translate());
  const keyOf = async (one: number) => dataOf<{ key: string }>(await editor.get(`/articles/${one}`)).key;
  expect([await keyOf(id), await keyOf(copy.id)]).toEqual(['caste-certificates', 'caste-certificates-hi']);
});

it('a draft begun without a title gets its key with the first one, unless a translation refers to it', async () => {
  const begin = async () => {
    const { id } = dataOf<Copy>(await editor.post('/webstories', {}));
    const read = async () => dataOf<Copy & { key: string }>(await editor.get(`/webstories/${id}`));
    const change = async (fields: object) => {
      dataOf(await editor.put(`/webstories/${id}`, { baseRevision: (await read()).revision, ...fields }));
      return (await read()).key;
    };
    return { read, change };
  };
  const { change } = await begin();
  expect(await change({ lang: 'en' })).toMatch(/^untitled/);
  expect(await change({ title: 'Ration cards' })).toBe('ration-cards');
  expect(await change({ title: 'Ration cards for all' })).toBe('ration-cards');
  expect(await change({ title: null })).toBe('ration-cards');

  const translated = await begin();
  const { key } = await translated.read();
  dataOf(await editor.post('/webstories', { title: 'राशन', lang: 'hi', translationOf: key }));
  expect(await translated.change({ title: 'Ration shops' })).toBe(key);
});
