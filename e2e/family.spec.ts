import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { newNumber, settled } from './people.ts';
import { signInAs } from './sign-in-as.ts';

test.use({ viewport: { width: 360, height: 740 } });

type Person = { relation: string; firstName: string; phoneNo?: string; answers?: object };

/** Signs in with a family. @returns the ids of its profiles */
async function withFamily(page: Page, people: Person[], self: object = {}): Promise<number[]> {
  const { token } = await signInAs(page);
  const ids: number[] = [];
  for (const data of [{ relation: 'SELF', firstName: 'Asha', ...self }, ...people]) {
    const answer = await page.request.post('/api/profile/create', {
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(201);
    ids.push(((await answer.json()) as { data: { id: number } }).data.id);
  }
  await page.goto('/about');
  await settled(page);
  return ids;
}
const mother = { relation: 'PARENT', firstName: 'Sunita', phoneNo: '9876500011' };
const son = { relation: 'CHILD', firstName: 'Rohan' };

const chip = (page: Page, name: string) => page.locator('.whom').getByRole('button', { name, exact: true });
const asked = (page: Page) => page.locator('[data-drawn] .ask-box .asked');
const box = (page: Page) => page.locator('[data-drawn] .ask-box');
const next = (page: Page) => box(page).getByRole('button', { name: 'Next', exact: true }).click();
const keptOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('profileAnswers') ?? '{}') as Record<string, object>);
const chosenIn = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('selectedProfile') ?? '{}') as { id?: number }).id);

