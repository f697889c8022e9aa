import { expect, type Page, test } from '@playwright/test';

test.use({ javaScriptEnabled: false });

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

const contentOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .getAttribute(selector.startsWith('link') ? 'href' : 'content', { timeout: 2_000 });

async function graphOf(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.flatMap((text) => (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph']);
}

for (const [path, things] of Object.entries(listed)) {
  test(`${path} says what it is, to search engines and to chats`, async ({ page, request, baseURL }) => {
    await page.goto(path);
    await expect(page.locator('title')).toHaveCount(1);
    expect((await contentOf(page, 'meta[name="description"]'))?.length).toBeGreaterThan(40);
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
    expect(await contentOf(page, 'link[rel="canonical"]')).toBe(page.url().replace(/\/$/, path === '/' ? '/' : ''));
    expect(await contentOf(page, 'meta[property="og:url"]')).toBe(await contentOf(page, 'link[rel="canonical"]'));
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    for (const name of [
      'og:title',
      'og:description',
      'og:type',
      'og:site_name',
      'og:image:width',
      'og:image:height',
      'og:image:alt',
    ]) {
      expect(await contentOf(page, `meta[property="${name}"]`), name).toBeTruthy();
    }
    expect(await contentOf(page, 'meta[name="twitter:card"]')).toBe('summary_large_image');
    const image = await contentOf(page, 'meta[property="og:image"]');
    expect(image?.startsWith(baseURL ?? '')).toBe(true);
    const picture = await request.get(image ?? '');
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toMatch(/^image\//);
    await expect(page.locator('link[rel="alternate"][type="application/rss+xml"]')).toHaveCount(1);
    const types = (await graphOf(page)).map((thing) => thing['@type']);
    expect(types).toEqual(expect.arrayContaining(['Organization', ...things]));
  });
}

for (const path of unlisted) {
  test(`${path} asks not to be indexed`, async ({ page }) => {
    await page.goto(path);
    expect(await contentOf(page, 'meta[name="robots"]')).toBe('noindex');
    expect((await graphOf(page)).map((thing) => thing['@type'])).toContain('Organization');
  });
}

test('an article tells machines when, by whom, of what publisher and with which picture', async ({ page }) => {
  await page.goto('/article/x-MTAwMQ');
  const article = (await graphOf(page)).find((thing) => thing['@type'] === 'NewsArticle');
  expect(article).toMatchObject({
    headline: await page.locator('h1').textContent(),
    publisher: { '@id': expect.stringMatching(/#organization$/) },
    author: { '@type': 'Person' },
  });
  expect(Date.parse(String(article?.dateModified))).toBeGreaterThanOrEqual(Date.parse(String(article?.datePublished)));
  expect(await contentOf(page, 'meta[property="article:published_time"]')).toBe(article?.datePublished);
});

test('a video tells machines where its film, poster and captions are', async ({ page, request }) => {
  await page.goto('/video/x-NTAx');
  const video = (await graphOf(page)).find((thing) => thing['@type'] === 'VideoObject') as {
    duration: string;
    contentUrl: string;
    thumbnailUrl: string[];
    caption: { contentUrl: string };
  };
  expect(video.duration).toMatch(/^PT(\d+M)?(\d+S)?$/);
  for (const address of [video.contentUrl, ...video.thumbnailUrl, video.caption.contentUrl])
    expect((await request.get(address)).status()).toBe(200);
});

test('later pages of a list have an address of their own, and name their neighbours', async ({ page }) => {
  await page.goto('/author/asha-menon-MQ');
  const second = await contentOf(page, 'link[rel="next"]');
  expect(second).toMatch(/\?page=2$/);
  await expect(page.locator('link[rel="prev"]')).toHaveCount(0);
  await page.goto(second ?? '');
  expect(await contentOf(page, 'link[rel="canonical"]')).toBe(second);
  expect(await contentOf(page, 'link[rel="prev"]')).not.toContain('page=');
});

test('pictures have their size, load late below the fold, and come in modern formats', async ({ page, request }) => {
  await page.goto('/videos');
  const pictures = page.locator('main picture img');
  expect(await pictures.count()).toBeGreaterThan(5);
  for (const [at, picture] of (await pictures.all()).entries()) {
    expect(Number(await picture.getAttribute('width'))).toBeGreaterThan(0);
    expect(Number(await picture.getAttribute('height'))).toBeGreaterThan(0);
    // A phone shows the first two pictures without scrolling.
    expect(await picture.getAttribute('loading')).toBe(at < 2 ? null : 'lazy');
  }
  const [first] =
    (await page.locator('main picture source[type="image/avif"]').first().getAttribute('srcset'))?.split(' ') ?? [];
  const answer = await request.get(first ?? '');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toMatch(/^image\/(avif|webp)$/);
});
