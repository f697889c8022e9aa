// @runs on both databases
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles } from '../../database/schema.ts';
import { day, idsFor, openSearchSite, post, save, site } from '../../testing/search-site.ts';
import { indexDocument, indexDocuments, unindexDocument } from '../search-index/index-document.server.ts';
import { searchEverything } from './search.queries.server.ts';

openSearchSite();

describe('ranking', () => {
  test('a piece on the very thing goes before others whose names begin so', async () => {
    // Long beside short: the length of a text otherwise counts against it.
    const body = `${'Farmers ask about the instalment and the list. '.repeat(80)}`;
    await save({ id: 801, title: 'GOBAR-DHAN: who gets the grant, and how to ask for it', body, ageDays: 9 });
    await save({ id: 802, title: 'Gobar Dhan Plus: a pension', summary: 'Gobar Dhan Plus for small farms.' });
    try {
      expect((await idsFor('gobar dhan')).slice(0, 2)).toEqual([801, 802]);
      expect((await idsFor('Gobar-Dhan')).slice(0, 2)).toEqual([801, 802]);
      expect((await idsFor('gobar dhan plus'))[0]).toBe(802);
    } finally {
      for (const id of [801, 802]) {
        await unindexDocument(site.db, 'ARTICLE', id);
        await site.db.delete(articles).where(eq(articles.id, id));
      }
    }
  });
});

describe('finding', () => {
  test.each([
    ['another form of a word', 'chooses', 2],
    ['another word from the same', 'apply bank', 2],
    ['a Hindi plural', 'किसान', 5],
    ['a Hindi singular', 'योजना', 5],
    ['another spelling of Hindi', 'हिंदी', 5],
    ['a nukta left out', 'खराब', 5],
    ['accents left out', 'resume', 6],
    ['accents typed', 'cafés', 6],
    ['a typo', 'pesnion', 2],
    ['a letter left out', 'agricultre', 1],
    ['the beginning of a word', 'vend', 9],
    ['another way to write it', 'aadhar', 3],
    ['Hindi in Latin letters', 'rashan card', 4],
    ['Latin for Hindi', 'fasal bima', 5],
    ['Hindi for English', 'आधार', 3],
    ['a hyphen left out', 'ekyc', 1],
    ['a hyphen as a space', 'e kyc', 1],
    ['a number without commas', '6000', 1],
    ['the name of its category', 'agriculture', 1],
    ['the name of its tag', 'old age', 4],
    ['a word of the body', 'portability', 4],
    ['a question', 'how do I get the pension', 2],
    ['the beginning of a word of the body', 'sparkl', 6],
  ])('%s: "%s" finds article %i', async (_, text, id) => expect(await idsFor(text)).toContain(id));

  test('the title counts more than the summary, and that more than the body', async () => {
    const ids = await idsFor('pension');
    expect(ids[0]).toBe(2);
    expect(ids).toEqual(expect.arrayContaining([3, 9]));
  });

  test('of two alike the newer comes first', async () => {
    await save({ id: 31, title: 'Rainwater tanks', ageDays: 1_500 });
    await save({ id: 32, title: 'Rainwater tanks', ageDays: 10 });
    expect(await idsFor('rainwater tanks')).toEqual([32, 31]);
  });

  test('texts with all the words come before those with some', async () => {
    const ids = await idsFor('vendor loan pension');
    expect(ids[0]).toBe(9);
    expect(ids).toContain(2);
  });

  test('what is scheduled, a draft or taken out is not found', async () => {
    await save({ id: 33, title: 'Quokka census' });
    expect(await idsFor('quokka')).toEqual([33]);
    await unindexDocument(site.services.connection.db, 'ARTICLE', 33);
    expect(await idsFor('quokka')).toEqual([]);
    expect(await idsFor('scheduled pension news')).not.toContain(7);
    expect(await idsFor('secrets')).toEqual([]);
    const suggestions = (await site.app.inject('/api/search/suggest?q=sche')).json() as { data: { text: string }[] };
    expect(suggestions.data.map(({ text }) => text)).not.toContain('Scheduled pension news');
  });

  test('a changed text is found by its new words only', async () => {
    const document = {
      kind: 'ARTICLE' as const,
      entityId: 9,
      lang: 'en' as const,
      title: 'Street vendors',
      summary: 'Loans without papers',
      body: 'The vendor may get a loan. Old age is no bar; the pension is another matter.',
      categoryIds: [],
      tagIds: [],
      publishedAt: new Date(Date.now() - 400 * day),
    };
    await indexDocument(site.db, { ...document, body: 'Marzipan' });
    expect(await idsFor('marzipan')).toEqual([9]);
    await indexDocument(site.db, document);
    expect(await idsFor('marzipan')).toEqual([]);
  });
});

