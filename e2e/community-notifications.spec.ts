import { expect, type Page, test } from '@playwright/test';
import { signInSettled } from './sign-in-as.ts';

async function post<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const answer = await page.request.post(`/api${path}`, { data, headers: { origin: new URL(page.url()).origin } });
  expect(answer.ok(), `${path} ${answer.status()}`).toBe(true);
  return ((await answer.json()) as { data: Answer }).data;
}

test('the header says how many notifications wait, and nothing moves for it', async ({ page, browser }) => {
  await signInSettled(page);
  await page.goto('/about');
  const helper = await (await browser.newContext()).newPage();
  await signInSettled(helper);
  await helper.goto('/about');
  const { id } = await post<{ id: number }>(page, '/communities/question/create', {
    title: `Who tells me that I was answered ${Date.now()}?`,
  });
  await post(helper, '/communities/comment/create', { questionId: id, body: 'The header does.' });

  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as unknown as { hadRecentInput: boolean }).hadRecentInput === false)
          shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/about');
  await expect(page.locator('.tools .count')).toHaveAttribute('data-count', '1');
  await expect(page.locator('.tools a:has(.count)')).toHaveAttribute('aria-label', /, 1 unread$/);
  expect(
    await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    ),
  ).toBeLessThan(0.02);
  await page.goto('/profile');
  await expect(page.getByRole('link', { name: /^Notifications/ }).locator('.count')).toHaveAttribute('data-count', '1');

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/notifications');
    // The date is part of the line below the text, not a column with a border.
    const date = page.locator('.told time').first();
    expect(await date.evaluate((time) => getComputedStyle(time).borderInlineEndWidth)).toBe('0px');
    expect((await date.boundingBox())!.height).toBeLessThan(30);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/community');
  const tabs = page.getByRole('navigation', { name: 'Which questions' });
  expect(await tabs.evaluate((nav) => nav.scrollWidth <= nav.clientWidth)).toBe(true);
  await page.goto('/notifications');
  await page.getByRole('link', { name: /answered your question/ }).click();
  await expect(page.getByText('The header does.')).toBeVisible();
  await page.goto('/notifications');
  await expect(page.getByText('All read')).toBeVisible();
  await post(helper, '/communities/comment/create', { questionId: id, body: 'And this page.' });
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('All read')).toBeVisible();
  const counted = page.waitForResponse('**/api/notifications/unread');
  await page.goto('/about');
  await counted;
  await expect(page.locator('.count')).toHaveCount(0);
  await helper.context().close();
});
