import { expect, type Page, test } from '@playwright/test';
import { startOwnServer } from './own-server.ts';

test.describe.configure({ mode: 'serial' });

const pages = [
  '/',
  '/article/x-MTAwMQ',
  '/video/x-NTAx',
  '/webstory/your-first-rti',
  '/search?q=9876543210',
  '/no-such-page',
];
let site: Awaited<ReturnType<typeof startOwnServer>>;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(90_000);
  site = await startOwnServer(Number(new URL(baseURL ?? '').port) + 1, {
    GA_MEASUREMENT_ID: 'G-TEST123456',
    ADSENSE_CLIENT: 'ca-pub-1234567890123456',
  });
});
test.afterAll(() => site.stop());

/** Blocks and records all external requests. A fake of Google's script sends the events that it was given. */
async function watch(page: Page): Promise<string[]> {
  const sent: string[] = [];
  await page.route(
    (url) => url.hostname !== 'localhost',
    async (route) => {
      const request = route.request();
      sent.push(`${request.url()} ${request.postData() ?? ''}`);
      const isTag = request.url().includes('/gtag/js');
      await route.fulfill({
        status: 200,
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'text/javascript',
        body: isTag
          ? `fetch('https://region1.google-analytics.com/g/collect', { method: 'POST', body: JSON.stringify(dataLayer.map((entry) => [...entry])) })`
          : '',
      });
    },
  );
  return sent;
}
const bar = (page: Page) => page.locator('#consent');
const choose = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();
const isTagged = (sent: string[]) => sent.some((each) => each.includes('googletagmanager.com/gtag/js?id=G-TEST123456'));

test('without ids nothing is asked and nothing is loaded', async ({ page }) => {
  const sent = await watch(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(bar(page)).toBeHidden();
  await page.goto('/settings/privacy');
  await expect(page.getByRole('main')).toContainText('There is nothing to choose');
  expect(sent).toEqual([]);
});

test('before a choice every page asks, loads nothing, and does not move', async ({ page }) => {
  const sent = await watch(page);
  await page.addInitScript(() => {
    const shifts: { value: number; startTime: number }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry as unknown as { value: number; startTime: number });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of pages) {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(site.origin + path, { waitUntil: 'networkidle' });
    await expect(bar(page), path).toBeVisible();
    const sizes = await bar(page)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => [button.className, (button as HTMLElement).offsetHeight].join()),
      );
    expect(new Set(sizes).size, 'equal buttons').toBe(1);
    expect((await bar(page).boundingBox())!.height, 'a small bar').toBeLessThan(140);
    expect(scripts, path).toEqual([]);
    // The bar appears at the load event; before that, a font swap may shift text where no metric-compatible fallback is
    // installed.
    const moved = await page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return (window as unknown as { shifts: { value: number; startTime: number }[] }).shifts
        .filter(({ startTime }) => startTime >= visit!.loadEventStart)
        .reduce((sum, { value }) => sum + value, 0);
    });
    expect(moved, path).toBeLessThan(0.01);
  }
  expect(sent).toEqual([]);
});

test('on a phone the bar is small, and lies over no number to call', async ({ page }) => {
  await watch(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.origin);
  await expect(bar(page)).toBeVisible();
  expect((await bar(page).boundingBox())!.height / 740, 'a small bar').toBeLessThanOrEqual(0.3);
  for (const path of ['/article/x-MTAyMw', '/video/x-NTIy', '/search?q=gharelu+hinsa']) {
    await page.goto(site.origin + path, { waitUntil: 'load' });
    await expect(bar(page), path).toBeVisible();
    await expect(bar(page), path).toHaveCSS('position', 'static');
    const covered = await page.evaluate(() => {
      const consent = document.getElementById('consent')!;
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="tel:"]')];
      const under = links.filter((link) => {
        // Where a reader who scrolls down first sees it.
        link.scrollIntoView({ block: 'end', behavior: 'instant' });
        return link.getBoundingClientRect().bottom > consent.getBoundingClientRect().top;
      });
      return { count: links.length, under: under.map(({ href }) => href) };
    });
    expect(covered.count, path).toBeGreaterThan(0);
    expect(covered.under, path).toEqual([]);
  }
});

