import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { articles, schemes } from '../../database/schema.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import type { ArticleInput, SchemeInput } from '../articles/article-input.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import { readFinderSchemes, type WordedScheme, withWords, wordsById } from './finder-file.ts';
import type { Rules } from './rules.ts';
import type { FinderFile, FinderWords } from './schemes.contract.ts';
import { checkReasons, translateRules } from './translated-rules.ts';

const app = openTestApp();
const rules = {
  version: 1 as const,
  all: [
    { fact: 'landHectares', gte: 0.1, because: 'The family needs land.' },
    { not: { any: [{ fact: 'age', lte: 17, because: 'Children cannot ask.' }] } },
    { fact: 'isPregnant', eq: true, because: 'It is for mothers.' },
  ],
};
const record = (name: string, more: Partial<SchemeInput['details']> = {}, own: Partial<SchemeInput> = {}) =>
  ({
    name,
    level: 'CENTRAL',
    state: null,
    department: null,
    rules,
    cases: [{ answers: { landHectares: 0 }, verdict: 'no', why: 'Without land.' }],
    officialUrl: 'https://land.example/',
    lastCheckedOn: null,
    details: {
      forWhom: null,
      benefits: [`${name}: ₹1`],
      eligibility: [],
      exclusions: [],
      documents: [],
      fee: null,
      apply: { onlineUrl: null, offlineSteps: [] },
      ...more,
    },
    ...own,
  }) satisfies SchemeInput;
const piece = (id: number, lang: 'en' | 'hi', title: string, more: Partial<ArticleInput>): ArticleInput => ({
  sourceKey: `test:${id}`,
  id,
  lang,
  title,
  summary: title,
  body: 'Text.',
  author: { key: 'asha', name: 'Asha' },
  categories: [],
  tags: [],
  status: 'published',
  publishedAt: new Date('2026-10-01'),
  sources: [],
  corrections: [],
  oldPaths: [],
  isSample: true,
  ...more,
});

beforeAll(async () => {
  await app.db.transaction((tx) =>
    saveArticles(
      tx,
      [
        piece(801, 'en', 'Land money', {
          scheme: record('Land money', {
            alsoCheck: ['Ask the tehsil.'],
            intake: { status: 'paused', day: '2027-03-31' },
          }),
        }),
        piece(802, 'hi', 'ज़मीन का पैसा', {
          translationOf: 801,
          scheme: record(
            'ज़मीन का पैसा',
            {
              alsoCheck: ['तहसील में पूछें।'],
              reasons: { 'The family needs land.': 'परिवार के नाम ज़मीन होनी चाहिए।', 'Without land.': 'बिना ज़मीन के।' },
            },
            { rules: null, cases: [] },
          ),
        }),
        piece(803, 'en', 'Water money', { scheme: record('Water money') }),
        piece(804, 'hi', 'पानी का पैसा', { translationOf: 803 }),
        piece(805, 'en', 'Seed money', { scheme: record('Seed money') }),
      ],
      { mode: 'editor' },
    ),
  );
  await invalidatePages(app.services.connection, ['articles']);
});

type Card = { id: number; name: string; title: string; canonicalUrl: string; alsoCheck: string[]; rules: Rules };
const list = async (path: string) => (await app.app.inject(path)).json<{ data: Card[] }>().data;
/** What the finder knows, of its two files. */
async function finder(path: string): Promise<WordedScheme[]> {
  const read = async <Answer>(name: string) =>
    (await app.app.inject(path.replace('/rules', `/rules/${name}`))).json<Answer>();
  const words = wordsById(await read<FinderWords>('finder/words'));
  return readFinderSchemes(await read<FinderFile>('finder')).map((scheme) => withWords(scheme, words));
}
const becauses = ({ rules: { all } }: Pick<WordedScheme, 'rules'>) => all.map(({ because }) => because);

