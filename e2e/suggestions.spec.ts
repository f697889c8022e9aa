import { expect, test } from '@playwright/test';

test('suggests while one types: arrows choose, Enter opens, the count is announced', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/about');
  const field = page.locator('header input[name=q]');
  await field.click();
  await field.pressSequentially('aadh', { delay: 60 });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list).toBeVisible();
  const count = await list.getByRole('option').count();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(8);
  await expect(page.locator('header').getByRole('status')).toContainText(`${count} suggestion`);
  await expect(field).toHaveAttribute('role', 'combobox');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  const first = list.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await page.keyboard.press('ArrowUp');
  await expect(first).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await field.pressSequentially('a');
  await expect(list).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/(article|video|category|tag|webstory)\//);
});

test('Enter without a choice searches, as it does without script', async ({ page }) => {
  await page.goto('/about');
  const field = page.locator('header input[name=q]');
  await page.setViewportSize({ width: 1280, height: 800 });
  await field.click();
  await field.pressSequentially('pan card', { delay: 30 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=pan/);
});

test('a phone’s search on the home page suggests too, and a tap opens', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(baseURL ?? '/');
  const field = page.locator('main input[name=q]');
  await field.tap();
  await field.pressSequentially('scam', { delay: 60 });
  // What can be done here stands first: the tool that checks a message.
  await page.getByRole('option').first().tap();
  await expect(page).toHaveURL(/\/check$/);
  await page.goBack();
  await field.fill('');
  await field.pressSequentially('pension', { delay: 60 });
  await page.getByRole('option').last().tap();
  await expect(page).toHaveURL(/\/(article|video|category|tag|webstory)\//);
  await context.close();
});

test('typing on asks once for what was typed last; a failing call breaks nothing', async ({ page }) => {
  const asked: string[] = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route('**/api/search/suggest**', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q') ?? '');
    return route.fulfill({ status: 400, json: { status: 400 } });
  });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/about');
  const field = page.locator('header input[name=q]');
  await field.click();
  await page.waitForFunction(() => document.querySelector('header input[name=q]')?.getAttribute('role') === 'combobox');
  await field.pressSequentially('passport', { delay: 20 });
  await expect.poll(() => asked).toEqual(['passport']);
  await page.waitForTimeout(1_500);
  expect(asked).toEqual(['passport']);
  await expect(page.getByRole('option')).toHaveCount(0);
  expect(problems).toEqual([]);
});
