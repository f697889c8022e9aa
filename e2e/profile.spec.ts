import { expect, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { codeFor, enterCode, newNumber, signInByForm } from './people.ts';
import { signInSettled } from './sign-in-as.ts';

test.describe.configure({ timeout: 90_000 });

const longName = 'अनुसूचितजातिअभ्युदययोजनाछात्रावासकौशलप्रशिक्षण';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('a name is saved, said, and stands on the page', async ({ page }) => {
      await signInSettled(page);
      await page.goto('/profile');
      await page.getByText('Change your name').click();
      await page.getByLabel('First name').first().fill('Asha');
      await page.getByLabel('Last name').first().fill('Devi');
      await page.getByRole('button', { name: 'Save' }).first().click();
      await expect(page.getByRole('status').filter({ hasText: 'Your name is saved.' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asha Devi');
      await expect(page.getByRole('heading', { name: 'Family' }).locator('xpath=ancestor::section')).toContainText(
        'Asha Devi',
      );
    });

    test('family is added, changed and removed, a child with a parent’s yes', async ({ page }) => {
      await signInSettled(page);
      await page.goto('/profile_built');
      await page.getByRole('link', { name: 'Add your family' }).click();
      const form = page.locator('#add form');
      await form.getByLabel('Who is it?').selectOption('CHILD');
      await form.getByLabel('First name').fill(longName);
      await form.getByRole('button').click();
      const consent = form.getByLabel('If it is a child under 18');
      await expect(consent).toBeFocused();
      await expect(consent).toHaveAccessibleDescription(/parent’s or guardian’s yes/);
      await expect(form.getByLabel('First name')).toHaveValue(longName);
      await consent.check();
      await form.getByRole('button').click();
      await expect(page.getByRole('status').filter({ hasText: 'The person is added.' })).toBeVisible();

      const entry = page.locator('.person').filter({ hasText: longName });
      await entry.getByText('Change', { exact: true }).click();
      await entry.getByLabel('First name').fill('Ravi');
      await entry.getByLabel('Their mobile number').fill('12');
      await entry.getByRole('button', { name: 'Save' }).click();
      const ravi = page.locator('.person').last();
      await expect(ravi.getByLabel('Their mobile number')).toBeFocused();
      await ravi.getByLabel('Their mobile number').fill('98765 43210');
      await ravi.getByRole('button', { name: 'Save' }).click();
      await expect(page.locator('.person').last()).toContainText('Ravi');
      await expect(page.locator('.person').last()).toContainText('+91 98765 43210');
      await expect(page.locator('main')).toContainText('Keeping a child’s details: Ravi');

      await page.getByRole('button', { name: 'Take back: Keeping a child’s details: Ravi' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Taken back.' })).toBeVisible();
      await expect(page.locator('.person').filter({ hasText: 'Ravi' })).toHaveCount(0);
      await expect(page.locator('main')).toContainText('taken back');
    });

    test('what was typed survives an expired session, for the same person only', async ({ page, context }) => {
      const number = await signInSettled(page);
      const typeAChild = async () => {
        await page.goto('/profile?do=add#add');
        await page.locator('#add').getByLabel('Who is it?').selectOption('CHILD');
        await page.locator('#add').getByLabel('First name').fill('Ravi');
        await page.locator('#add').getByLabel('If it is a child under 18').check();
        for (const name of ['access_token', 'nagrik.session-token']) await context.clearCookies({ name });
        await page.locator('#add').getByRole('button').click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in again');
        expect(await page.content()).not.toContain('Ravi');
      };
      const signBackIn = async (as: string) => {
        await page.getByLabel('Mobile number').fill(as);
        await page.getByRole('button', { name: 'Send code' }).click();
        await expect(page.getByLabel('Six-digit code')).toBeVisible();
        await enterCode(page, await codeFor(page, `+91${as}`));
      };
      await typeAChild();
      await signBackIn(number);
      await expect(page.getByRole('status').filter({ hasText: 'Here is what you typed' })).toBeVisible();
      const form = page.locator('#add form');
      await expect(form.getByLabel('Who is it?')).toHaveValue('CHILD');
      await expect(form.getByLabel('First name')).toHaveValue('Ravi');
      await expect(form.getByLabel('If it is a child under 18')).toBeChecked();
      await expect(page.locator('.person')).toHaveCount(1);
      await form.getByRole('button').click();
      await expect(page.locator('.person').last()).toContainText('Ravi');

      await typeAChild();
      await signBackIn(newNumber());
      await expect(page).toHaveURL(/\/profile(?:_built)?/);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in again');
      expect(await page.content()).not.toContain('Ravi');
    });

    test('other devices are seen, and end at a tap', async ({ page, browser, baseURL }) => {
      const number = await signInSettled(page);
      const elsewhere = await browser.newContext({
        javaScriptEnabled,
        baseURL: baseURL!,
        userAgent:
          'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      });
      const other = await elsewhere.newPage();
      await signInByForm(other, { number });
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Sign out Chrome on Android' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'That device is signed out.' })).toBeVisible();
      await other.goto('/profile');
      await expect(other).toHaveURL(/\/login\?/);
      await elsewhere.close();
    });

    test('a number is changed with a code to the new one', async ({ page }) => {
      await signInSettled(page);
      const number = newNumber();
      await page.goto('/profile');
      await page.getByRole('link', { name: 'Change the number' }).click();
      await page.getByLabel('Mobile number').fill(number);
      await page.getByRole('button', { name: 'Send code' }).click();
      await expect(page.getByLabel('Six-digit code')).toBeVisible();
      await enterCode(page, await codeFor(page, `+91${number}`), 'Change the number');
      await expect(page.getByRole('status').filter({ hasText: 'Your mobile number is linked.' })).toBeVisible();
      await expect(page.locator('main')).toContainText(`+91 ${number.slice(0, 5)} ${number.slice(5)}`);
    });

    test('everything of one’s own is one file', async ({ page }) => {
      const number = await signInSettled(page);
      await page.goto('/profile');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download my data' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^nagrik-.*\.json$/);
      const { data } = (await (await page.request.get('/api/user/export')).json()) as {
        data: { user: { phoneNo: string } };
      };
      expect(data.user.phoneNo).toBe(`+91${number}`);
    });

    test('an account is deleted after a last question, and is gone', async ({ page }) => {
      const number = await signInSettled(page);
      await page.goto('/profile');
      await page.getByRole('link', { name: 'Delete my account' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Last step: delete for good?');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The account is deleted');
      await page.goto('/profile');
      await expect(page).toHaveURL(/\/login\?/);
      // After the erasure, the same number is a new account.
      await signInByForm(page, { number });
      await expect(page).toHaveURL(/\/profile_built/);
    });
  });
}

test('the account’s pages are accessible and fit every screen, in both modes', async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 360, height: 740 });
  await signInSettled(page);
  await page.goto('/profile?do=add#add');
  await page.locator('#add').getByLabel('Who is it?').selectOption('CHILD');
  await page.locator('#add').getByLabel('First name').fill(longName);
  await page.locator('#add').getByLabel('If it is a child under 18').check();
  await page.locator('#add').getByRole('button').click();
  await expect(page.getByRole('status').filter({ hasText: 'The person is added.' })).toBeVisible();
  await expectAccessible(page, 'a person added');
  for (const path of ['/profile', '/profile?do=add', '/profile?do=name', '/profile?do=link', '/profile?do=delete']) {
    await page.goto(path);
    await expectAccessible(page, path);
    await expectToFit(page, path);
  }
  await page.goto('/profile?do=add');
  await page.locator('#add').getByRole('button').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a person refused');
});