describe('in Hindi', () => {
  test('the rules are the original ones, with the reasons that are translated', async () => {
    for (const read of [finder, list]) {
      const found = await read('/api/schemes/rules?lang=hi');
      expect(found.map(({ id }) => id).sort()).toEqual([802, 804, 805]);
      const land = found.find(({ id }) => id === 802)!;
      expect(land).toMatchObject({ name: 'ज़मीन का पैसा', alsoCheck: ['तहसील में पूछें।'] });
      expect(land.canonicalUrl).toMatch(/^\/hi\/article\//);
      expect(becauses(land)).toEqual(['परिवार के नाम ज़मीन होनी चाहिए।', undefined, 'It is for mothers.']);
      expect(becauses((await read('/api/schemes/rules')).find(({ id }) => id === 801)!)[0]).toBe(
        'The family needs land.',
      );
    }
  });

  test('a scheme is paused as its original says, and a record without a word of it says nothing', async () => {
    const found = await finder('/api/schemes/rules?lang=hi');
    const intakes = [802, 805].map((id) => found.find((one) => one.id === id)!.intake);
    expect(intakes).toEqual([{ status: 'paused', day: '2027-03-31' }, undefined]);
    const { data: page } = (await app.app.inject('/api/article/802')).json<{ data: { canonicalUrl: string } }>();
    expect((await app.app.inject(page.canonicalUrl)).body).toContain('31 मार्च 2027 तक रुकी हुई है');
  });

  test('a case says why in Hindi', async () => {
    const found = (await list('/api/schemes/rules?lang=hi')) as (Card & { cases: { why: string }[] })[];
    expect(found.find(({ id }) => id === 802)!.cases).toMatchObject([{ why: 'बिना ज़मीन के।' }]);
  });

  test('a translation without a record shows the original one, at its own address', async () => {
    const water = (await finder('/api/schemes/rules?lang=hi')).find(({ id }) => id === 804)!;
    expect(water).toMatchObject({ name: 'Water money', benefit: 'Water money: ₹1', originalId: 803 });
    expect(water.canonicalUrl).toMatch(/^\/hi\/article\//);
  });

  test('rules that change in the original change in the translation', async () => {
    const changed = { version: 1 as const, all: [{ fact: 'age', gte: 18, because: 'The family needs land.' }] };
    const set = (value: typeof rules | typeof changed) =>
      app.db.update(schemes).set({ rules: value }).where(eq(schemes.articleId, 801));
    await set(changed);
    await invalidatePages(app.services.connection, ['articles']);
    const land = (await finder('/api/schemes/rules?lang=hi')).find(({ id }) => id === 802)!;
    expect(land.rules.all).toEqual([{ fact: 'age', gte: 18, because: 'परिवार के नाम ज़मीन होनी चाहिए।' }]);
    await set(rules);
    await invalidatePages(app.services.connection, ['articles']);
  });

  test('the article and its page have the rules of the original, also once they change', async () => {
    const { data } = (await app.app.inject('/api/article/802')).json<{ data: { scheme: Pick<Card, 'rules'> } }>();
    expect(becauses(data.scheme)).toEqual(['परिवार के नाम ज़मीन होनी चाहिए।', undefined, 'It is for mothers.']);
    const { canonicalUrl } = (await list('/api/schemes/rules?lang=hi')).find(({ id }) => id === 802)!;
    const offersToJudge = async () =>
      (await app.app.inject(canonicalUrl)).body.includes('href="/hi/find-schemes?scheme=802"');
    const judged = [await offersToJudge()];
    for (const own of [{ rules: null, cases: [] }, {}]) {
      const scheme = record('Land money', { alsoCheck: ['Ask the tehsil.'] }, own);
      const original = piece(801, 'en', 'Land money', { scheme });
      const [saved] = await app.db.transaction((tx) => saveArticles(tx, [original], { mode: 'editor' }));
      await invalidatePages(app.services.connection, saved!.cacheTags);
      judged.push(await offersToJudge());
    }
    expect(judged).toEqual([true, false, true]);
  });

  test('a saved scheme keeps its number and is named in Hindi; a draft is not', async () => {
    const saved = await list('/api/schemes?ids=801,805&lang=hi');
    expect(saved.map(({ id, name }) => [id, name]).sort()).toEqual([
      [801, 'ज़मीन का पैसा'],
      [805, 'Seed money'],
    ]);
    await app.db.update(articles).set({ status: 'draft' }).where(eq(articles.id, 802));
    expect((await list('/api/schemes?ids=801&lang=hi'))[0]).toMatchObject({ name: 'Land money' });
    await app.db.update(articles).set({ status: 'published' }).where(eq(articles.id, 802));
  });

  test('a scheme has its language and its translations, and is told once for two saved numbers', async () => {
    type Item = Card & { lang: string; translations: { lang: string; id: number; canonicalUrl: string }[] };
    const matched = async (query: string) =>
      (await app.send('POST', `/api/schemes/match${query}`, { answers: {} }))
        .json<{ data: { scheme: Item }[] }>()
        .data.map(({ scheme }) => scheme);
    const addressOf = { en: /^\/article\/land-money-/, hi: /^\/hi\/article\// };
    for (const [lang, id, other, otherId] of [
      ['en', 801, 'hi', 802],
      ['hi', 802, 'en', 801],
    ] as const) {
      const expected = {
        lang,
        canonicalUrl: expect.stringMatching(addressOf[lang]),
        translations: [{ lang: other, id: otherId, canonicalUrl: expect.stringMatching(addressOf[other]) }],
      };
      const saved = (await list(`/api/schemes?ids=802,805,801&lang=${lang}`)) as Item[];
      expect(saved.map((scheme) => scheme.id).sort()).toEqual([id, 805]);
      for (const items of [saved, await matched(`?lang=${lang}`), await list(`/api/schemes/rules?lang=${lang}`)]) {
        expect(items.find((scheme) => scheme.id === id)).toMatchObject(expected);
        expect(items.find((scheme) => scheme.id === 805)).toMatchObject({ lang: 'en', translations: [] });
      }
    }
    const finderText = (await app.app.inject('/api/schemes/rules/finder')).body;
    expect(finderText).not.toContain('translations');
  });

  test('a match gives its reasons and what else to check', async () => {
    const { data } = (
      await app.send('POST', '/api/schemes/match?lang=hi', { answers: { landHectares: 0 }, outcome: 'NOT_ELIGIBLE' })
    ).json<{ data: { scheme: Card; reasons: { verdict: string; text: string }[] }[] }>();
    const land = data.find(({ scheme }) => scheme.id === 802)!;
    expect(land.reasons.find(({ verdict }) => verdict === 'no')!.text).toContain('परिवार के नाम ज़मीन होनी चाहिए।');
  });

  test('the page of the finder marks what is still English, and knows the scheme by either number', async () => {
    const send = (path: string, fields: Record<string, string>) =>
      app.send('POST', path, new URLSearchParams(fields), { origin: 'http://localhost:3000' });
    for (const id of [801, 802]) {
      const { body } = await send(`/hi/find-schemes?scheme=${id}`, { 'q.landHectares': '0', go: 'results' });
      const island = /data-island="finder"[^>]*data-props="([^"]*)"/.exec(body)?.[1];
      expect([
        body.includes('परिवार के नाम ज़मीन होनी चाहिए।'),
        body.includes('<span lang="en">The family needs land.</span>'),
        body.replaceAll('<span lang="en">The family needs land.</span>', '').includes('The family'),
        /href="\/hi\/article\/[^"]+ODAy"/.test(body),
        island,
      ]).toEqual([true, true, false, true, '{&quot;focusId&quot;:802,&quot;calls&quot;:{}}']);
    }
  });
});

test('reasons are checked against the original: what lacks a translation, and what matches nothing', () => {
  const original = { rules: translateRules(rules as never, {}), cases: [{ why: 'Without land.' }] };
  expect(
    checkReasons(original, {
      'The family needs land.': 'क',
      'Without land.': 'ख',
      'Children cannot ask.': 'ग',
      Typo: 'घ',
    }),
  ).toEqual([
    'scheme.reasons: no translation of "It is for mothers."',
    'scheme.reasons: the original\'s rules have no "Typo"',
  ]);
});
