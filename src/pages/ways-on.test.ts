import { inArray, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { articles } from '../database/schema.ts';
import { openTestApp } from '../testing/open-test-app.ts';
import { signIn } from '../testing/sign-in.ts';

const test = openTestApp({ content: 'demo' });

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const textOf = (html: string) => html.replace(/<[^>]*>/g, '');

/** Address and words of each link in the first `<tag class="name">` of a page. */
function linksOf(html: string, tag: string, name: string): [string, string][] {
  const part = new RegExp(`<${tag} class="${name}"[^>]*>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';
  return [...part.matchAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href, inside]) => [
    href!,
    textOf(inside!),
  ]);
}

it('the doors of the home page lead to the finder, the check, the papers and the letters', async () => {
  const doors = linksOf((await get('/')).body, 'div', 'doors');
  expect(doors.map(([href]) => href)).toEqual(['/find-schemes', '/check', '/papers', '/letters']);
  expect(doors[1]![1]).toContain('Check a message');
  const check = await get('/check');
  expect(check.statusCode).toBe(200);
  expect(textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(check.body)![1]!)).toMatch(/scam|message/i);
});

const chips = async (id: number, heading = 'Get it done here') => {
  const { headers } = await get(`/article/x-${btoa(String(id)).replaceAll('=', '')}`);
  const { body } = await get(String(headers.location));
  return linksOf(body.slice(body.indexOf(heading)), 'nav', 'chips').map(([href]) => href);
};

it('a piece leads to the call to action, papers and letter about it; one about a scam does not', async () => {
  expect(await chips(1069)).toEqual(['/refer/Mw', '/papers/old-age-pension', '/letters/pension']);
  expect((await get('/article/x-MTAyNQ')).headers.location).toContain('electricity-bill');
  expect(await chips(1025)).toEqual([]);
});

it('a piece and its translations lead to the same papers and letters', async () => {
  for (const title of ['File an RTI for', 'Rent agreement: what', 'Widow pension in Uttar']) {
    const members = await test.db
      .select({ id: articles.id, lang: articles.lang })
      .from(articles)
      .where(
        inArray(
          articles.groupId,
          test.db
            .select({ id: articles.id })
            .from(articles)
            .where(like(articles.title, `${title}%`)),
        ),
      );
    const offered = await Promise.all(
      members.map(({ id, lang }) => chips(id, lang === 'hi' ? 'यह काम यहाँ करें' : undefined)),
    );
    const [one, other] = offered.map((hrefs) => hrefs.map((href) => href.replace(/^\/hi/, '')));
    expect(members, title).toHaveLength(2);
    expect(one, title).not.toEqual([]);
    expect(other, title).toEqual(one);
  }
});

it('the bar of a phone has five ways, and each is a page', async () => {
  const ways = linksOf((await get('/about')).body, 'nav', 'dock');
  expect(ways).toEqual([
    ['/', 'Home'],
    ['/search', 'Search'],
    ['/community', 'Ask'],
    ['/videos', 'Videos'],
    ['/login', 'Me'],
  ]);
  for (const [href] of ways) expect((await get(href)).statusCode, href).toBe(200);
});

it('saved schemes are reached from one’s own page, and without an account from the page to sign in', async () => {
  const { cookies } = await signIn(test);
  expect(linksOf((await get('/profile', { cookie: cookies })).body, 'nav', 'chips')).toContainEqual(['/cart', 'Saved']);
  expect((await get('/login')).body).toContain('<a href="/cart">Saved on this device</a>');
});

it('the page for a phone without internet has a drawing that is on the page itself', async () => {
  const { body } = await get('/offline');
  expect(body).toMatch(/<svg class="seal"[\s\S]*?<use href="#i-offline"/);
  expect(body).toContain('<symbol id="i-offline"');
});

it('the 21 categories are called as the owner calls them', async () => {
  const { data } = (await get('/api/categories')).json<{ data: { displayName: string }[] }>();
  expect(data.map(({ displayName }) => displayName).toSorted()).toEqual([
    'Agriculture',
    'Documents and licensing',
    'E-commerce',
    'Employment',
    'Entertainment',
    'Environment and Safety',
    'Finance',
    'Food',
    'Govt Job Openings',
    'Health',
    'Housing and Sanitation',
    'Insurance',
    'Rights',
    'Scams',
    'Schemes',
    'Social cause',
    'Startup',
    'Tax',
    'Transport & Infrastructure',
    'Travel',
    'Women',
  ]);
});
