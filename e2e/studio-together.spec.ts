import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openNewsroom, saved, write } from './newsroom.ts';

// Two people, or two languages, with one piece: who is here, and what a translation follows.
const { colleague } = openNewsroom(75);

/** A heartbeat comes every 15 seconds. */
const soon = { timeout: 25_000 };
const here = (page: Page) => page.getByRole('list', { name: 'Who has this piece open too' });

test('two people see each other, a newer text early, and that one has gone', async ({ browser }) => {
  test.setTimeout(150_000);
  const first = await colleague(browser, 'editor');
  const path = await write(first, 'Old age pension', 'First line.\n');
  await expect(here(first)).toHaveCount(0);
  const second = await colleague(browser, 'editor');
  await second.goto(path);
  await expect(here(second).getByRole('listitem')).toHaveCount(1);
  await expect(here(second)).toContainText(/since \d\d:\d\d/);
  await expect(here(first)).toContainText('is reading', soon);
  await expect(first.locator('[role=status]', { hasText: 'Open here too' })).toHaveCount(1);

  await second.getByLabel('Text', { exact: true }).fill('First line, by two.\n');
  await expect(here(first)).toContainText('is writing', soon);
  await expectAccessible(first, 'somebody else is here');
  await saved(second);
  const newer = first.getByText(/has saved a newer text: revision 2/);
  await expect(newer).toBeVisible(soon);
  await expect(first.getByLabel('Text', { exact: true })).toHaveValue('First line.\n');
  await expectAccessible(first, 'a newer text');
  await first.getByRole('button', { name: 'Show the newer text' }).click();
  await expect(first.getByLabel('Text', { exact: true })).toHaveValue('First line, by two.\n');
  await expect(newer).toBeHidden();
  expect(await first.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // A closed tab may lose its last request: then it is gone when its heartbeat has expired.
  await second.close();
  await expect(here(first)).toHaveCount(0, { timeout: 70_000 });
  await expect(first.locator('[role=status]', { hasText: 'Nobody else has this piece open now.' })).toHaveCount(1);
});

test('a translation is begun beside its original, and a changed paragraph is brought up to date', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const page = await colleague(browser, 'editor');
  const path = await write(page, 'Ration card', 'Anyone may ask.\n\n## Fees\n\nThe fee is 10 rupees.\n');
  await page.getByRole('button', { name: 'Translation', exact: true }).click();
  await expect(page.getByText('This piece is not a translation.')).toBeVisible();
  await expectAccessible(page, 'the languages of a piece');
  await page.getByRole('button', { name: 'Translate into Hindi' }).click();

  // The title is still the original's.
  await expect(page.getByText('4 parts to look at')).toBeVisible();
  const rows = page.locator('ol .studio-side-row');
  const title = page.getByLabel('Translation: Title', { exact: true });
  await expect(title).toHaveValue('Ration card');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Anyone may ask.');
  await title.fill('राशन कार्ड');
  await page.getByLabel('Translation, paragraph 1', { exact: true }).fill('कोई भी माँग सकता है।');
  await page.getByLabel('Translation, paragraph 3', { exact: true }).fill('फ़ीस 10 रुपये है।');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await expect(page.getByText('1 part to look at')).toBeVisible();
  await rows.nth(1).getByRole('button', { name: 'Leave it out' }).click();
  await expect(page.getByText('Every part follows the original.')).toBeVisible();
  await expect(rows.nth(1)).toHaveAttribute('data-row-state', 'left_out');
  await expectAccessible(page, 'a translation beside its original');
  const translation = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('कोई भी माँग सकता है।\n\nफ़ीस 10 रुपये है।\n');

  await page.goto(path);
  await page.getByLabel('Title', { exact: true }).fill('Ration card for all');
  await page.getByLabel('Text', { exact: true }).fill('Anyone may ask.\n\n## Fees\n\nThe fee is 20 rupees.\n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await page.goto(`${translation}#translation`);
  await expect(page.getByText('2 parts to look at')).toBeVisible();
  const titles = page.locator('ul .studio-side-row');
  await expect(titles).toHaveAttribute('data-row-state', 'changed');
  await expect(titles.locator('ins')).toContainText('for all');
  await titles.getByRole('button', { name: 'Still right' }).click();
  await expect(titles).toHaveAttribute('data-row-state', 'same');
  await expect(rows.nth(2)).toHaveAttribute('data-row-state', 'changed');
  await expect(rows.nth(2).locator('ins')).toContainText('20');
  await expect(rows.nth(2).locator('del')).toContainText('10');
  await expect(rows.nth(0)).toHaveAttribute('data-row-state', 'same');
  await expectAccessible(page, 'a changed paragraph');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByLabel('Only parts to look at').check();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Translation, paragraph 3', { exact: true }).fill('फ़ीस 20 रुपये है।');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await expect(page.getByText('Every part follows the original.')).toBeVisible();
});
