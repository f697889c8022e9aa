import { expect, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { openNewsroom, saved } from './newsroom.ts';

const { hire, colleague } = openNewsroom(95);

test('an editor with the Hindi studio writes a Hindi piece, and each block stands for itself', async ({
  page,
  browser,
}) => {
  await hire(page, 'editor');
  await page.goto('/hi/studio');
  await page.getByRole('link', { name: 'लेख लिखें', exact: true }).click();
  await page.getByLabel('शीर्षक', { exact: true }).fill('राशन कार्ड में नाम जोड़ें');
  await page.getByLabel('लिखाई', { exact: true }).fill('नया नाम 15 दिन में जुड़ता है।');
  for (const tool of ['कदम', 'तालिका']) await page.getByRole('button', { name: tool, exact: true }).click();
  await expect(page.getByLabel('लिखाई', { exact: true })).toHaveValue(
    /:::steps\n1\. \*\*[^*]+\*\* .+\n2\. .+\n:::\n\nTable: .+/,
  );
  await page.getByRole('button', { name: 'सेव करें', exact: true }).click();
  await saved(page);
  await expect(page.locator('[aria-label^="आपका अकाउंट, सदस्य "]')).toBeAttached();
  await expect(page).toHaveURL(/\/articles\/\d+$/);
  const other = await colleague(browser, 'editor');
  await other.goto(page.url());
  await expect(other.getByRole('list', { name: 'यह लेख और किसके पास खुला है' })).toContainText(/^सदस्य \d+/);
  await other.close();
  await page.getByRole('button', { name: 'ब्योरा', exact: true }).click();
  await expect(page.getByLabel('भाषा', { exact: true })).toHaveValue('hi');
  await expect(page.getByLabel('कागज़ और लाइसेंस', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'अनुवाद', exact: true }).click();
  await page.getByRole('button', { name: /English|अंग्रेज़ी/ }).click();
  const note = page.getByText('मूल लेख पाठकों ने अभी नहीं देखा।');
  await expect(note).toBeVisible();
  expect((await note.boundingBox())!.height).toBeLessThan(150);
  await expectToFit(page, 'a translation in Hindi');
  await expectAccessible(page, 'a translation in Hindi');

  await page.goto('/hi/studio/freshness');
  await expect(page.getByText(/^112 · [ऀ-ॿ]/)).toBeAttached();
});
