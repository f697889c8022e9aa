import { expect, test } from '@playwright/test';

// Keys count from where a smooth scroll is going.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('booted', () => {
      document.documentElement.dataset.ready = '';
    }),
  );
  await page.goto('/webstory/your-first-rti');
});

test('stands alone, without the site around it', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('header.top, footer.foot, .dock')).toHaveCount(0);
});

test('turns by tapping, by keys, and back', async ({ page }) => {
  const size = page.viewportSize();
  await page.mouse.click((size?.width ?? 0) / 2 + 120, 300);
  await expect(page.locator('#p2 h2')).toBeInViewport();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#p3 h2')).toBeInViewport();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('#p2 h2')).toBeInViewport();
});

test('two quick keys turn two pages', async ({ page }) => {
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#p3 h2')).toBeInViewport();
  await page.waitForTimeout(1_000);
  await expect(page.locator('#p3 h2')).toBeInViewport();
});

test('shows how far one is', async ({ page }) => {
  const all = await page.locator('#p1 [class*=bars] i').count();
  expect(all).toBe(await page.locator('#story > li').count());
  expect(await page.locator('#p3 [class*=bars] i[data-on]').count()).toBe(3);
});

test('plays by itself only when asked, and stops when touched', async ({ page }) => {
  await page.waitForTimeout(500);
  await expect(page.locator('#p1 h2')).toBeInViewport();
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(page.locator('#p2 h2')).toBeInViewport({ timeout: 12_000 });
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});
