import { expect, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { openNewsroom, saved } from './newsroom.ts';

const { hire } = openNewsroom(8);

// Nobody presses Save here: a pause saves, and then the button is off.
test('an editor changes an age limit by form; a test person fails until it is put right', async ({ page }) => {
  await hire(page, 'editor');
  await page.goto('/studio/articles/1013');
  await page.getByRole('button', { name: 'Scheme', exact: true }).click();
  const rules = page.getByRole('list', { name: 'Who can get it: rules' });
  const people = page.getByRole('list', { name: 'Test people' });
  await expect(rules.getByText('Age is from 18 years to 40 years')).toBeVisible();
  await expect(rules.getByText('Has a bank account', { exact: true })).toBeVisible();
  await expect(page.getByText('All 14 test people fit.')).toBeVisible();

  await rules.locator('summary').first().press('Enter');
  await rules.getByLabel('To', { exact: true }).fill('39');
  await expect(page.getByText('1 of 14 test people does not fit.')).toBeVisible();
  const person = people.getByRole('listitem').filter({ hasText: '40 is the last age' }).first();
  await expect(person.getByText('Must be “may get it”, but the rules say “does not get it”.')).toBeVisible();
  await expectAccessible(page, 'a test person that fails');
  await saved(page);
  await page.getByRole('button', { name: 'To readers', exact: true }).click();
  await page.getByRole('button', { name: 'Send for review', exact: true }).click();
  await expect(page.getByRole('alert').getByText(/40 is the last age/)).toBeVisible();

  await page.getByRole('button', { name: 'Scheme', exact: true }).click();
  await person.getByText('40 is the last age').click();
  await person.getByLabel('Must be').selectOption('does not get it');
  await expect(page.getByText('All 14 test people fit.')).toBeVisible();
  await expectAccessible(page, 'the form of a scheme');
  await expectToFit(page, 'the form of a scheme');
  await saved(page);
  await page.getByRole('button', { name: 'To readers', exact: true }).click();
  await page.getByRole('button', { name: 'Send for review', exact: true }).click();
  await expect(page.getByText('Sent for review.', { exact: true })).toBeVisible();
});

test('a writer adds a record by form, and decides what its words propose', async ({ page }) => {
  await hire(page, 'writer');
  await page.goto('/studio/articles/new');
  await page.getByLabel('Title', { exact: true }).fill('Sewing machine help');
  await page.getByLabel('Text', { exact: true }).fill('For women who sew at home.');
  await page.getByRole('button', { name: 'Scheme', exact: true }).click();
  await page.getByRole('button', { name: 'Add a scheme record' }).click();
  await expect(page.getByLabel('Name of the scheme')).toHaveValue('Sewing machine help');
  const address = page.getByLabel('Official page');
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
  await address.fill('sewing');
  await expect(address).toHaveAccessibleDescription(/Write a full address/);
  await address.fill('https://sewing.example.gov.in/');
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
  for (const [at, text] of [
    [1, 'The applicant should be between 18 and 40 years of age.'],
    [2, 'The applicant should be a widow.'],
  ] as const) {
    await page.getByRole('button', { name: 'Add: Condition' }).click();
    await page.getByLabel(`Condition ${at}`, { exact: true }).fill(text);
  }
  await saved(page);

  const proposals = page.getByRole('list', { name: 'Proposed from the text' });
  await expect(proposals.getByText('The applicant should be a widow.')).toBeVisible();
  await expectAccessible(page, 'proposed conditions');
  await proposals
    .getByRole('group', { name: /Age is from 18/ })
    .getByRole('button', { name: 'Change' })
    .focus();
  await page.keyboard.press('a');
  const rules = page.getByRole('list', { name: 'Who can get it: rules' });
  await expect(rules.getByText('Age is from 18 years to 40 years')).toBeVisible();
  await proposals.getByRole('group', { name: /widow/ }).getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('1 was refused')).toBeVisible();
  await saved(page);
  await page.reload();
  await page.getByRole('button', { name: 'Scheme', exact: true }).click();
  await expect(rules.getByText('Age is from 18 years to 40 years')).toBeVisible();
  await expect(page.getByText('Nothing more is proposed from the words of the record.')).toBeVisible();
});

for (const way of ['keys', 'mouse'] as const)
  test(`a sentence with two conditions keeps the other one when one is accepted by ${way}`, async ({ page }) => {
    await hire(page, 'editor');
    await page.goto('/studio/articles/new');
    await page.getByLabel('Title', { exact: true }).fill(`Help for school girls, decided by ${way}`);
    await page.getByRole('button', { name: 'Scheme', exact: true }).click();
    await page.getByRole('button', { name: 'Add a scheme record' }).click();
    await page.getByLabel('Official page').fill('https://girls.example.gov.in/');
    await page.getByRole('button', { name: 'Add: Condition' }).click();
    await page
      .getByLabel('Condition 1', { exact: true })
      .fill('The applicant should be a girl aged between 14 and 18 years.');
    await saved(page);

    const proposals = page.getByRole('list', { name: 'Proposed from the text' });
    const age = proposals.getByRole('group', { name: /Age is from 14/ });
    const gender = proposals.getByRole('group', { name: /Gender/ });
    await expect(gender).toBeVisible();
    const accept = async (one: typeof age) => {
      if (way === 'mouse') return one.getByRole('button', { name: 'Accept' }).click();
      await one.getByRole('button', { name: 'Accept' }).focus();
      await page.keyboard.press('a');
    };
    await accept(age);
    const rules = page.getByRole('list', { name: 'Who can get it: rules' });
    await expect(rules.getByText('Age is from 14 years to 18 years')).toBeVisible();
    await expect(gender).toBeVisible();
    await saved(page);
    await page.reload();
    await page.getByRole('button', { name: 'Scheme', exact: true }).click();
    await accept(gender);
    await expect(rules.getByText(/^Gender/)).toBeVisible();
    await expect(page.getByText('Nothing more is proposed from the words of the record.')).toBeVisible();
    await saved(page);
  });
