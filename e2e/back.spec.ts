import { expect, type Page, test } from '@playwright/test';
import { signInSettled } from './sign-in-as.ts';

const backTo = async (page: Page, path: string) => {
  await page.goto('/about');
  await page.goBack();
  await expect(page).toHaveURL(path);
};

test.describe('with JavaScript off: going back shows what the finder answered', () => {
  test.use({ javaScriptEnabled: false });

  test('the results of the scheme finder', async ({ page }) => {
    await page.goto('/find-schemes?for=parent');
    for (let count = 0; !(await page.locator('input.in').isVisible()) && count < 20; count += 1)
      await page.getByRole('button', { name: 'Skip this question' }).click();
    await page.locator('input.in').fill('72');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const results = await page.locator('#results').innerText();
    await page.locator('#results a[href^="/"]').first().click();
    await expect(page).not.toHaveURL(/find-schemes/);
    await page.goBack();
    await expect(page.locator('#results')).toHaveText(results, { useInnerText: true });
  });

  test('a question of the finder without an answer', async ({ page }) => {
    await page.goto('/find-schemes');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.locator('.err')).toBeVisible();
    await backTo(page, '/find-schemes');
    await expect(page.locator('.err')).toBeVisible();
  });
});

test('with the worker in charge, going back to a refused form is not taken for being offline', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('button', { name: 'Dark or light' }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/contact');
  await page.locator('[name=message]').fill('Where is the form for a new ration card?');
  await page.locator('main form').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.locator('.err').first()).toBeVisible();
  await backTo(page, '/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await expect(page.locator('[name=message]')).toBeVisible();
});

test('with the worker in charge, going back after the session has ended leads to the sign-in', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('button', { name: 'Dark or light' }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await signInSettled(page);
  await page.goto('/profile?do=name');
  await page.locator('#first-name').fill('Site');
  await page.locator('#last-name').fill('Admin');
  await page.locator('form:has(#first-name)').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.locator('.err').first()).toBeVisible();
  await page.goto('/about');
  await page.context().clearCookies();
  await page.goBack();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
