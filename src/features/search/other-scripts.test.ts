// @runs on both databases
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { measureSentences } from '../../../bench/spelling-sentences.ts';
import { measureWords } from '../../../bench/spelling-words.ts';
import { articles, webstories } from '../../database/schema.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { insertPlainArticles } from '../../testing/plain-articles.ts';
import { indexDocuments } from '../search-index/index-document.server.ts';
import { indexWebStories } from '../webstories/index-webstories.server.ts';
import { completeIndex } from './complete-index.server.ts';
import { rankGuesses } from './rank-guesses.server.ts';
import { queryWords } from './search-query.ts';
import { searchArticles, searchEverything } from './search.queries.server.ts';

const site = openTestApp({ content: 'empty' });
const pieces = [
  { id: 1, lang: 'hi', title: 'घर में हिंसा हो रही है: 181 पर मदद', body: 'घरेलू हिंसा में कहाँ फोन करें। मारपीट, धमकी।' },
  { id: 2, lang: 'en', title: 'Update your Aadhaar', body: 'Change the address in Aadhaar online.' },
  { id: 3, lang: 'en', title: 'Lost your PAN card?', body: 'Print it again or get a new one.' },
  { id: 4, lang: 'hi', title: 'राशन कार्ड का e-KYC', body: 'अनाज लेने के लिए अंगूठा लगाएँ।' },
  { id: 5, lang: 'ta', title: 'ஓய்வூதியம் பெறுவது எப்படி', body: 'முதியோர் ஓய்வூதியத்திற்கு விண்ணப்பிக்கவும்.' },
  { id: 6, lang: 'en', title: 'Gruha Lakshmi in Karnataka', body: 'Money each month.' },
  { id: 7, lang: 'en', title: 'A note about hay', body: 'Hay is dry grass for cattle, and is sold by weight.' },
  { id: 8, lang: 'en', title: 'A free lawyer from the court', body: 'Legal aid costs nothing.' },
  { id: 9, lang: 'hi', title: 'पड़ोसी से झगड़ा', body: 'मुफ़्त वकील भी मिलता है। थाने में लिखकर दें।' },
  { id: 10, lang: 'hi', title: 'ओडिशा की सुभद्रा योजना', body: 'महिलाओं को हर साल पैसे।' },
  { id: 11, lang: 'en', title: 'Subhadra in Odisha', body: 'Money for women, each year.' },
] as const;

beforeAll(async () => {
  const publishedAt = new Date('2026-01-01');
  await insertPlainArticles(site.services, pieces);
  await site.db.insert(webstories).values({
    slug: 'free-helplines',
    sourceHash: '',
    title: 'Eight helplines that are free',
    authorId: 1,
    status: 'published',
    publishedAt,
    pages: [
      { heading: 'Elderline', text: 'People over 60', imageUrl: null, linkUrl: null, linkText: null, seconds: 5 },
    ],
  });
  await site.db.transaction(indexWebStories);
}, 120_000);

const search = async (articleText: string) => (await searchArticles(site.db, { articleText })).data;
const firstOf = async (text: string) => (await search(text))[0]?.id;

test.each([
  ['gharelu hinsa', 1],
  ['ghrelu hinsaa', 1],
  ['घरेलु हिन्सा', 1],
  ['आधार अपडेट', 2],
  ['ஆதார்', 2],
  ['aadhar updat', 2],
  ['pan card kho gaya kya kare', 3],
  ['पैन कार्ड खो गया', 3],
  ['rashan kard', 4],
  ['anaaj', 4],
  ['oyvoothiyam', 5],
  ['gruhalakshmi', 6],
  ['hay', 7],
])('%s finds the piece in whatever script it is', async (query, id) => {
  expect(await firstOf(query)).toBe(id);
});

test('a typo that sounds like a word of another script finds the word that it is a typo of, too', async () => {
  expect((await search('subhara')).map(({ id }) => id).sort()).toEqual([10, 11]);
  expect((await search('subhara odisha'))[0]!.id).toBe(11);
});

test('a hit in other words says which', async () => {
  const [hit] = await search('gharelu hinsa');
  expect(hit!.foundAs).toEqual(expect.arrayContaining([{ typed: 'hinsa', found: 'हिंसा' }]));
  expect((await search('aadhaar'))[0]!.foundAs).toEqual([]);
});

test('a hit for the words as typed stands before every guess', async () => {
  expect(await firstOf('hay is')).toBe(7);
  expect(await firstOf('Update Aadhaar')).toBe(2);
});

test('words in the text only do not push down a title that means the same, and stay on the first page', async () => {
  const found = (await search('मुफ्त वकील')).map(({ id }) => id);
  expect(found[0]).toBe(8);
  expect(found).toContain(9);
  expect(await firstOf('पड़ोसी झगड़ा')).toBe(9);
  // In Latin letters the hit for the words as typed stays first, wherever they stand.
  expect(await firstOf('costs nothing')).toBe(8);
});

