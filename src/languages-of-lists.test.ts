import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { categories, videos, webstories } from './database/schema.ts';
import { refreshTotals } from './features/publishing/refresh-totals.server.ts';
import { categoryPath } from './platform/wire/ids.ts';
import { openTestApp } from './testing/open-test-app.ts';

// Lists of videos and web stories: a group once, the language asked for first. The newest pieces have no translation.

type Item = { id: number; lang: string; translations: { id: number; lang: string }[] };
type List = { data: Item[]; total: number; nextCursor: string | null };
const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi' } });
/** Of an English and a Hindi video that are not translated. */
let single: Record<string, number>;
const stories = ['your-first-rti', 'pehli-rti-saat-card'];

beforeAll(async () => {
  const alone = { groupId: null, publishedAt: new Date(Date.now() - 1_000) };
  const [some] = await test.db
    .select({ groupId: videos.groupId })
    .from(videos)
    .where(sql`${videos.groupId} <> ${videos.id} and ${videos.lang} = 'hi' and ${videos.status} = 'published'`)
    .limit(1);
  const both = await test.db
    .update(videos)
    .set(alone)
    .where(eq(videos.groupId, some!.groupId!))
    .returning({ id: videos.id, lang: videos.lang });
  single = Object.fromEntries(both.map(({ id, lang }) => [lang, id]));
  await test.db.update(webstories).set(alone).where(inArray(webstories.slug, stories));
  await test.db.transaction(refreshTotals);
  test.app.pageCache.clear();
});

function expectInOrder(items: Item[], lang: string): void {
  const shown = new Set(items.map(({ id }) => id));
  expect(shown.size).toBe(items.length);
  expect(items.filter(({ translations }) => translations.some(({ id }) => shown.has(id)))).toEqual([]);
  // A group is shown as its piece in this language.
  const others = items.filter((item) => item.lang !== lang);
  expect(others.flatMap(({ translations }) => translations.filter((each) => each.lang === lang))).toEqual([]);
  const isOther = items.map((item) => item.lang !== lang);
  expect(isOther).toEqual(isOther.toSorted((one, other) => Number(one) - Number(other)));
}

describe.each(['en', 'hi'])('in %s', (lang) => {
  const other = lang === 'en' ? 'hi' : 'en';

  it('the list of videos', async () => {
    const all: Item[] = [];
    let total = 0;
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await test.send('POST', `/api/video/search/v1?lang=${lang}`, {
        pageSize: 50,
        sortKey: 'PUBLISHED_AT',
        ...(cursor ? { cursor } : {}),
      });
      const page: List = answer.json();
      all.push(...page.data);
      ({ total, nextCursor: cursor } = page);
    }
    expectInOrder(all, lang);
    expect(all.length).toBe(total);
    expect(all[0]!.id).toBe(single[lang]);
    expect(all.find((item) => item.lang === other)!.id).toBe(single[other]);
  });

  it('the page of videos, and each category on it', async () => {
    const { data } = (await test.app.inject(`/api/page/videos?lang=${lang}`)).json<{
      data: { sections: { items: Item[] }[] };
    }>();
    expect(data.sections.length).toBeGreaterThan(2);
    for (const { items } of data.sections) expectInOrder(items, lang);
    expect(data.sections.filter(({ items }) => items.some(({ id }) => id === single[lang])).length).toBeGreaterThan(1);
  });

  it('the web stories of a category', async () => {
    const [story] = await test.db.select().from(webstories).where(eq(webstories.slug, stories[0]!));
    const [category] = await test.db.select().from(categories).where(eq(categories.key, story!.categoryKeys[0]!));
    await test.db
      .update(webstories)
      .set({ categoryKeys: [category!.key] })
      .where(sql`true`);
    test.app.pageCache.clear();
    const prefix = lang === 'hi' ? '/hi' : '';
    const { body } = await test.app.inject(prefix + categoryPath(category!.name, category!.id));
    const slugs = [...body.matchAll(/<a href="(?:\/hi)?\/webstory\/([^"]+)"/g)].map(([, slug]) => slug!);
    const rows = await test.db.select().from(webstories);
    const items = slugs.map((slug) => {
      const row = rows.find((one) => one.slug === slug)!;
      const group = rows.filter(({ groupId, id }) => groupId !== null && groupId === row.groupId && id !== row.id);
      return { id: row.id, lang: row.lang, translations: group.map((each) => ({ id: each.id, lang: each.lang })) };
    });
    expectInOrder(items, lang);
    expect(items.length).toBe(7);
    expect(slugs.at(-1)).toBe(stories[other === 'en' ? 0 : 1]);
  });
});