test('two of a family in two tabs: by name, answers apart, the home asked once', async ({ page, context }) => {
  const [, motherId, sonId] = await withFamily(page, [mother, son]);
  await page.goto('/find-schemes');
  await chip(page, 'Sunita').click();
  await expect(chip(page, 'Sunita')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('link', { name: 'My mother or father' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Somebody I help' })).toBeVisible();
  await expect(box(page)).toContainText('For: Sunita');
  await expect(asked(page)).toHaveText('In which State or Union Territory does Sunita live?');
  await box(page).locator('select').selectOption('Bihar');
  await next(page);
  await expect(asked(page)).toHaveText('How old is Sunita?');
  await box(page).locator('input.in').fill('67');
  expect(await chosenIn(page)).toBe(motherId);

  const tab = await context.newPage();
  await tab.goto('/find-schemes');
  await expect(chip(tab, 'Sunita')).toHaveAttribute('aria-pressed', 'true');
  await chip(tab, 'Rohan').click();
  await expect(box(tab)).toContainText('For: Rohan');
  // The State is known from his grandmother's answers, and can be another for him.
  await expect(asked(tab)).toHaveText('How old is Rohan?');
  await expect(tab.locator('.home')).toContainText('State');
  await box(tab).locator('input.in').fill('9');
  await next(tab);
  await tab.locator('.home').getByRole('button', { name: 'State' }).click();
  await expect(box(tab).locator('select')).toHaveValue('Bihar');
  await box(tab).locator('select').selectOption('Kerala');
  await next(tab);
  await expect(tab.locator('.home')).toHaveCount(0);

  // The first tab follows, and what was typed there for one is not kept for the other.
  await expect(box(page)).toContainText('For: Rohan');
  await expect(chip(page, 'Rohan')).toHaveAttribute('aria-pressed', 'true');
  await chip(page, 'Sunita').click();
  await expect(asked(page)).toHaveText('How old is Sunita?');
  expect(await keptOf(page)).toEqual({ [motherId!]: { state: 'Bihar' }, [sonId!]: { age: 9, state: 'Kerala' } });
  expect(page.url()).not.toMatch(/for=|Sunita/);
});

test('a question names her once her gender is known, in Hindi too', async ({ page }) => {
  await withFamily(page, [{ ...mother, answers: { gender: 'woman' } }]);
  await page.goto('/hi/find-schemes');
  await chip(page, 'Sunita').click();
  await expect(asked(page)).toHaveText('आपकी माँ किस राज्य या केंद्र शासित प्रदेश में रहती हैं?');
  await page.waitForLoadState('networkidle');
  await expectToFit(page, 'the first question about her');
  await expectAccessible(page, 'the first question about her');
  await page.goto('/find-schemes');
  await expect(asked(page)).toHaveText('In which State or Union Territory does your mother live?');
});

test('the first result says in Hindi that it can be saved, after a reload too', async ({ page }) => {
  // The words of a language come apart from the results: here they come late.
  await page.route(/saving-\w+\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto('/hi/find-schemes');
  await box(page).locator('select').selectOption('Bihar');
  await box(page).getByRole('button', { name: 'आगे' }).click();
  await page.locator('input.in').fill('46');
  await box(page).getByRole('button', { name: 'आगे' }).click();
  await page.reload();
  await expect(page.locator('button.btn.ghost', { hasText: /सेव|Save/ }).first()).toHaveText(/^सेव/);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the names are links, and the answers of the account count', async ({ page }) => {
    const { token } = await signInAs(page);
    const headers = { authorization: `Bearer ${token}` };
    for (const data of [
      { relation: 'SELF', firstName: 'Asha', answers: { state: 'Bihar' } },
      { ...mother, answers: { gender: 'woman' } },
    ])
      await page.request.post('/api/profile/create', { data, headers });
    await page.goto('/find-schemes');
    await page.locator('.whom').getByRole('link', { name: 'Sunita' }).click();
    await expect(page.locator('.whom [aria-current]')).toHaveText('Sunita');
    await expect(page.locator('.asked')).toHaveText('How old is your mother?');
    await page.locator('input.in').fill('67');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.locator('.ask-box')).toContainText('For: Sunita');
    await page.context().clearCookies();
    await page.goto(page.url());
    await expect(page.getByRole('main')).not.toContainText('Sunita');
  });
});

test('schemes, papers and letters are for whom is chosen', async ({ page }) => {
  const [selfId, motherId] = await withFamily(page, [mother]);
  await page.goto('/article/x-MTAxMw');
  await chip(page, 'Sunita').click();
  const save = page.locator('.share [data-act=save]').first();
  await save.click();
  await expect(save).toHaveText('Saved');
  await page.locator('#scheme').getByRole('link', { name: 'Check with my answers' }).click();
  await expect(box(page)).toContainText('For: Sunita');
  await page.goBack();
  await chip(page, 'Me').click();
  await expect(save).toHaveText('Save');
  await save.click();
  await expect(save).toHaveText('Saved');
  await page.goto('/cart');
  const headings = page.locator('#saved-list h2');
  await expect(headings).toHaveText(['For me', 'For Sunita']);
  await page.locator('.paper-list').getByRole('checkbox').first().check();
  await chip(page, 'Sunita').click();
  await expect(headings).toHaveText(['For Sunita', 'For me']);
  await expect(page.locator('.side h2')).toHaveText('For Sunita: Papers for it');
  await expect(page.locator('.paper-list').getByRole('checkbox').first()).not.toBeChecked();
  expect(
    Object.keys(await page.evaluate(() => JSON.parse(localStorage.getItem('cart')!) as Record<string, object>)).sort(),
  ).toEqual([String(selfId), String(motherId)].sort());

  await page.goto('/papers/ration-card');
  const tick = page.locator('[data-papers]').getByRole('checkbox').first();
  await tick.check();
  await chip(page, 'Me').click();
  await expect(tick).not.toBeChecked();
  await chip(page, 'Sunita').click();
  await expect(tick).toBeChecked();

  await page.goto('/letters/pension');
  await expect(page.locator('[name=name]')).toHaveValue('Sunita');
  await expect(page.locator('[name=phone]')).toHaveValue('+919876500011');
  await chip(page, 'Me').click();
  await expect(page.locator('[name=name]')).toHaveValue('Asha');
  await expect(page.locator('[name=phone]')).toHaveValue('');
  await page.locator('[name=name]').fill('Asha Devi, Gaya');
  await chip(page, 'Sunita').click();
  await expect(page.locator('[name=name]')).toHaveValue('Asha Devi, Gaya');
});

test('whoever gets the phone finds no name and no answer of the family, in any tab or cache', async ({
  page,
  context,
}) => {
  await withFamily(page, [{ ...mother, answers: { age: 67 } }]);
  await page.goto('/papers/ration-card');
  await chip(page, 'Sunita').click();
  await page.locator('[data-papers]').getByRole('checkbox').first().check();
  const tab = await context.newPage();
  await tab.goto('/find-schemes');
  await expect(box(tab)).toContainText('For: Sunita');
  const letter = await context.newPage();
  await letter.goto('/letters/pension');
  await expect(letter.locator('[name=name]')).toHaveValue('Sunita');
  await page.goto('/signout');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
  await expect(chip(tab, 'Sunita')).toHaveCount(0);
  await expect(tab.getByRole('main')).not.toContainText('Sunita');
  await expect(letter.locator('[name=name]')).toHaveValue('');
  await expect(letter.getByRole('main')).not.toContainText('Sunita');
  for (const path of ['/find-schemes', '/papers/ration-card', '/cart']) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toContainText('Sunita');
  }
  const left = await page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage, ...sessionStorage })];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        texts.push(request.url, (await (await (await caches.open(name)).match(request))?.text()) ?? '');
    return texts.join('\n');
  });
  expect(left).not.toContain('Sunita');
  expect(left).not.toContain('9876500011');
  await signInAs(page, { phoneNo: newNumber() });
  await page.goto('/about');
  await settled(page);
  await page.goto('/find-schemes');
  await expect(page.locator('.whom')).not.toContainText('Sunita');
});