test('hits that have only the less telling words of a query are said to be no answer', async () => {
  const isFar = async (query: string) =>
    (await searchEverything(site.db, { query, kind: 'all', categoryId: null, page: 1 })).isFar;
  expect(await isFar('lost marksheet')).toBe(true);
  for (const query of ['lost pan', 'pan card kho gaya kya kare', 'gharelu hinsa', 'पैन कार्ड खो गया'])
    expect(await isFar(query), query).toBe(false);
});

test('a title that says the query in other words, or is its name, stands before those that have the words apart', async () => {
  const filler = 'Read this before you go. '.repeat(30);
  const others = Array.from({ length: 12 }, (_, at) => ({
    id: 500 + at,
    lang: 'en' as const,
    title: `Zorbin ticket ${at}`,
    body: `${filler} Update. Soren Nidhi scheme.`,
  }));
  const meant = { id: 499, lang: 'en' as const, title: 'Change your Zorbin', body: others[0]!.body };
  const named = {
    id: 601,
    lang: 'en' as const,
    title: 'Soren Nidhi: who gets it',
    body: `${filler} A scheme. ${filler}`,
  };
  const near = {
    id: 602,
    lang: 'en' as const,
    title: 'More on top of Soren Nidhi',
    body: `Soren Nidhi scheme. ${filler}`,
  };
  await insertPlainArticles(site.services, [...others, meant, named, near], 2);
  expect(await firstOf('zorbin update')).toBe(499);
  expect(await firstOf('soren nidhi yojana')).toBe(601);
  await site.db.execute(sql`delete from search_documents where entity_id >= 499`);
});

test('stop words of the index are not looked for by their sound', () => {
  expect(queryWords('do i have to pay any tax').map(({ folded }) => folded)).toEqual(['pay', 'tax']);
  expect(queryWords('have any').map(({ folded }) => folded)).toEqual(['have', 'any']);
});

test('in Latin letters too, words that stand apart in a text do not push down a title', async () => {
  const [, , , , , , note, free] = pieces;
  const shared = { kind: 'ARTICLE' as const, lang: 'en' as const, categoryIds: [], tagIds: [], summary: '' };
  const save = (body: string) =>
    site.db.transaction((tx) =>
      indexDocuments(tx, [{ ...shared, entityId: 7, title: note.title, body, publishedAt: new Date('2026-01-01') }]),
    );
  await save(`The court is far. ${note.body} Ask a lawyer, or another vakil.`);
  expect(free.title).toContain('lawyer');
  expect(await firstOf('vakil court')).toBe(8);
  expect(await firstOf('sold by weight')).toBe(7);
  await save(note.body);
});

test('translations are ranked as one piece, by the better of both for each word', async () => {
  const word = (folded: string) => ({ start: 0, end: 1, folded, ways: [folded] });
  const words = ['aadhaar', 'update', 'change', 'lawyer', 'राशन', 'कार्ड'].map(word);
  const rank = () => site.db.transaction((tx) => rankGuesses(tx, words, [{ kind: 'ARTICLE', ids: [2, 4, 8] }]));
  expect((await rank())[0]!.ids[0]).toBe(2);
  await site.db
    .update(articles)
    .set({ groupId: 8 })
    .where(inArray(articles.id, [4, 8]));
  expect((await rank())[0]!.ids.slice(0, 2).sort()).toEqual([4, 8]);
  await site.db
    .update(articles)
    .set({ groupId: null })
    .where(inArray(articles.id, [4, 8]));
});

test('a word with synonyms only is ranked', async () => {
  const word = { start: 0, end: 4, folded: 'वकील', ways: ['lawyer'], meant: ['lawyer'] };
  const [ranked] = await site.db.transaction((tx) => rankGuesses(tx, [word], [{ kind: 'ARTICLE', ids: [1, 8] }]));
  expect(ranked!.ids).toEqual([8, 1]);
});

test('the name of a scheme finds the article that explains it under another title', async () => {
  const document = {
    kind: 'ARTICLE' as const,
    entityId: 2,
    lang: 'en' as const,
    summary: '',
    categoryIds: [],
    tagIds: [],
  };
  const { title, body } = pieces[1];
  const save = (subject?: string) =>
    site.db.transaction((tx) =>
      indexDocuments(tx, [{ ...document, title, body, subject, publishedAt: new Date('2026-01-01') }]),
    );
  expect(await firstOf('Samajik Suraksha')).toBeUndefined();
  await save('Samajik Suraksha Yojana');
  expect(await firstOf('सामाजिक सुरक्षा')).toBe(2);
  await save();
});

