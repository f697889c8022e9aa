import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { openTestApp } from '../testing/open-test-app.ts';

// What pages say to search engines and to chats.

const site = openTestApp({ content: 'demo' });
const listed: Record<string, string[]> = {
  '/': ['WebSite'],
  '/category/schemes-MjUy': ['CollectionPage', 'BreadcrumbList'],
  '/tag/aadhaar-MjAwMQ': ['CollectionPage', 'BreadcrumbList'],
  '/author/asha-menon-MQ': ['ProfilePage', 'CollectionPage', 'BreadcrumbList'],
  '/article/x-MTAwMQ': ['NewsArticle', 'BreadcrumbList'],
  '/video/x-NTAx': ['VideoObject', 'BreadcrumbList'],
  '/videos': ['CollectionPage', 'BreadcrumbList'],
  '/webstory/your-first-rti': ['NewsArticle'],
  '/about': ['BreadcrumbList'],
};
const unlisted = [
  '/search',
  '/search?q=pan',
  '/settings/privacy',
  '/offline',
  '/no-such-page',
  '/article/none-OTk5OTk5',
];

async function open(path: string) {
  let answer = await site.app.inject(path);
  let url = path;
  if (answer.statusCode === 301) {
    url = String(answer.headers.location);
    answer = await site.app.inject(url);
  }
  const { document } = new JSDOM(answer.body).window;
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const graph = all('script[type="application/ld+json"]').flatMap(
    ({ textContent }) => (JSON.parse(textContent!) as { '@graph': Record<string, unknown>[] })['@graph'],
  );
  return {
    url: site.services.config.publicOrigin + url,
    document,
    all,
    graph,
    types: graph.map((thing) => thing['@type']),
    meta: (name: string) =>
      document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content'),
    link: (rel: string) => document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href'),
  };
}
const fetched = async (address: string) => {
  // Whole, and of this site: machines read them away from the page.
  expect(new URL(address).origin).toBe(site.services.config.publicOrigin);
  const { statusCode, headers } = await site.app.inject(new URL(address, site.services.config.publicOrigin).pathname);
  expect([address, statusCode]).toEqual([address, 200]);
  return String(headers['content-type']);
};

it.each(Object.entries(listed))('%s says what it is', async (path, things) => {
  const { url, all, types, meta, link } = await open(path);
  expect(all('title')).toHaveLength(1);
  expect(meta('description')?.length).toBeGreaterThan(40);
  expect(all('link[rel="canonical"]')).toHaveLength(1);
  expect([link('canonical'), meta('og:url')]).toEqual([url, url]);
  expect(meta('robots')).toBeUndefined();
  const card = ['title', 'description', 'type', 'site_name', 'image:width', 'image:height', 'image:alt'];
  for (const name of card) expect(meta(`og:${name}`), name).toBeTruthy();
  expect(meta('twitter:card')).toBe('summary_large_image');
  expect(meta('og:image')).toMatch(new RegExp(`^${site.services.config.publicOrigin}/`));
  expect(await fetched(meta('og:image')!)).toMatch(/^image\//);
  expect(all('link[rel="alternate"][type="application/rss+xml"]')).toHaveLength(1);
  expect(types).toEqual(expect.arrayContaining(['Organization', ...things]));
});

it.each(unlisted)('%s asks not to be indexed', async (path) => {
  const { meta, types } = await open(path);
  expect(meta('robots')).toBe('noindex');
  expect(types).toContain('Organization');
});

it('an article tells machines when, by whom, of what publisher and with which picture', async () => {
  const { document, graph, meta } = await open('/article/x-MTAwMQ');
  const article = graph.find((thing) => thing['@type'] === 'NewsArticle');
  expect(article).toMatchObject({
    headline: document.querySelector('h1')!.textContent,
    publisher: { '@id': expect.stringMatching(/#organization$/) },
    author: { '@type': 'Person' },
  });
  expect(Date.parse(String(article?.dateModified))).toBeGreaterThanOrEqual(Date.parse(String(article?.datePublished)));
  expect(meta('article:published_time')).toBe(article?.datePublished);
});

it('a video tells machines where its film, poster and captions are', async () => {
  const { graph } = await open('/video/x-NTAx');
  const video = graph.find((thing) => thing['@type'] === 'VideoObject') as {
    duration: string;
    contentUrl: string;
    thumbnailUrl: string[];
    caption: { contentUrl: string };
  };
  expect(video.duration).toMatch(/^PT(\d+M)?(\d+S)?$/);
  for (const address of [video.contentUrl, ...video.thumbnailUrl, video.caption.contentUrl]) await fetched(address);
});

it('later pages of a list have an address of their own, and name their neighbours', async () => {
  const first = await open('/author/asha-menon-MQ');
  expect(first.link('next')).toMatch(/\?page=2$/);
  expect(first.link('prev')).toBeUndefined();
  const { pathname, search } = new URL(first.link('next')!);
  const second = await open(pathname + search);
  expect(second.link('canonical')).toBe(first.link('next'));
  expect(second.link('prev')).not.toContain('page=');
});

it('pictures have their size, load late below the fold, and come in modern formats', async () => {
  const { all } = await open('/videos');
  const pictures = all('main picture img');
  expect(pictures.length).toBeGreaterThan(5);
  for (const [at, picture] of pictures.entries()) {
    for (const side of ['width', 'height']) expect(Number(picture.getAttribute(side))).toBeGreaterThan(0);
    // A phone shows the first two pictures without scrolling.
    expect(picture.getAttribute('loading')).toBe(at < 2 ? null : 'lazy');
  }
  const [source] = all('main picture source[type="image/avif"]');
  const [first] = source!.getAttribute('srcset')!.split(' ');
  expect(await fetched(site.services.config.publicOrigin + first!)).toMatch(/^image\/(avif|webp)$/);
});