describe('filters, order and pages', () => {
  test('categories and tags narrow', async () => {
    expect(await idsFor('pension', { articleCategories: '2' })).toEqual([2, 3]);
    expect(await idsFor('pension', { articleTags: '9' })).toEqual([2]);
    expect(await idsFor('pension', { articleCategories: '1,2', articleTags: '9' })).toEqual([2]);
    expect(await idsFor('pension', { articleAuthorId: '77' })).toEqual([]);
  });

  test('an id is text, a number or a list of them; what is no number is refused', async () => {
    for (const articleCategories of [2, [2], ['2'], '2', [2, '2, 2'], [1, 2]])
      expect(await idsFor('pension', { articleCategories }), JSON.stringify(articleCategories)).toEqual([2, 3]);
    expect(await idsFor('pension', { articleAuthorId: 77 })).toEqual([]);
    const fields = {
      '/search/articles': 'articleAuthorId',
      '/article/search/v1': 'articleTags',
      '/article/recommended': 'articleCategories',
      '/search/videos': 'videoCategories',
      '/video/search/v1': 'videoTags',
      '/search/questions': 'questionTags',
      '/search/question/recent': 'categoryIds',
    };
    const send = (path: string, payload: object) => site.send('POST', `/api${path}`, payload);
    for (const [path, field] of Object.entries(fields)) {
      for (const right of [1, '1', '1,2', [1, 2], ['1', '2'], []])
        expect((await send(path, { [field]: right })).statusCode, `${path} ${JSON.stringify(right)}`).toBe(200);
      expect((await send(path, { [field]: [] })).json().data, path).toEqual((await send(path, {})).json().data);
      for (const wrong of [
        '',
        'x',
        '1,',
        0,
        -1,
        1.5,
        2_147_483_648,
        true,
        null,
        [[1]],
        ['x'],
        [null],
        '1,'.repeat(50) + '1',
      ])
        expect((await send(path, { [field]: wrong })).statusCode, `${path} ${JSON.stringify(wrong)}`).toBe(400);
    }
  });

  test('other orders are honoured', async () => {
    expect(await idsFor('pension', { sortKey: 'PUBLISHED_AT', sortOrder: 'ASC' })).toEqual([9, 3, 2]);
    expect((await idsFor('pension', { sortKey: 'VIEWS' }))[0]).toBe(9);
  });

  test('without a text it is the plain list', async () => {
    const { answer } = await post({ articleText: '  ' });
    expect(answer.data.length).toBeGreaterThan(3);
    expect(answer.data[0]!.highlight).toBeNull();
  });

  test('totals stop at 1,000, and so do the pages', async () => {
    for (let from = 0; from < 1_010; from += 101) {
      const ids = Array.from({ length: 101 }, (_, index) => 10_000 + from + index);
      await site.db.insert(articles).values(
        ids.map((id) => ({
          id,
          sourceKey: `many:${id}`,
          sourceHash: '',
          title: `Zebra ${id}`,
          summary: '',
          body: '',
          bodyHtml: '',
          authorId: 1,
          status: 'published' as const,
          publishedAt: new Date(id * 1_000),
        })),
      );
      await indexDocuments(
        site.db,
        ids.map((id) => ({
          kind: 'ARTICLE',
          entityId: id,
          lang: 'en',
          title: `Zebra ${id}`,
          summary: '',
          body: '',
          categoryIds: [],
          tagIds: [],
          publishedAt: new Date(id * 1_000),
        })),
      );
    }
    const first = (await post({ articleText: 'zebra' })).answer;
    expect([first.total, first.totalIsCapped, first.hasMore]).toEqual([1_000, true, true]);
    const second = (await post({ articleText: 'zebra', cursor: first.nextCursor })).answer;
    expect(second.data).toEqual((await post({ articleText: 'zebra', page: 2 })).answer.data);
    const last = (await post({ articleText: 'zebra', page: 20, pageSize: 50 })).answer;
    expect([last.data.length, last.hasMore]).toEqual([50, false]);
    expect((await post({ articleText: 'zebra', page: 21, pageSize: 50 })).answer.data).toEqual([]);
    const oldest = (await post({ articleText: 'zebra', sortKey: 'PUBLISHED_AT', sortOrder: 'ASC' })).answer;
    expect(oldest.data.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => 10_000 + index));
  });
});

