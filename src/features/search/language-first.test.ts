// @runs on both databases
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { articles, questions, videos, webstories } from '../../database/schema.ts';
import { indexQuestion } from '../communities/ask-question.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertPlainArticles, type PlainArticle } from '../../testing/plain-articles.ts';
import { languageFirst, type RankedHit, strengths } from './language-first.ts';

let site: TestApp;
afterAll(() => site?.close());

type Hit = { id: number; lang: string; title: string };
const find = async (what: string, body: object) =>
  (await site.send('POST', `/api/search/${what}`, body)).json<{ data: Hit[] }>().data;
const idsOf = async (articleText: string, lang: string, more: object = {}) =>
  (await find(`articles?lang=${lang}`, { articleText, ...more })).map(({ id }) => id);
const orderOf = async (ids: number[], ...search: Parameters<typeof idsOf>) =>
  (await idsOf(...search)).filter((id) => ids.includes(id));

describe('pieces that are not translated', () => {
  const office = 'Ask at the office.';
  const daftar = 'दफ़्तर में पूछें।';
  const pieces: PlainArticle[] = [
    { id: 1, lang: 'en', title: 'Permit rules for marigold', body: office },
    { id: 2, lang: 'hi', title: 'Marigold permit की फ़ीस', body: daftar },
    { id: 3, lang: 'en', title: 'Voucher rules for zinnia', body: office },
    { id: 4, lang: 'hi', title: 'Zinnia कैसे उगाएँ', body: daftar },
    { id: 5, lang: 'en', title: 'Dahlia token', body: office },
    { id: 6, lang: 'hi', title: 'Dahlia का token कैसे बने', body: daftar },
    { id: 7, lang: 'en', title: 'A note', body: 'The parchi that you need for one gulmohar.' },
    { id: 8, lang: 'hi', title: 'सूरजमुखी का बीज', body: daftar },
    { id: 9, lang: 'en', title: 'Seeds for oil', summary: 'Of सूरजमुखी, too.', body: office },
    { id: 10, lang: 'en', title: 'Verbena lamps', body: office },
    { id: 11, lang: 'hi', title: 'खेत का पंप', summary: 'Verbena के लिए।', body: daftar },
    { id: 12, lang: 'hi', title: 'कचनार का मुरब्बा कैसे बने', body: daftar },
    { id: 13, lang: 'en', title: 'Cooking', body: 'कचनार, and far below it मुरब्बा.' },
    { id: 14, lang: 'en', title: 'Kachnar: what it costs', body: 'Of a murabba, too.' },
    { id: 15, lang: 'hi', title: 'चमेली वाला वकील', body: daftar },
    { id: 16, lang: 'en', title: 'चमेली lawyer', body: office },
    { id: 17, lang: 'en', title: 'Faalsaa, rules for sharbatt', body: 'Of sharbat, and far below falsa.' },
    { id: 18, lang: 'hi', title: 'फालसा शरबत', summary: 'फालसा शरबत की विधि।', body: daftar },
    { id: 40, lang: 'en', title: 'Names of flowers', summary: 'Genda, too.', body: office },
    { id: 41, lang: 'hi', title: 'गेंदा', summary: 'Genda.', body: daftar },
    ...Array.from({ length: 12 }, (_, at) => ({
      id: 20 + at,
      lang: 'hi' as const,
      title: `गुलमोहर की पर्ची ${at}`,
      body: daftar,
    })),
  ];
  beforeAll(async () => {
    site = await buildTestApp({ content: 'empty' });
    await insertPlainArticles(site.services, pieces);
  });

  it('of the language that is asked for are first', async () => {
    expect(await orderOf([1, 2], 'marigold permit', 'en')).toEqual([1, 2]);
    expect(await orderOf([1, 2], 'marigold permit', 'hi')).toEqual([2, 1]);
    expect(await idsOf('marigold permit', 'en', { pageSize: 1, page: 2 })).toEqual([2]);
    expect(await orderOf([1, 2], 'marigold permit', 'en', { sortOrder: 'ASC' })).toEqual([1, 2]);
    expect(await orderOf([1, 2], 'marigold permit', 'hi', { sortOrder: 'ASC' })).toEqual([2, 1]);
  });

  it.each(['en', 'hi'])('with the words as typed are before guesses in any language: %s', async (lang) => {
    expect(await orderOf([3, 4], 'zinnia voucher', lang)).toEqual([3, 4]);
    // The last place of the first page.
    expect((await idsOf('gulmohar parchi', lang)).indexOf(7)).toBe(9);
  });

  it.each(['en', 'hi'])('with the words in the title are before those with them elsewhere: %s', async (lang) => {
    expect(await orderOf([8, 9], 'सूरजमुखी', lang)).toEqual([8, 9]);
    expect(await orderOf([10, 11], 'verbena', lang)).toEqual([10, 11]);
  });

  it.each(['en', 'hi'])('so are those with a title in another script: %s', async (lang) => {
    expect((await orderOf([12, 13, 14], 'kachnaar murabbaa', lang))[0]).toBe(12);
  });

  it('a title in another script is after a piece of the page’s language with the words in title and text', async () => {
    expect(await orderOf([17, 18], 'falsa sharbat', 'en')).toEqual([17, 18]);
    expect(await orderOf([17, 18], 'falsa sharbat', 'hi')).toEqual([18, 17]);
  });

  it('a title in another script is none with the words as typed', async () => {
    expect(await orderOf([40, 41], 'genda', 'en')).toEqual([40, 41]);
    expect(await orderOf([40, 41], 'genda', 'hi')).toEqual([41, 40]);
  });

  it.each(['en', 'hi'])('a title in words of the same meaning is weaker than one with the words: %s', async (lang) => {
    expect(await orderOf([15, 16], 'chameli vakil', lang)).toEqual([15, 16]);
  });

  it.each(['en', 'hi'])('whose title is the query stay first: %s', async (lang) => {
    expect(await orderOf([5, 6], 'dahlia token', lang)).toEqual([5, 6]);
  });

  it('questions in the page’s language are first, too, in a search and on the page of questions', async () => {
    const titles = [
      'Petunia के बीज कहाँ मिलेंगे?',
      'Petunia seeds',
      'Petunia का पानी कब बदलें?',
      'Petunia कितने दिन चलता है?',
      'Petunia rules',
    ];
    await site.db.transaction(async (tx) => {
      for (const title of titles) {
        const [row] = await tx.insert(questions).values({ title, body: '', bodyHtml: '' }).returning();
        await indexQuestion(tx, row!);
      }
    });
    const isHindi = (title: string) => /[\u0900-\u097f]/.test(title);
    const inSearch = async (lang: string) =>
      (await find(`questions?lang=${lang}`, { questionText: 'petunia' })).map(({ title }) => isHindi(title));
    const onPage = async (path: string) => {
      const { body } = await site.app.inject(path);
      return [...body.matchAll(/Petunia [^<"]+(?=<\/)/g)].map(([title]) => isHindi(title));
    };
    expect(await inSearch('en')).toEqual([false, false, true, true, true]);
    expect(await inSearch('hi')).toEqual([true, true, true, false, false]);
    expect(await onPage('/community')).toEqual([false, false, true, true, true]);
    expect(await onPage('/hi/community')).toEqual([true, true, true, false, false]);
  });

  it('sorted by time, a group of more hits than are counted shows once', async () => {
    const filler = Array.from({ length: 1_010 }, (_, at) => ({
      id: 1_001 + at,
      lang: 'en' as const,
      title: `Krishnachura ${at}`,
      body: '.',
    }));
    const grouped: PlainArticle[] = [
      { id: 3_001, lang: 'hi', title: 'Krishnachura की फ़ीस', body: daftar },
      { id: 3_002, lang: 'en', title: 'Krishnachura fee', body: office },
      { id: 3_003, lang: 'hi', title: 'Krishnachura का फ़ॉर्म', body: daftar },
      { id: 3_004, lang: 'en', title: 'The form', body: office },
    ];
    await insertPlainArticles(site.services, [...filler, ...grouped], 2);
    await site.db.execute(
      sql`update ${articles} set group_id = case when id < 3003 then 3001 else 3003 end where id > 3000`,
    );
    const newest = { sortKey: 'PUBLISHED_AT', sortOrder: 'DESC', pageSize: 3 };
    expect(await idsOf('krishnachura', 'en', newest)).toEqual([3_004, 3_002, 2_010]);
    expect(await idsOf('krishnachura', 'hi', newest)).toEqual([3_003, 3_001, 2_010]);
  });
});

describe('the demonstration without its translations', () => {
  let own: TestApp;
  beforeAll(async () => {
    await site?.close();
    site = own = await buildTestApp({ content: 'demo' });
    for (const table of [articles, videos, webstories]) await own.db.execute(sql`update ${table} set group_id = null`);
    own.app.pageCache.clear();
  });
  /** The parts of a list: 'own' and 'other', as often as one follows the other. */
  const partsOf = (hits: Pick<Hit, 'lang'>[], lang: string) =>
    hits.map((hit) => (hit.lang === lang ? 'own' : 'other')).filter((part, at, all) => part !== all[at - 1]);
  /** The parts of the hits with the word in the title or its other words, and of those without. */
  const partsByTitle = (
    kind: string,
    hits: Pick<Hit, 'id' | 'lang' | 'title'>[],
    others: Map<string, string>,
    word: RegExp,
    lang: string,
  ) =>
    [true, false].map((isInTitle) => {
      const alike = hits.filter(({ id, title }) => word.test(`${title} ${others.get(`${kind} ${id}`)}`) === isInTitle);
      return partsOf(alike, lang).join();
    });

  it.each(['en', 'hi'])('shows articles, videos and web stories of the language first: %s', async (lang) => {
    const shown: Record<string, string[]> = {};
    const { rows: words } = await own.db.execute<{ name: string; others: string }>(sql`
      select p.kind || ' ' || p.id as name, coalesce(r.fields ->> 'searchWords', '') as others
      from studio_pieces p join studio_revisions r on r.kind = p.kind and r.piece_id = p.id and r.number = p.live`);
    const others = new Map(words.map((row) => [row.name, row.others]));
    for (const what of ['articles', 'videos']) {
      const hits: Hit[] = [];
      for (let page = 1, size = 50; size === 50; page += 1) {
        const text = { articles: { articleText: 'aadhaar' }, videos: { videoText: 'aadhaar' } }[what];
        const found = await find(`${what}?lang=${lang}`, { ...text, pageSize: 50, page });
        hits.push(...found);
        size = found.length;
      }
      shown[what] = partsByTitle(what, hits, others, /a+dha+r|आधार/i, lang);
    }
    const page = await site.app.inject(`${lang === 'en' ? '' : `/${lang}`}/search?q=card`);
    const rows = await own.db.select().from(webstories);
    const stories = [...page.body.matchAll(/href="(?:\/hi)?\/webstory\/([^"]+)"/g)];
    const found = stories.map(([, slug]) => rows.find((row) => row.slug === slug)!);
    shown.stories = partsByTitle('webstories', found, others, /card|कार्ड/i, lang);
    for (const [what, parts] of Object.entries(shown)) {
      // Without one list of both languages, no order was seen.
      expect(parts, what).toContain('own,other');
      for (const each of parts) expect(['', 'own', 'other', 'own,other'], what).toContain(each);
    }
  });
});

test('a hit moves behind the last one of the page’s language that is as strong, and not further', () => {
  const { named, typed, whole, part } = strengths;
  const hits: RankedHit[] = [
    { id: 1, isOwn: false, strength: named },
    { id: 2, isOwn: false, strength: typed },
    { id: 3, isOwn: true, strength: typed },
    { id: 4, isOwn: false, strength: part },
    { id: 5, isOwn: false, strength: whole },
    { id: 6, isOwn: true, strength: part },
    { id: 7, isOwn: true, strength: whole },
    { id: 8, isOwn: true, strength: part },
  ];
  expect(languageFirst(hits).map(({ id }) => id)).toEqual([1, 3, 2, 6, 7, 5, 8, 4]);
});

test('a text with the words as typed takes behind it only guesses no better than its own title', () => {
  const { typedUnderTitle, typedInText, wholeInTitle, whole, part } = strengths;
  const orderAround = (own: number) =>
    languageFirst([
      { id: 1, isOwn: false, strength: wholeInTitle },
      { id: 2, isOwn: false, strength: whole },
      { id: 3, isOwn: false, strength: part },
      { id: 4, isOwn: true, strength: own },
    ]).map(({ id }) => id);
  expect(orderAround(typedUnderTitle)).toEqual([4, 1, 2, 3]);
  expect(orderAround(wholeInTitle)).toEqual([4, 1, 2, 3]);
  expect(orderAround(typedInText)).toEqual([1, 4, 2, 3]);
  expect(orderAround(whole)).toEqual([1, 4, 2, 3]);
  expect(orderAround(part)).toEqual([1, 2, 4, 3]);
});

test.each(['typedInText', 'typedUnderTitle'] as const)('%s in another language stays before all guesses', (foreign) => {
  const { typedInTitle, typed, wholeInTitle, whole } = strengths;
  const hits: RankedHit[] = [
    { id: 1, isOwn: false, strength: strengths[foreign] },
    { id: 2, isOwn: true, strength: wholeInTitle },
    { id: 3, isOwn: true, strength: whole },
  ];
  expect(languageFirst(hits).map(({ id }) => id)).toEqual([1, 2, 3]);
  const typedHits: RankedHit[] = [
    { id: 4, isOwn: false, strength: typedInTitle },
    { id: 5, isOwn: false, strength: typed },
    { id: 6, isOwn: true, strength: typed },
    { id: 7, isOwn: true, strength: typedInTitle },
    { id: 8, isOwn: true, strength: typed },
  ];
  expect(languageFirst([...typedHits, ...hits]).map(({ id }) => id)).toEqual([6, 7, 4, 8, 5, 1, 2, 3]);
});
