import { expect, type Page, test } from '@playwright/test';

const article = '/article/x-MTAwMQ';
const pages = [
  '/',
  '/category/schemes-MjUy',
  '/author/asha-menon-MQ',
  article,
  '/article/x-MTAwNQ',
  '/video/x-NTAx',
  '/videos',
  '/search?q=pan',
  '/settings/privacy',
  '/no-such-page',
];
const excess = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('words without end break inside their boxes', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of pages) {
    await page.goto(path);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll(
        'main :is(h1, h2, h3, p, a, b, li, dt, dd, small, .tab, .chip)',
      )) {
        // The interface's own short words and numbers.
        if (getComputedStyle(element).whiteSpace === 'nowrap') continue;
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
            node.textContent = 'अभिलेख'.repeat(6) + 'Endless'.repeat(12);
      }
    });
    expect(await excess(page), path).toBeLessThanOrEqual(0);
  }
});

test('on a phone no bar lies over what the keyboard reaches', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(article);
  const covered: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element.closest('.dock')) return null;
      const box = element.getBoundingClientRect();
      const over = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
      return over?.closest('.dock') ? element.textContent : null;
    });
    if (name) covered.push(name);
  }
  expect(covered).toEqual([]);
});

test('a copied link is read out', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(article);
  await page.getByRole('button', { name: 'Copy link' }).press('Enter');
  await expect(page.locator('#said')).toHaveText('Copied');
  await expect(page.locator('#said')).toHaveAttribute('role', 'status');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('Hindi is marked as Hindi wherever it stands', async ({ page }) => {
  for (const path of ['/', '/article/x-MTAwNQ', '/author/x-NA', '/videos']) {
    await page.goto(path);
    const unmarked = await page.evaluate(() => {
      const found: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { textContent: text, parentElement } = texts.currentNode;
        if (!text || !parentElement || parentElement.closest('script, [lang=hi]')) continue;
        const letters = text.match(/[\u0900-\u097f]/g)?.length ?? 0;
        if (letters > 3 && letters > (text.match(/[A-Za-z]/g)?.length ?? 0)) found.push(text);
      }
      return found;
    });
    expect(unmarked, path).toEqual([]);
  }
});

test('a leaf goes on with the piece after its summary, in whole lines', async ({ page }) => {
  for (const width of [360, 1536]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const leaf = page.locator('.leaf .rule').first();
    await expect(leaf.locator('p')).toHaveCount(2);
    const heights = await leaf.evaluate((rule) => ({ own: rule.clientHeight, needed: rule.scrollHeight }));
    expect(heights.needed).toBeLessThanOrEqual(heights.own);
  }
});

test('buttons and the tab being read have an edge or a line in forced colours', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ forcedColors: 'active', baseURL });
  const page = await context.newPage();
  await page.goto('/no-such-page');
  expect(
    await page
      .locator('.btn')
      .first()
      .evaluate((button) => getComputedStyle(button).borderTopStyle),
  ).toBe('solid');
  await page.goto('/search?q=pan');
  expect(await page.locator('.tabs [aria-current]').evaluate((tab) => getComputedStyle(tab).textDecorationLine)).toBe(
    'underline',
  );
  await context.close();
});
