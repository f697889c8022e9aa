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
        // Short labels and numbers of the interface.
        if (getComputedStyle(element).whiteSpace === 'nowrap') continue;
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
            node.textContent = 'अभिलेख'.repeat(6) + 'Endless'.repeat(12);
      }
    });
    expect(await excess(page), path).toBeLessThanOrEqual(0);
  }
});

test('at twice the text no short word of the interface breaks, and no tab is cut', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const paths = ['/', '/search?q=pension', '/community', '/hi/community', '/category/schemes-MjUy', '/tags'];
  for (const path of [...paths, '/moderation-report']) {
    await page.goto(path);
    for (const percent of [100, 200]) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, percent);
      const wrong = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            'h1, .dock a, .tabs a, .door, .intro + .chips a, .acts a, .head h2, .ledger :is(dt, .soft, .state)',
          ),
        ].flatMap((element) => {
          const words = [...element.childNodes]
            .filter((node) => node.nodeType === Node.TEXT_NODE)
            .flatMap((node) =>
              [...(node.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
                const range = document.createRange();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                return { word, lines: range.getClientRects().length, right: range.getBoundingClientRect().right };
              }),
            );
          const edge = element.getBoundingClientRect().right;
          return words.filter(({ lines, right }) => lines > 1 || right > Math.min(edge + 1, innerWidth));
        }),
      );
      expect(wrong, `${path} at ${percent}%`).toEqual([]);
      const [categories, mode] = await Promise.all(
        ['.foot summary h2', '.foot .tool'].map((part) => page.locator(part).boundingBox()),
      );
      const isBeside = categories!.x + categories!.width <= mode!.x;
      expect(isBeside || categories!.y + categories!.height <= mode!.y, `${path}: footer at ${percent}%`).toBe(true);
    }
  }
});

test('on a phone that shows pages at twice their size titles of cards are whole', async ({ page }) => {
  await page.setViewportSize({ width: 180, height: 370 });
  for (const path of ['/', '/community/question/x-NDA']) {
    await page.goto(path);
    expect(await page.locator('h3.clip, h3 > .clip').count(), path).toBeGreaterThan(0);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('h3.clip, h3 > .clip')].flatMap((title) =>
        title.scrollHeight > title.clientHeight + 2 ? [title.textContent] : [],
      ),
    );
    expect(cut, path).toEqual([]);
  }
});

test('on a phone pages and their footers are short, and no mark lies over a title', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [path, most] of [
    ['/', 6_000],
    ['/category/schemes-MjUy', 7_000],
    ['/hi/category/schemes-MjUy', 7_500],
  ] as const) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(most);
    expect((await page.locator('.foot').boundingBox())!.height, path).toBeLessThanOrEqual(420);
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll(':is(.half, .main):has(.save)')].flatMap((card) => {
        const title = card.querySelector('h3')!.getBoundingClientRect();
        const mark = card.querySelector('.save svg')!.getBoundingClientRect();
        return mark.top < title.bottom && mark.left < title.right ? [card.textContent] : [];
      }),
    );
    expect(await page.locator(':is(.half, .main):has(.save)').count()).toBeGreaterThan(0);
    expect(covered).toEqual([]);
  }
});

test('on a phone every title begins on the first half of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/article/x-MTAyMw', '/video/x-NTAx', '/check', '/letters/bank', '/community/question/x-MQ']) {
    await page.goto(path);
    expect((await page.locator('h1').boundingBox())!.y, path).toBeLessThan(300);
  }
});

test('reading and tools stand on one left edge', async ({ page }) => {
  await page.setViewportSize({ width: 1536, height: 900 });
  const edges = [];
  for (const path of [
    article,
    '/about',
    '/community/question/x-MQ',
    '/community/ask',
    '/find-schemes',
    '/papers',
    '/letters',
    '/letters/bank',
    '/check',
    '/contact',
    '/newsletter',
    '/login',
    '/helplines',
  ]) {
    await page.goto(path);
    edges.push([path, Math.round((await page.locator('h1').boundingBox())!.x)]);
  }
  expect(new Set(edges.map(([, x]) => x)), JSON.stringify(edges)).toEqual(new Set([400]));
});

