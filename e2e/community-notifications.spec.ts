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

  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('All read')).toBeVisible();
  const counted = page.waitForResponse('**/api/notifications/unread');
  await page.goto('/about');
  await counted;
  await expect(page.locator('.count')).toHaveCount(0);
  await helper.context().close();
});
