import { expect, test } from '@playwright/test';

const most = 12;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 }, hasTouch: true });

    test(`from the home page to a verdict for one's father of 72 in at most ${most} taps`, async ({ page }) => {
      let taps = 0;
      const tap = async (name: string | RegExp, role: 'link' | 'button' = 'link') => {
        taps += 1;
        await page.getByRole(role, { name }).locator('visible=true').first().tap();
      };
      const asked = page.locator('.ask-box:visible .asked');
      const next = () => {
        taps += 1;
        return page.locator('.ask-box:visible').getByRole('button', { name: 'Next', exact: true }).tap();
      };
      await page.goto('/');
      await tap(/Find schemes/);
      await page.waitForURL(/find-schemes/);
      await tap('My mother or father');
      await page.waitForURL(/for=parent/);
      if (javaScriptEnabled) await page.locator('[data-drawn] .asked').waitFor();

      // The State comes first: most schemes belong to one.
      await expect(asked).toHaveText(/State/);
      // Opening the list and choosing from it: two.
      taps += 2;
      await page.locator('.ask-box:visible select').selectOption('Bihar');
      await next();
      await expect(asked).toHaveText('How old are they?');
      const field = page.locator('.ask-box:visible input.in:visible');
      taps += 1;
      await field.tap();
      await field.fill('72');
      await next();
      await tap('See results so far');

      const verdict = page.locator('.fit.good:visible').first();
      await expect(verdict).toContainText('May be eligible');
      await expect(verdict).toBeInViewport();
      expect(taps).toBeLessThanOrEqual(most);
      if (javaScriptEnabled) expect(await page.evaluate(() => localStorage.getItem('profileAnswers'))).toBeNull();
    });

    test('no question shows more than seven choices at once', async ({ page }) => {
      test.setTimeout(90_000);
      await page.goto('/find-schemes?for=parent');
      const box = page.locator(javaScriptEnabled ? '[data-drawn] .ask-box' : '.ask-box');
      for (let count = 0; count < 8; count += 1) {
        const text = await box.locator('.asked').innerText();
        expect(await box.locator('.pick:visible').count(), text).toBeLessThanOrEqual(7);
        await box.getByRole('button', { name: 'Skip this question' }).click();
        await expect(box.locator('.asked')).not.toHaveText(text);
      }
    });
  });
}
