import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { t as hi } from '../../messages/hi/messages.ts';
import { readContentFolder } from '../../features/importing/content/read-folder.server.ts';
import { errandIds, getErrand } from '../../features/papers/errands.ts';
import { isOfficialSource } from '../../platform/text/official-sites.ts';

const { files } = await readContentFolder(fileURLToPath(new URL('../../../content', import.meta.url)));
const articles = [...files.articles].map(([key, { data, body }]) => ({ key, data, body }));
const unofficial = articles.filter(({ data }) => !data.sources.some(({ url }) => isOfficialSource(url)));

test('each piece of the demonstration says where it was read; one without an official page speaks of none', () => {
  expect(articles.filter(({ data }) => data.sources.length === 0)).toEqual([]);
  expect(unofficial.length).toBeGreaterThan(90);
  // Nor does the home page promise one of every piece.
  for (const { site } of [en, hi]) expect(site.homeDescription).not.toMatch(/official|सरकारी/i);
  const claims = unofficial.filter(({ data: { sources, scheme, ...data }, body }) =>
    /official|सरकारी (?:पेज|साइट|आदेश|सूचना|जानकारी)/i.test(
      JSON.stringify([sources.map(({ title }) => title), { ...scheme, officialUrl: undefined }, data]) + body,
    ),
  );
  expect(claims.map(({ key }) => key)).toEqual([]);
});

test('each film and story of the demonstration, which show no sources, belong to a piece read on an official page', () => {
  const keys = new Set(unofficial.map(({ key }) => key));
  expect([...files.videos].filter(([, { data }]) => keys.has(data.article!))).toEqual([]);
  for (const [key, { data }] of files.webstories) {
    const linked = data.pages.flatMap(({ link }) => link?.replace('article:', '') ?? []);
    expect([key, linked.some((one) => files.articles.has(one) && !keys.has(one))]).toEqual([key, true]);
  }
});

test('that the sites of banks end in .bank.in was read in a newspaper, and is said so wherever it is said', () => {
  const told = [...files.articles, ...files.webstories].filter(([, piece]) =>
    JSON.stringify(piece).includes('.bank.in'),
  );
  expect(told.map(([key]) => key).sort()).toEqual(['ek-minute-mein-thagi-pehchane', 'spot-a-scam-in-one-minute']);
  for (const [, piece] of told)
    expect(JSON.stringify(piece)).toMatch(/\.bank\.in[^.।]*\((?:read in a newspaper|अखबार में)/);
});

test('what is called the official site of a scheme, an errand or a campaign is one', () => {
  const addresses = [
    ...articles.flatMap(({ data }) => [data.scheme?.officialUrl, data.scheme?.apply?.online]),
    ...[...files.ctas].map(([, { data }]) => data.officialUrl),
    ...errandIds.map((id) => getErrand(id).site),
  ].filter((url) => typeof url === 'string');
  expect(addresses.length).toBeGreaterThan(100);
  expect(addresses.filter((url) => !isOfficialSource(url))).toEqual([]);
});

test('the figure on the cover of a Hindi piece is in Hindi', () => {
  const covers = [...files.articles].flatMap(([key, { data }]) =>
    data.lang === 'hi' && data.coverFigure ? [`${key}: ${data.coverFigure.value} ${data.coverFigure.note}`] : [],
  );
  expect(covers.length).toBeGreaterThan(50);
  expect(covers.filter((cover) => /[a-z]/.test(cover.replace(/^.*?: /, '').replace('e-KYC', '')))).toEqual([]);
});
