import { expect, type Page, test } from '@playwright/test';
import { letterAnswers as sampleAnswers } from '../src/testing/letter-answers.ts';
import { expectAccessible, expectToFit } from './axe.ts';

const shown = (day: number) => new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10);
const longest = (unit: string) => unit.repeat(600).slice(0, 1_200).trim();

/** Fills every field of the form that the sample answers name, as a citizen would. */
async function fill(page: Page, answers: Record<string, string | number | boolean>) {
  for (const [id, value] of Object.entries(answers)) {
    const field = page.locator(`[name="${id}"]`);
    const type = await field.first().getAttribute('type');
    if (type === 'radio') await page.locator(`[name="${id}"][value="${value}"]`).check();
    else if (type === 'checkbox') await field.setChecked(value === true);
    else await field.fill(String(value));
  }
}

/** Pages of the printed page, from the PDF's own count. */
async function printedPages(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test.describe('without script, at 360 px', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('from the first tap on the home page to a printed letter, and on to the appeal', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: /Write a letter/ }).click();
    await expect(page).toHaveURL('/letters');
    await page.getByRole('link', { name: /Ask an office for information/ }).click();
    await expect(page.getByRole('link', { name: /15100/ })).toHaveAttribute('href', 'tel:15100');

    const { name: _, ...rest } = sampleAnswers.rti;
    await fill(page, rest);
    await page.getByRole('button', { name: 'Write the letter' }).click();
    await expect(page.locator('#name-error')).toBeVisible();
    await expect(page.locator('[name="office"]')).toHaveValue('Passport Seva Kendra, Pune');
    await expect(page.locator('[name="name"]')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Your full name').fill('Asha <b>Rao');
    await page.getByRole('button', { name: 'Write the letter' }).click();

    await expect(page.getByRole('heading', { name: 'Your letter' })).toBeVisible();
    await expect(page.locator('[data-letter]')).toContainText('Asha <b>Rao');
    await expect(page.getByRole('heading', { name: /An answer is due by/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /into my calendar/ })).toHaveAttribute('href', /due\.ics\?on=20/);
    expect(page.url()).not.toContain('Asha');
    expect(await printedPages(page)).toBe(1);
    await page.getByRole('button', { name: 'No answer came: next letter' }).click();
    await expect(page).toHaveURL('/letters/rti-first-appeal');
    await expect(page.getByLabel('Your full name')).toHaveValue('Asha <b>Rao');
    await page.getByRole('button', { name: 'Write the letter' }).click();
    await expect(page.locator('[data-letter]')).toContainText('section 19(1)');
    await page.getByRole('button', { name: 'No answer came: next letter' }).click();
    await page.getByRole('button', { name: 'Write the letter' }).click();
    await expect(page.locator('[data-letter]')).toContainText('Central Information Commission');
  });

  test('a question that depends on another answer is shown with that answer only', async ({ page }) => {
    await page.goto('/letters/rti-first-appeal');
    const replied = page.getByLabel('If there was a reply: the day on which you got it');
    await expect(page.getByLabel('No answer came')).toBeChecked();
    await expect(replied).toBeHidden();
    await expect(page.getByLabel('What is wrong with the reply?')).toBeHidden();
    await page.getByLabel('It was refused, or only partly answered').check();
    await expect(replied).toBeVisible();
    await expect(page.getByLabel('What is wrong with the reply?')).toBeVisible();
    await page.goto('/letters/bank');
    await expect(page.locator('[name=outcome]').first()).toBeHidden();
    await expect(page.locator('[name=repliedOn]')).toBeHidden();
    await page.locator('[name=step][value=ombudsman]').check();
    await expect(page.locator('[name=repliedOn]')).toBeHidden();
    await page.locator('[name=outcome][value=refused]').check();
    await expect(page.locator('[name=repliedOn]')).toBeVisible();
  });

  for (const lang of ['en', 'hi'] as const)
    test(`every letter at its longest prints on one page, ${lang}`, async ({ page }) => {
      test.setTimeout(120_000);
      for (const [id, answers] of Object.entries(sampleAnswers)) {
        await page.goto(`/letters/${id}`);
        await fill(page, answers);
        for (const area of await page.locator('textarea[maxlength="1200"]').all())
          if (await area.isVisible())
            await area.fill(longest(lang === 'hi' ? 'यह कार्यालय की बात है। ' : 'What the office did. '));
        await page.locator(`[name="lang"][value="${lang}"]`).check();
        await page.getByRole('button', { name: 'Write the letter' }).click();
        await expect(page.locator('[data-letter]'), id).toBeVisible();
        expect(await printedPages(page), id).toBe(1);
      }
    });
});

test('the list, a form, a form with errors and a finished letter are accessible and fit', async ({ page }) => {
  await page.goto('/letters');
  await expectAccessible(page, 'list');
  await expectToFit(page, 'list');
  await page.goto('/letters/rti-first-appeal');
  await expectAccessible(page, 'form');
  await expectToFit(page, 'form');
  await page.getByRole('button', { name: 'Write the letter' }).click();
  await expect(page.locator('#name-error')).toBeVisible();
  await expectAccessible(page, 'errors');
  await fill(page, { ...sampleAnswers['rti-first-appeal'], applicationReceivedOn: shown(50), name: 'A'.repeat(120) });
  await page.locator('[name="lang"][value="hi"]').check();
  await page.getByRole('button', { name: 'Write the letter' }).click();
  await expect(page.locator('[data-letter]')).toBeVisible();
  await expectAccessible(page, 'finished');
  await expectToFit(page, 'finished');
});

test('the letter is copied whole, by keyboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/letters/bank');
  await fill(page, sampleAnswers.bank);
  await page.getByRole('button', { name: 'Write the letter' }).click();
  await page.getByRole('button', { name: 'Copy the letter' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#said')).not.toBeEmpty();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('The Branch Manager');
  expect(copied).toContain('Yours faithfully,');
});
