import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { textPages } from './database/schema.ts';
import { articlePath, encodeId, videoPath, webStoryPath } from './platform/wire/ids.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { alternatesOf, canonicalOf, linksOf } from './testing/page-links.ts';

// Pieces of each kind and their translations at their addresses, through the real app and the built pages.

const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi' } });
const get = (url: string) => test.app.inject({ url });
const robotsOf = (html: string) => /<meta name="robots"[^>]*>/.exec(html)?.[0];
const forget = () => test.app.pageCache.clear();

type Row = { id: number; title: string; slug: string };
type Paths = { english: string; hindi: string };
/** `apart` breaks the pair; the addresses afterwards are those of two pieces without translations. */
type Kind = { name: string; find(): Promise<Paths>; apart(): Promise<Paths> };

const query = (sql: string) => test.services.connection.pool.query<Row>(sql);
const published = "status = 'published' and published_at <= now()";

/** Two pieces of the demonstration that are translations of each other. */
const grouped = (name: string, table: string, isLive: string, pathOf: (row: Row) => string): Kind => {
  let paths: Paths;
  return {
    name,
    async find() {
      const { rows } = await query(
        `select * from ${table} where group_id = (
           select group_id from ${table} where lang in ('en', 'hi') and ${isLive}
           group by group_id having count(*) = 2 order by group_id limit 1) order by lang`,
      );
      const [english, hindi] = rows;
      return (paths = { english: pathOf(english!), hindi: `/hi${pathOf(hindi!)}` });
    },
    async apart() {
      await query(`update ${table} set group_id = null`);
      return paths;
    },
  };
};
const textPage = (name: string, key: string, alone: string): Kind => ({
  name,
  find: async () => ({ english: `/${key}`, hindi: `/hi/${key}` }),
  async apart() {
    await test.db.delete(textPages).where(eq(textPages.translationOf, key));
    await test.db.delete(textPages).where(eq(textPages.key, alone));
    return { english: `/${key}`, hindi: `/hi/${alone}` };
  },
});
const kinds: Kind[] = [
  grouped('an article', 'articles', published, ({ title, id }) => articlePath(title, id)),
  grouped('a video', 'videos', published, ({ title, id }) => videoPath(title, id)),
  grouped('a web story', 'webstories', published, ({ slug }) => webStoryPath(slug)),
  grouped('a call to action', 'ctas', 'is_active', ({ id }) => `/refer/${encodeId(id)}`),
  textPage('a text page', 'about', 'privacy'),
  textPage('the page of the grievance officer', 'grievance', 'terms'),
];

describe.each(kinds)('translations: $name', ({ find }) => {
  let english: string;
  let hindi: string;
  beforeAll(async () => {
    ({ english, hindi } = await find());
  });

  it('stand at their own addresses, and name each other', async () => {
    const expected = { en: english, hi: hindi, 'x-default': english };
    for (const [path, lang] of [
      [english, 'en'],
      [hindi, 'hi'],
    ] as const) {
      const { statusCode, body } = await get(path);
      expect([statusCode, canonicalOf(body), alternatesOf(body)]).toEqual([200, path, expected]);
      expect(body).toContain(`<html lang="${lang}"`);
      expect(body).toContain(`og:locale" content="${lang}_IN"`);
      expect(body).not.toMatch(/<h1 lang=|class="version-note"/);
    }
  });

  it('redirect under the other prefix, both ways', async () => {
    const bare = hindi.slice('/hi'.length);
    // A text page and its translation have one address, but for the prefix.
    if (bare === english) return;
    for (const path of [`/hi${english}`, bare]) {
      const { statusCode, headers } = await get(path);
      expect([path, statusCode, headers.location]).toEqual([path, 301, hindi]);
    }
  });

  it('the switch leads from one to the other', async () => {
    const switches = async (path: string, lang: string) =>
      linksOf((await get(path)).body).find((link) => link.hreflang === lang && link.lang === lang)?.href;
    expect([await switches(english, 'hi'), await switches(hindi, 'en')]).toEqual([hindi, english]);
  });
});

describe('a translated text page', () => {
  it.each(['about', 'grievance'])('%s: older than its original, it says so', async (key) => {
    const translation = and(eq(textPages.translationOf, key), eq(textPages.lang, 'hi'));
    await test.db.update(textPages).set({ follows: '2020-01-01' }).where(translation);
    forget();
    const { body } = await get(`/hi/${key}`);
    expect(body).toMatch(/class="version-note"/);
    expect(linksOf(body).some(({ href, hreflang }) => href === `/${key}` && hreflang === 'en')).toBe(true);
    await test.db.update(textPages).set({ follows: '2030-01-01' }).where(translation);
    forget();
    expect((await get(`/hi/${key}`)).body).not.toMatch(/class="version-note"/);
  });

  it('has no address of its own', async () => {
    const [{ key } = { key: '' }] = await test.db.select().from(textPages).where(eq(textPages.translationOf, 'about'));
    for (const path of [`/${key}`, `/hi/${key}`, `/page/${key}`, `/hi/page/${key}`])
      expect((await get(path)).statusCode).toBe(404);
  });
});

const tellsMachines = ['an article', 'a video', 'a web story'];
describe.each(kinds)('without a translation: $name', ({ name, apart }) => {
  let english: string;
  let hindi: string;
  beforeAll(async () => {
    ({ english, hindi } = await apart());
    forget();
  });

  it('in the default language: is shown under a prefix, in that frame, and says so', async () => {
    const [here, there] = [await get(english), await get(`/hi${english}`)];
    expect([here.statusCode, there.statusCode]).toEqual([200, 200]);
    expect(there.body).toContain('<html lang="hi"');
    expect([canonicalOf(here.body), canonicalOf(there.body)]).toEqual([english, english]);
    expect([alternatesOf(here.body), alternatesOf(there.body)]).toEqual([{}, {}]);
    expect(robotsOf(there.body)).toBe(robotsOf(here.body));
    expect(there.body).toMatch(/class="version-note"/);
    expect(there.body).toMatch(/<h1[^>]* lang="en"/);
    expect(here.body).not.toMatch(/class="version-note"|<h1[^>]* lang=/);
  });

  it('in Hindi: its bare address redirects to its own', async () => {
    // An article's address drops what it does not know.
    const bare = await get(hindi.slice('/hi'.length) + (name === 'an article' ? '?utm_source=x' : ''));
    expect([bare.statusCode, bare.headers.location]).toEqual([301, hindi]);
    const { statusCode, body } = await get(hindi);
    expect([statusCode, canonicalOf(body), alternatesOf(body)]).toEqual([200, hindi, {}]);
    expect(body).toContain('<html lang="hi"');
    expect(body).toContain('og:locale" content="hi_IN"');
    expect(body.includes('"inLanguage":"hi-IN"')).toBe(tellsMachines.includes(name));
    expect(body).not.toMatch(/class="version-note"|<h1[^>]* lang=/);
    const [back] = linksOf(body).filter(({ hreflang, lang }) => hreflang === 'en' && lang === 'en');
    expect((await get(back!.href)).statusCode).toBe(200);
  });
});

it('the form of a page without a translation is answered in the frame that sent it', async () => {
  const { statusCode, body } = await test.send('POST', '/hi/grievance', 'name=', {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'http://localhost:3000',
  });
  expect(statusCode).toBe(400);
  expect(body).toContain('<html lang="hi"');
  expect(body).toMatch(/class="version-note"/);
  expect(canonicalOf(body)).toBe('/grievance');
});