test('danger puts a helpline first, in the API as on the page', async () => {
  const answer = await site.send('POST', '/api/search/articles', { articleText: 'gharelu hinsa' });
  expect(answer.json().helplines[0]).toMatchObject({ number: '181' });
  expect(answer.body.indexOf('helplines')).toBeLessThan(answer.body.indexOf('"data"'));
  const other = await site.send('POST', '/api/search/articles', { articleText: 'pan card' });
  expect(other.json()).not.toHaveProperty('helplines');
  const suggested = await site.app.inject({ url: '/api/search/suggest?q=khudkushi' });
  expect(suggested.json().helplines[0]).toMatchObject({ number: '14416' });
});

test('web stories are found, suggested, and leave the index with their publication', async () => {
  const found = () => searchEverything(site.db, { query: 'free helplines', kind: 'all', categoryId: null, page: 1 });
  expect((await found()).stories.map(({ slug }) => slug)).toEqual(['free-helplines']);
  const { data } = (await site.app.inject({ url: '/api/search/suggest?q=eight%20help' })).json();
  expect(data).toContainEqual({
    text: 'Eight helplines that are free',
    kind: 'WEBSTORY',
    canonicalUrl: '/webstory/free-helplines',
  });
  await site.db.update(webstories).set({ status: 'draft' });
  await site.db.transaction((tx) => indexWebStories(tx));
  expect((await found()).stories).toEqual([]);
});

test('suggestions read Latin letters as other scripts', async () => {
  const { data } = (await site.app.inject({ url: '/api/search/suggest?q=hinsa' })).json();
  expect(data[0]).toMatchObject({
    text: pieces[0].title,
    canonicalUrl: expect.stringContaining('ghar-mein-hinsa-ho-rahi-hai'),
  });
});

test('an index of an older version is completed', async () => {
  await site.db.execute(sql`delete from search_words where is_body_only`);
  await site.db.execute(sql`update search_words set sound_keys = null`);
  expect(await firstOf('angootha')).toBeUndefined();
  await completeIndex(site.services.connection);
  expect(await firstOf('angootha')).toBe(4);
  expect((await site.db.execute(sql`select 1 from search_words where sound_keys is null`)).rows).toEqual([]);
});

test('odd input finds nothing, or something, but never fails', async () => {
  for (const text of [
    '\u200d',
    'क\u094d\u200d',
    'قانون کی مدد',
    '𑀓𑀸',
    '١٢٣',
    '१०९८',
    "'घर' & | ! <-> ():*",
    '\u202eabc',
    'ක්‍ෂ',
    'is to me hai hay',
    'अ'.repeat(300),
  ])
    expect(Array.isArray(await search(text)), text).toBe(true);
});

const folder = process.env.NAGRIK_DATA ?? '';
const hasData = existsSync(join(folder, 'languages'));
if (!hasData) console.info('NAGRIK_DATA names no folder with languages/: the figures of spellings are not measured.');

describe.skipIf(!hasData)('figures on a seeded sample of the data', () => {
  const languages = join(folder, 'languages');
  test.each([
    ['hi', 0.8, 0.93],
    ['ta', 0.75, 0.88],
    ['te', 0.85, 0.9],
  ])('words of %s', { timeout: 120_000 }, (language, first, topFive) => {
    const figures = measureWords(languages, language, 400);
    expect(figures.first).toBeGreaterThan(first);
    expect(figures.topFive).toBeGreaterThan(topFive);
  });

  test('lines of Hindi by four words in Latin letters', { timeout: 300_000 }, async () => {
    const own = await buildTestApp({ content: 'empty' });
    try {
      const figures = await measureSentences(own.services.connection, languages, 'hi', {
        most: 60,
        lines: 400,
        made: 400,
      });
      expect(figures.firstTen).toBeGreaterThan(0.93);
    } finally {
      await own.close();
    }
  });

  test('questions of readers find their article among the first three', { timeout: 300_000 }, async () => {
    const own = await buildTestApp({ content: 'demo' });
    try {
      type Asked = { q: string; lang: string; targets: string[] };
      const asked = readFileSync(join(folder, 'queries', 'queries.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Asked);
      const hits: Record<string, number[]> = {};
      for (const { q, lang, targets } of asked) {
        const { data } = await searchArticles(own.db, { articleText: q, pageSize: 3 });
        const isHit = data.some(({ id, translations }) =>
          [id, ...translations.map((other) => other.id)].some((each) => targets.includes(`article:${each}`)),
        );
        (hits[lang] ??= []).push(Number(isHit));
      }
      const shareOf = (of: number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;
      expect(shareOf(hits.en!)).toBeGreaterThanOrEqual(0.92);
      expect(shareOf(hits.hi!)).toBeGreaterThanOrEqual(0.9);
      expect(shareOf(hits.hinglish!)).toBeGreaterThanOrEqual(0.9);
    } finally {
      await own.close();
    }
  });
});
