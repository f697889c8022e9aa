import { expect, type Page, test } from '@playwright/test';
import { changeBy, changes, look, type Seen } from './page-changes.ts';
import { signInSettled } from './sign-in-as.ts';

const pages = [
  '/',
  '/category/schemes-MjUy',
  '/article/x-MTAwMQ',
  '/video/x-NTAx',
  '/videos',
  '/webstory/your-first-rti',
  '/search?q=pan',
  '/about',
  '/grievance',
  '/contact',
  '/community',
  '/community/ask',
  '/find-schemes',
  '/find-schemes?scheme=1013',
  '/cart',
  '/login',
  '/signup',
  '/forgot-password',
  '/signout',
  '/settings/privacy',
  '/offline',
  '/no-such-page',
];
// Looked up on other pages, because these URLs contain ids of this database.
const linked = { tag: 'a[href^="/tag/"]', author: 'a[href^="/author/"]', question: 'a[href^="/community/question/"]' };

const kinds = Object.keys(changes);
const isWhole = process.env.CHANGED_PAGES === 'all';
const seed = Number(process.env.CHANGED_PAGES_SEED ?? 1);
/** All kinds of change, or one per page that depends on the seed. */
const kindsFor = (at: number): string[] => (isWhole ? kinds : [kinds[(at * 5 + seed) % kinds.length]!]);

async function addressOf(page: Page, kind: keyof typeof linked): Promise<string> {
  await page.goto(kind === 'question' ? '/community' : '/article/x-MTAwMQ');
  return (await page.locator(linked[kind]).first().getAttribute('href')) ?? '';
}

async function expectWhole(page: Page, path: string, kind: string): Promise<void> {
  const problems: string[] = [];
  const onError = (error: Error) => void problems.push(error.message);
  page.on('pageerror', onError);
  // Holds the script back until the page has been changed.
  let release = () => {};
  const changed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/boot-*.js', async (route) => {
    await changed;
    await route.continue();
  });
  await page.addInitScript(() => addEventListener('booted', () => (document.documentElement.dataset.ready = '')));
  await page.goto(path);
  await page.evaluate(changeBy(kind));
  const before = (await page.evaluate(look)) as Seen;
  expect(Object.keys(before.words).length, 'something to read').toBeGreaterThan(10);
  release();
  // A touch that moves no focus.
  await page.evaluate(() => document.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  await page.mouse.move(5, 5);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  if (path.startsWith('/find-schemes')) await page.waitForSelector('[data-drawn] .asked');
  if (path.includes('?scheme=')) await page.waitForSelector('[data-drawn] .fit');
  await page.waitForLoadState('networkidle');

  const after = (await page.evaluate(look)) as Seen;
  const lost = Object.entries(before.words).filter(([word, count]) => (after.words[word] ?? 0) < count);
  // The browser translates what an island renders anew once more.
  const isRedrawn = path.startsWith('/find-schemes') && /translation/.test(kind);
  if (!isRedrawn) expect(lost, `${path}: words`).toEqual([]);
  for (const control of new Set(before.controls)) {
    if (isRedrawn && control.startsWith('BUTTON')) continue;
    const count = (seen: Seen) => seen.controls.filter((each) => each === control).length;
    expect(count(after), `${path}: ${control}`).toBeGreaterThanOrEqual(Math.min(count(before), 1));
  }
  expect(after.focused, `${path}: focus`).toBe(before.focused);
  expect(problems, path).toEqual([]);
  await page.unroute('**/assets/boot-*.js');
  page.off('pageerror', onError);
}

test.describe(isWhole ? 'every change' : `a sample of the changes, seed ${seed}`, () => {
  for (const [at, path] of [...pages, ...(Object.keys(linked) as (keyof typeof linked)[])].entries())
    for (const kind of kindsFor(at))
      test(`${path}: ${kind}, and nothing is lost at a touch`, async ({ page }) => {
        await expectWhole(page, path.startsWith('/') ? path : await addressOf(page, path as keyof typeof linked), kind);
      });
});

test('a question that is asked on a translated page is posted', async ({ page }) => {
  await signInSettled(page);
  await page.goto('/community/ask');
  const title = `Whom do I ask about a translated form ${Date.now() % 1_000_000}?`;
  const [line, text] = ['title', 'body'].map((name) => page.locator(`main [name=${name}]`));
  await line!.fill(title);
  await page.evaluate(changeBy('a translation wraps twice and writes another text'));
  await text!.fill('Gaya, Bihar. Stopped in August.');
  await page.locator('main [name=category]').first().setChecked(true, { force: true });
  const posting = page.waitForResponse((answer) => answer.request().method() === 'POST' && /ask/.test(answer.url()));
  await page.locator('main button[value=post]').click();
  expect((await posting).status()).toBeLessThan(400);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});