describe('highlights', () => {
  test('what was looked for is marked, in whatever form it stands', async () => {
    const { answer } = await post({ articleText: 'apply pensions', articleCategories: '2' });
    expect(answer.data[0]!.highlight).toContain('<mark>Applications</mark>');
    expect(answer.data[0]!.highlight).toContain('<mark>pension</mark>');
    expect((await post({ articleText: 'योजना' })).answer.data.find(({ id }) => id === 5)!.highlight).toContain(
      '<mark>योजनाएँ</mark>',
    );
  });

  test('where only the title has the words, it is the title that is marked', async () => {
    await save({ id: 34, title: 'One nation one ration card <b>', summary: 'Grain anywhere.' });
    const marked = async (articleText: string) =>
      (await post({ articleText })).answer.data.find(({ id }) => id === 34)?.highlight;
    expect(await marked('ration')).toBe('One nation one <mark>ration</mark> card &lt;b&gt;');
    expect(await marked('rashan')).toBe('One nation one <mark>ration</mark> card &lt;b&gt;');
    expect(await marked('the cards for a nation')).toBe(
      'One <mark>nation</mark> one ration <mark>card</mark> &lt;b&gt;',
    );
    expect(await marked('grain')).toBe('<mark>Grain</mark> anywhere.');
    await unindexDocument(site.services.connection.db, 'ARTICLE', 34);
  });

  test('markup of the text is shown, not run', async () => {
    const hit = (await post({ articleText: 'naive tricks' })).answer.data[0]!;
    expect(hit.highlight).toContain('<mark>Naïve</mark>');
    expect(hit.highlight!.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>]/);
  });
});

describe('the page', () => {
  const ask = (query: string, more: object = {}) =>
    searchEverything(site.services.connection.db, { query, kind: 'all', categoryId: null, page: 1, ...more });

  test('articles and videos, with categories to narrow by', async () => {
    const model = await ask('ekyc');
    expect(model.counts).toEqual({ articles: 1, videos: 1, stories: 0, isCapped: false });
    expect(model.videos!.data[0]!.title).toBe('How to finish e-KYC for PM-KISAN');
    expect(model.filters).toEqual([{ id: 1, displayName: 'Agriculture' }]);
  });

  test('a mistake is put right, unless the words are to be taken as typed', async () => {
    const model = await ask('Atal pesnion');
    expect(model.correction).toEqual({ text: 'Atal pension', how: 'applied' });
    expect(model.articles!.data[0]!.id).toBe(2);
    expect((await ask('pesnion', { isExact: true })).counts.articles).toBe(0);
  });

  test('where nothing is found there are ways on', async () => {
    const model = await ask('xqzvvkw');
    expect(model.counts).toEqual({ articles: 0, videos: 0, stories: 0, isCapped: false });
    expect(model.correction).toBeNull();
    expect(model.categories.length).toBe(2);
    expect((await ask('agrikulture mony zzz')).counts.articles).toBeGreaterThan(0);
  });

  test('any text is answered, cut and cleaned', async () => {
    for (const query of ['\u0000', '\ud800x', `${'pension '.repeat(12_000)}`, '']) {
      const model = await ask(query);
      expect(model.query.length).toBeLessThanOrEqual(200);
      expect(model.query.isWellFormed()).toBe(true);
    }
  });
});

describe('suggestions', () => {
  const suggest = async (q: string) =>
    (
      (await site.app.inject(`/api/search/suggest?q=${encodeURIComponent(q)}`)).json() as {
        data: { text: string; kind: string; canonicalUrl: string }[];
      }
    ).data;

  test('beginnings, words within, typos, other scripts', async () => {
    expect((await suggest('atal'))[0]).toMatchObject({ text: 'Atal Pension Yojana', kind: 'ARTICLE' });
    expect((await suggest('yoj')).map(({ text }) => text)).toContain('Atal Pension Yojana');
    expect((await suggest('pesnion')).map(({ text }) => text)).toContain('Atal Pension Yojana');
    expect((await suggest('agri'))[0]).toMatchObject({ text: 'Agriculture', kind: 'CATEGORY' });
    expect((await suggest('old'))[0]).toMatchObject({ kind: 'TAG' });
    expect((await suggest('किसा')).map(({ text }) => text)).toContain('किसानों के लिए फसल बीमा');
    expect((await suggest('zebra')).length).toBe(8);
    expect(await suggest('   ')).toEqual([]);
  });

  test('what can be done here stands first', async () => {
    expect((await suggest('police fir'))[0]).toMatchObject({
      kind: 'LETTER',
      canonicalUrl: '/letters/police-complaint-refused',
    });
    expect((await suggest('yojana khojo'))[0]).toEqual({
      kind: 'PAGE',
      text: 'Find schemes for me',
      canonicalUrl: '/find-schemes',
    });
    expect((await suggest('ration card'))[0]).toMatchObject({ kind: 'PAPER' });
  });
});