for (const width of [360, 1536, 2400])
  test(`at ${width} px the covers of a row are of one height`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/category/schemes-MjUy', '/author/asha-menon-MQ']) {
      await page.goto(path);
      const uneven = await page.evaluate(() => {
        const rows = new Map<number, Set<number>>();
        for (const cover of document.querySelectorAll('.card:not(.lead, .all) > .cover:not(:has(> .label))')) {
          const { top, height } = cover.getBoundingClientRect();
          const at = Math.round(top + scrollY);
          rows.set(at, (rows.get(at) ?? new Set()).add(Math.round(height)));
        }
        return [...rows].filter(([, heights]) => heights.size > 1).map(([at]) => at);
      });
      expect(uneven, path).toEqual([]);
    }
  });

test('a list is narrowed to a State and to people, and links to other categories take the choice along', async ({
  page,
}) => {
  await page.goto('/category/schemes-MjUy');
  const ofOthers = page.locator('main h3').filter({ hasText: 'Karnataka' });
  await expect(ofOthers).not.toHaveCount(0);
  await page.getByRole('link', { name: 'Bihar', exact: true }).click();
  await expect(page).toHaveURL(/\?state=Bihar$/);
  await expect(ofOthers).toHaveCount(0);
  await page.getByRole('link', { name: 'Women', exact: true }).first().click();
  await expect(page).toHaveURL(/\?state=Bihar&for=women$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Agriculture' }).click();
  await expect(page).toHaveURL(/\/category\/agriculture-\w+\?state=Bihar&for=women$/);
  await expect(page.getByRole('navigation', { name: 'Your State' }).locator('[aria-current]')).toHaveText('Bihar');
  // From a page without chips, once it was touched: the first script has no bytes left for it.
  await page.goto('/');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/choice-/.test(name)));
  await page.locator('main a[href*="/category/"]').first().click();
  await expect(page).toHaveURL(/\/category\/[^?]+\?state=Bihar&for=women$/);
  await page.goto('/category/schemes-MjUy?state=Bihar&for=women&kind=videos');
  await expect(page.locator('.reels')).toBeVisible();
  await page.goto('/category/schemes-MjUy?state=Atlantis');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Government schemes');
});

test('a printed article has at most three pages, with the name, the address and the date, and no navigation', async ({
  page,
}) => {
  for (const path of [article, '/article/x-MTAwOA', '/article/x-MTAyNA']) {
    await page.goto(path);
    const pdf = (
      await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } })
    ).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length, path).toBeLessThanOrEqual(3);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.printed')).toHaveText(/^Nagrik · http\S+\/article\/\S+ · \d{1,2} \w{3} 20\d\d$/);
    for (const part of ['.top', '.dock', '.foot', '.share', '.toc', '.crumbs'])
      await expect(page.locator(part).first(), part).toBeHidden();
    await page.emulateMedia({ media: null });
  }
});

for (const locale of ['en-IN', 'hi-IN'])
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale });

    test('on a phone no bar lies over what the keyboard reaches', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(article);
      const covered: string[] = [];
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element.closest('.dock, [data-hint]')) return null;
          const box = element.getBoundingClientRect();
          const over = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
          return over?.closest('.dock, [data-hint]') ? element.textContent : null;
        });
        if (name) covered.push(name);
      }
      expect(covered).toEqual([]);
      await expect(page.locator('[data-hint]')).toHaveCount(locale === 'hi-IN' ? 1 : 0);
    });
  });

test('what the keyboard reaches in the rail beside a list is in view, also from below', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/category/scams-MjU0');
  await page.locator('.foot summary').scrollIntoViewIfNeeded();
  const links = page.locator('.rail a');
  // From the link before the first.
  await links.first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.evaluate(() => scrollTo(0, 2_000));
  const count = await links.count();
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press('Tab');
    await expect(links.nth(at)).toBeFocused();
    await expect(links.nth(at)).toBeInViewport({ ratio: 0.9 });
  }
});

