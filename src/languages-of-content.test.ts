import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { articles, categories, feedSections, tags, users } from './database/schema.ts';
import { refreshTotals } from './features/publishing/refresh-totals.server.ts';
import { encodeId } from './platform/wire/ids.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { askForCode, signIn } from './testing/sign-in.ts';

// Which language lists, names and messages are in, through the API.

type Item = { id: number; lang: string; title: string; translations: { id: number }[]; createdAt: string };
type List = { data: Item[]; total: number; hasMore: boolean; nextCursor: string | null };
const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi' } });
let english: number;
let hindi: number;
let onlyHindi: number;

const call = async (url: string, body?: object, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api${url}`,
    headers: body ? { 'content-type': 'application/json', ...headers } : headers,
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
const list = async (lang: string, query: object = {}) =>
  (await call(`/article/search/v1${lang && `?lang=${lang}`}`, { pageSize: 50, ...query })).json<List>();
const everything = async (lang: string, query: object = {}) => {
  const all: Item[] = [];
  for (let cursor: string | null = null; ;) {
    const page: List = await list(lang, { pageSize: 7, ...query, ...(cursor ? { cursor } : {}) });
    all.push(...page.data);
    if (!page.nextCursor) return all;
    cursor = page.nextCursor;
  }
};
const isSorted = (items: Item[], lang: string) => {
  const parts = items.map((item) => item.lang === lang);
  return !parts.includes(false) || !parts.slice(parts.indexOf(false)).includes(true);
};

beforeAll(async () => {
  const idOf = async (key: string) =>
    (
      await test.db
        .select({ id: articles.id })
        .from(articles)
        .where(eq(articles.sourceKey, `content:${key}`))
    )[0]!.id;
  [english, hindi, onlyHindi] = [
    await idOf('pm-kisan'),
    await idOf('ration-card-ekyc'),
    await idOf('gharelu-hinsa-madad'),
  ];
  for (const id of [english, hindi, onlyHindi]) {
    await test.db.update(articles).set({ groupId: null, status: 'draft' }).where(eq(articles.groupId, id));
    await test.db.update(articles).set({ groupId: null, status: 'published' }).where(eq(articles.id, id));
  }
  await test.db.update(articles).set({ groupId: english }).where(eq(articles.id, english));
  await test.db.update(articles).set({ groupId: english }).where(eq(articles.id, hindi));
  await test.db.transaction(refreshTotals);
  test.app.pageCache.clear();
});

describe('lists', () => {
  it.each(['', 'en', 'hi'])('lang=%s: that language first, a group once, and every piece is reached', async (asked) => {
    const lang = asked || 'en';
    const all = await everything(asked);
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(isSorted(all, lang)).toBe(true);
    expect(ids.includes(english)).toBe(lang === 'en');
    expect(ids.includes(hindi)).toBe(lang === 'hi');
    expect(ids).toContain(onlyHindi);
    expect((await list(asked)).total).toBe(ids.length);
    const own = all.filter((item) => item.lang === lang).map(({ createdAt }) => createdAt);
    expect(own).toEqual(own.toSorted().toReversed());
  });

  it('pages by number reach the same pieces as the cursor', async () => {
    const all = (await everything('hi')).map(({ id }) => id);
    const paged: number[] = [];
    for (let page = 1; paged.length < all.length; page += 1)
      paged.push(...(await list('hi', { pageSize: 7, page })).data.map(({ id }) => id));
    expect(paged).toEqual(all);
  });

  it('the feed and what to read next follow', async () => {
    const feed = JSON.stringify((await call('/page/home?lang=hi')).json());
    expect(feed).not.toContain(`"id":${english},"contentType":"ARTICLE"`);
    const next = (await call('/article/recommended?lang=hi', { articleId: english, pageSize: 50 })).json<List>().data;
    expect(next.map(({ id }) => id)).not.toContain(hindi);
    expect(isSorted(next, 'hi')).toBe(true);
  });

  it('a search shows a group once, in the language asked for', async () => {
    const [row] = await test.db.select({ title: articles.title }).from(articles).where(eq(articles.id, hindi));
    const found = (await call('/search/articles?lang=hi', { articleText: row!.title })).json<List>().data;
    expect(found.filter(({ id }) => id === english || id === hindi).map(({ id }) => id)).toEqual([hindi]);
  });
});

describe('suggestions', () => {
  type Suggested = { text: string; kind: string; canonicalUrl: string };
  const suggest = async (q: string, lang: string) =>
    (await call(`/search/suggest?q=${encodeURIComponent(q)}&lang=${lang}`)).json<{ data: Suggested[] }>().data;

  it.each(['en', 'hi'])('show a group once, in the language asked for: %s', async (lang) => {
    const found = (await suggest('pan card', lang)).filter(({ kind }) => kind === 'ARTICLE');
    const own = found.filter(({ canonicalUrl }) => canonicalUrl.startsWith('/hi/') === (lang === 'hi'));
    expect(own.length).toBeGreaterThan(0);
    for (const { canonicalUrl } of found) {
      const id = Number(Buffer.from(canonicalUrl.split('-').at(-1)!, 'base64url').toString());
      const { data } = (await call(`/article/${id}`)).json<{
        data: { translations: Pick<Suggested, 'canonicalUrl'>[] };
      }>();
      const addresses = data.translations.map((other) => other.canonicalUrl);
      expect(found.filter((other) => addresses.includes(other.canonicalUrl))).toEqual([]);
    }
  });

  it('name categories and tags in the language asked for, at one address', async () => {
    const [tag] = await test.db
      .select()
      .from(tags)
      .where(sql`${tags.translations} #>> '{hi,displayName}' <> ''`)
      .limit(1);
    const [inEnglish, inHindi] = [await suggest(tag!.displayName, 'en'), await suggest(tag!.displayName, 'hi')].map(
      (found) =>
        found.find(({ kind, canonicalUrl }) => kind === 'TAG' && canonicalUrl.endsWith(`-${encodeId(tag!.id)}`)),
    );
    expect(inEnglish).toMatchObject({ text: tag!.displayName });
    expect(inHindi).toEqual({ ...inEnglish, text: tag!.translations.hi!.displayName });
  });
});