test('no means no, and is remembered', async ({ page }) => {
  const sent = await watch(page);
  await page.goto(site.origin);
  await choose(page, 'No thanks');
  await expect(bar(page)).toBeHidden();
  for (const path of pages) {
    await page.goto(site.origin + path, { waitUntil: 'networkidle' });
    await expect(bar(page)).toBeHidden();
  }
  expect(sent).toEqual([]);
});

test('yes loads the tags on every page, the story too, and they learn no more than a path', async ({ page }) => {
  const problems: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && !/404/.test(message.text()) && problems.push(message.text()),
  );
  const sent = await watch(page);
  await page.goto(`${site.origin}/search?q=9876543210`);
  await choose(page, 'Allow');
  await expect.poll(() => isTagged(sent)).toBe(true);
  await expect(bar(page)).toBeHidden();
  for (const path of [
    ...pages,
    '/?utm_source=whatsapp',
    '/videos?page=2',
    '/login?redirect=%2Fcommunity%2Fask%3Ftitle%3Dx',
  ]) {
    sent.length = 0;
    await page.goto(site.origin + path, { waitUntil: 'networkidle' });
    await expect.poll(() => isTagged(sent), path).toBe(true);
    await expect.poll(() => sent.some((each) => each.includes('/g/collect')), path).toBe(true);
    expect(
      sent.some((each) => each.includes('adsbygoogle.js?client=ca-pub-1234567890123456')),
      path,
    ).toBe(true);
    expect(new URL(page.url()).search, path).not.toMatch(/[?&](q|text|redirect)=/);
    const told = sent.join('\n');
    expect(told, path).not.toMatch(/9876543210|q=/);
    expect(told).toContain('"ad_personalization":"denied"');
    expect(told).toContain('"anonymize_ip":true');
    if (/utm_source|page=/.test(path))
      expect(told, 'a campaign is told').toContain(`"page_location":"${site.origin}${path}"`);
  }
  expect(problems).toEqual([]);
});

test('of analytics alone too, no tag reads what was typed, and a reload shows it again', async ({ page }) => {
  const sent = await watch(page);
  await page.addInitScript(() => localStorage.setItem('consent', 'yes'));
  await page.route('**/search?q=*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/ data-advertising="[^"]*"/, '') });
  });
  await page.goto(`${site.origin}/search?q=aadhaar`);
  await expect.poll(() => isTagged(sent)).toBe(true);
  expect(page.url()).toBe(`${site.origin}/search`);
  await page.reload();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('aadhaar');
  expect(sent.join('\n')).not.toMatch(/adsbygoogle|q=/);
});

test('the choice can be seen and changed, and a no takes back the cookies', async ({ page, context }) => {
  const sent = await watch(page);
  await page.goto(site.origin);
  await choose(page, 'Allow');
  await expect.poll(() => isTagged(sent)).toBe(true);
  await context.addCookies([{ name: '_ga', value: 'GA1.1.1', url: site.origin }]);
  await page.goto(`${site.origin}/settings/privacy`);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('You chose Allow.');
  await page.getByRole('main').getByRole('button', { name: 'No thanks' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('You chose No thanks.');
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('_ga');
  sent.length = 0;
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  expect(sent).toEqual([]);
});

test('a browser that says do not track is not asked, and a yes of before does not count', async ({ page }) => {
  const sent = await watch(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  await expect(bar(page)).toBeHidden();
  await page.evaluate(() => localStorage.setItem('consent', 'yes'));
  await page.goto(`${site.origin}/settings/privacy`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('main').getByRole('status')).toContainText('We take that as No');
  expect(sent).toEqual([]);
});

test('the bar is reached and answered by keyboard, and traps nobody', async ({ page }) => {
  await watch(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site.origin}/about`);
  await page.getByRole('link', { name: 'Skip to the main content' }).focus();
  for (
    let presses = 0;
    presses < 80 && !(await bar(page).evaluate((element) => element.contains(document.activeElement)));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button', { name: 'No thanks' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toBeHidden();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('nothing is loaded and nothing is asked; the page about it explains', async ({ page }) => {
    const sent = await watch(page);
    await page.goto(site.origin);
    await expect(bar(page)).toBeHidden();
    await page.goto(`${site.origin}/settings/privacy`);
    await expect(page.getByRole('main')).toContainText('Without scripts nothing of Google’s is ever loaded');
    expect(sent).toEqual([]);
  });
});