test('on a phone a number, a poster, the rule of a fact and a trail that wraps stay whole', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(article);
  const numbers = await page
    .locator('.md a[href^="tel:"]')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getBoundingClientRect().height] as const));
  expect(numbers.map(([number]) => number)).toContain('011-24300606');
  for (const [number, height] of numbers) expect(height, number).toBeLessThan(40);
  const facts = await page.locator('.facts > div').all();
  expect(facts.length).toBeGreaterThan(3);
  for (const fact of facts)
    expect(
      await fact.evaluate((row) => row.clientHeight - (row.lastElementChild as HTMLElement).offsetHeight),
    ).toBeLessThanOrEqual(1);
  await page.goto('/');
  const poster = page.locator('.story .cover img').first();
  await poster.scrollIntoViewIfNeeded();
  await expect.poll(() => poster.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(1);
  const { shown, own } = await poster.evaluate((img: HTMLImageElement) => ({
    shown: img.clientWidth / img.clientHeight,
    own: img.naturalWidth / img.naturalHeight,
  }));
  expect(Math.abs(shown - own)).toBeLessThan(0.02);
  await page.setViewportSize({ width: 1536, height: 900 });
  const heights = await page
    .locator('.story .cover')
    .evaluateAll((covers) => covers.map((cover) => Math.round(cover.getBoundingClientRect().height)));
  expect(heights.length).toBeGreaterThan(4);
  // A title of one line beside titles of two.
  expect(new Set(heights).size).toBe(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/letters/bank');
  const strokes = await page
    .locator('.crumbs li')
    .evaluateAll((items) =>
      items.map((item) => ['::before', '::after'].map((side) => getComputedStyle(item, side).content)),
    );
  expect(strokes.length).toBeGreaterThan(1);
  // A stroke ends its line; none begins one, and none follows the last.
  expect(strokes.map(([before]) => before)).not.toContain('"/"');
  expect(strokes.map(([, after]) => after === '"/"')).toEqual(strokes.map((_, at) => at < strokes.length - 1));
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

test('a page of the printed piece continues after its summary, in whole lines', async ({ page }) => {
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

for (const [path, button] of [
  ['/check', 'Read a screenshot'],
  ['/hi/check', 'स्क्रीनशॉट पढ़ें'],
  ['/papers/passport', 'Copy as text'],
  ['/hi/papers/passport', 'लिखित रूप में कॉपी करें'],
] as const) {
  test(`${path}: what a script shows has its place from the start, and none without script`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { moved: number }).moved += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.01);

    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await plain.goto(path);
    const later = await plain.locator('main .later').all();
    expect(later.length).toBeGreaterThan(0);
    for (const place of later) await expect(place).toHaveCSS('display', 'none');
    await plain.context().close();
  });
}

test('the kinds of results stand in one row on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/search?q=pension', '/hi/search?q=pension']) {
    await page.goto(path);
    const tops = await page
      .locator('main .tabs a')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect([path, tops.length, new Set(tops).size]).toEqual([path, 4, 1]);
  }
});

for (const [width, columns] of [
  [1800, 2],
  [2400, 3],
] as const)
  test(`at ${width} px no small banner is cut, lists fill the page, and the footer reaches the end`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 1100 });
    await page.goto('/');
    const titles = page.locator('.slips h3 a');
    expect(await titles.count()).toBeGreaterThan(1);
    expect(
      await titles.evaluateAll((all) =>
        all.flatMap((one) => (one.scrollHeight > one.clientHeight + 2 ? one.textContent : [])),
      ),
    ).toEqual([]);
    for (const path of ['/community', '/search?q=pan']) {
      await page.goto(path);
      const rail = (await page.locator('main aside').first().boundingBox())!;
      const entries = await page.locator('main .page :is(h2, h3)').evaluateAll((all) =>
        all.flatMap((one) => {
          const { left, right } = (one.closest('li, article') ?? one).getBoundingClientRect();
          return one.closest('aside') ? [] : [{ left: Math.round(left), right }];
        }),
      );
      expect(new Set(entries.map(({ left }) => left)).size, path).toBeGreaterThanOrEqual(columns);
      expect(rail.x - Math.max(...entries.map(({ right }) => right)), path).toBeLessThan(100);
    }
    await page.goto('/find-schemes');
    const { y } = (await page.locator('.foot').boundingBox())!;
    const pixel = (at: number) => page.screenshot({ clip: { x: 4, y: at, width: 1, height: 1 } });
    expect((await pixel(1_098)).equals(await pixel(y + 40)), 'the footer ends at the edge of the window').toBe(true);
  });