describe('the parameter lang', () => {
  it.each(['xx', 'ta', 'HI', ''])('%s is unknown: 400', async (lang) => {
    for (const answer of [
      await call(`/page/home?lang=${lang}`),
      await call(`/article/search/v1?lang=${lang}`, {}),
      await call(`/search/videos?lang=${lang}`, { videoText: 'pan' }),
      await call(`/search/suggest?q=pan&lang=${lang}`),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'validation_failed', details: [{ path: 'lang' }] });
    }
  });

  it('is not Accept-Language, which decides the sentence of an error only', async () => {
    const answer = await call('/page/home', undefined, { 'accept-language': 'hi' });
    expect(answer.body).toBe((await call('/page/home')).body);
    const inHindi = await call('/article/99999', undefined, { 'accept-language': 'hi-IN,en;q=0.5' });
    const inEnglish = await call('/article/99999');
    expect(inHindi.json()).toMatchObject({ status: 404, code: 'article_not_found' });
    expect(inHindi.json<{ message: string }>().message).toMatch(/[\u0900-\u097f]/);
    expect(inEnglish.json<{ message: string }>().message).toMatch(/^[\x20-\x7e]+$/);
  });
});

it('names are in the language asked for, and their addresses are not', async () => {
  await test.db
    .update(categories)
    .set({ translations: { hi: { displayName: 'राशन और खाना' } } })
    .where(eq(categories.key, 'food'));
  await test.db
    .update(tags)
    .set({ translations: { hi: { displayName: 'आधार कार्ड' } } })
    .where(eq(tags.name, 'aadhaar'));
  await test.db
    .update(feedSections)
    .set({ translations: { hi: { title: 'आज की बात' } } })
    .where(eq(feedSections.position, 1));
  test.app.pageCache.clear();
  type Named = { data: { name: string; displayName: string; canonicalUrl: string }[] };
  const named = async (url: string, name: string) =>
    (await call(url)).json<Named>().data.find((one) => one.name === name)!;
  expect(await named('/categories?lang=hi', 'Food')).toMatchObject({ displayName: 'राशन और खाना' });
  expect((await named('/categories?lang=hi', 'Food')).canonicalUrl).toBe(
    (await named('/categories', 'Food')).canonicalUrl,
  );
  expect(await named('/tags?lang=hi', 'aadhaar')).toMatchObject({ displayName: 'आधार कार्ड' });
  expect(await named('/tags', 'aadhaar')).toMatchObject({ displayName: 'Aadhaar' });
  expect((await call('/page/home?lang=hi')).body).toContain('आज की बात');
  expect((await call('/page/home')).body).not.toContain('आज की बात');
});

it('messages are in the language that the person chose', async () => {
  const person = await signIn(test, { email: 'bhasha@example.in' });
  const patch = (lang: unknown) => test.send('PATCH', '/api/user', { lang }, person.headers);
  for (const wrong of ['xx', 'ta', 1]) expect((await patch(wrong)).statusCode).toBe(400);
  expect((await patch('hi')).json()).toMatchObject({ data: { lang: 'hi' } });
  await test.db.update(users).set({ updatedAt: new Date() });
  await askForCode(test, { email: 'bhasha@example.in' });
  await askForCode(test, { email: 'nobody@example.in' });
  type Mail = { to: string; text: string };
  const mails = (await test.app.inject('/dev/outbox.json')).json<{ data: Mail[] }>().data;
  const textTo = (to: string) => mails.find((mail) => mail.to === to)!.text;
  expect(textTo('bhasha@example.in')).toMatch(/[\u0900-\u097f]{3}/);
  expect(textTo('nobody@example.in')).not.toMatch(/[\u0900-\u097f]/);
});
