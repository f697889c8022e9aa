import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openNewsroom, saved, write } from './newsroom.ts';
import { signInSettled } from './sign-in-as.ts';

const { origin, phone, hire, colleague } = openNewsroom(60);

test('a writer goes from "Write" to "sent for review" on a phone', async ({ browser }) => {
  const page = await colleague(browser, 'writer');
  let taps = 0;
  const tap = async (name: string) => {
    taps += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  await page.goto('/studio');
  await page.getByRole('link', { name: 'Write an article' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Ration card by phone: papers and steps');
  await page.getByLabel('Summary').fill('How to ask for a ration card without an office visit.');
  await page.getByLabel('Text', { exact: true }).fill('You can ask for it at home.');
  await tap('Heading');
  await page.keyboard.type('What to do');
  await page.keyboard.press('End');
  await tap('Steps');
  await page.keyboard.type('Open the site.');
  await tap('Table');
  await tap('Picture');
  await page.getByLabel('Or a picture that is here already').fill('/media/articles/pm-kisan.webp');
  await page.getByLabel('What it shows').fill('A farmer with a phone');
  await tap('Insert');
  const text = await page.getByLabel('Text', { exact: true }).inputValue();
  expect(text).toContain(':::steps');
  expect(text).toContain('| --- | --- |');
  expect(text).toContain('![A farmer with a phone](/media/articles/pm-kisan.webp)');
  await tap('Preview');
  await expect(page.locator('.studio-preview .md .steps, .studio-preview .md ol')).not.toHaveCount(0);
  await tap('Details');
  await page.getByLabel('Documents').first().check();
  await expectAccessible(page, 'the editor');
  await tap('To readers');
  await saved(page);
  await tap('Send for review');
  await expect(page.getByText('Sent for review.', { exact: true })).toBeVisible();
  await expect(page.locator('.studio-state').first()).toHaveText('In review');
  expect(taps).toBeLessThanOrEqual(40);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});

test('what was typed comes back after a reload, saved or not', async ({ browser }) => {
  const page = await colleague(browser, 'writer');
  await page.goto('/studio/articles/new');
  await page.getByLabel('Text', { exact: true }).pressSequentially('No title yet, and already lost?');
  await expect(page.locator('[data-save-state=onPhone]')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('No title yet, and already lost?');
  await page.goto('/studio');
  await expect(page.getByRole('heading', { name: 'On this phone only' })).toBeVisible();
  await page.getByRole('link', { name: 'No title yet' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('No title yet, and already lost?');
});

const keptHere = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('studio');
        request.addEventListener('upgradeneeded', () => request.transaction!.abort());
        request.addEventListener('error', () => resolve(0));
        request.addEventListener('success', () => {
          const count = request.result.transaction('drafts').objectStore('drafts').count();
          count.addEventListener('success', () => {
            request.result.close();
            resolve(count.result);
          });
        });
      }),
  );

test('after a sign-out in one tab, no other open tab keeps anything of what was typed', async ({ browser }) => {
  const page = await colleague(browser, 'writer');
  // A tab that does not learn of the sign-out stays where it is.
  await page.route('**/api/auth/session*', (route) => route.abort());
  const leaving = await page.context().newPage();
  const kept = (one: Page) => expect(one.locator('[data-save-state=onPhone]')).toBeVisible();
  const textOf = (one: Page) => one.getByLabel('Text', { exact: true });
  for (const one of [page, leaving]) {
    await one.goto('/studio/articles/new');
    await textOf(one).pressSequentially('Not for the next person.');
    await kept(one);
  }
  const other = await page.context().newPage();
  await other.goto('/signout');
  await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(other.locator('[data-signed-out]')).toBeVisible();
  await expect(leaving).toHaveURL(/\/login/);
  await expect.poll(() => keptHere(other)).toBe(0);
  const notKept = page.getByText('This browser keeps nothing on the phone.');
  await textOf(page).pressSequentially(' And more.');
  await expect(notKept).toBeVisible();
  expect(await keptHere(other)).toBe(0);

  // The same database again, made for whoever signs in next.
  await hire(other, 'writer');
  await other.goto('/studio/articles/new');
  await textOf(other).pressSequentially('Of the next person.');
  await kept(other);
  await textOf(page).pressSequentially(' And more.');
  await expect(notKept).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/');
  expect(await keptHere(other)).toBe(1);
});

test('an expired session loses nothing of what the same person typed', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: origin, viewport: phone });
  const page = await context.newPage();
  const number = await hire(page, 'writer');
  await page.goto('/studio/articles/new');
  const text = page.getByLabel('Text', { exact: true });
  await text.pressSequentially('Before the end');
  await expect(page.locator('[data-save-state=onPhone]')).toBeVisible();

  for (const name of ['access_token', 'nagrik.session-token']) await context.clearCookies({ name });
  const other = await context.newPage();
  await other.goto('/');
  await expect
    .poll(async () => (await context.cookies()).filter(({ name, value }) => name === 'user_id' && value !== ''))
    .toEqual([]);
  await text.pressSequentially(' and after it.');
  await expect(page.locator('[data-save-state=onPhone]')).toBeVisible();
  await signInSettled(other, number);
  await page.reload();
  await expect(text).toHaveValue('Before the end and after it.');
});

test('without a network the text stays on the phone, and is sent when it is back', async ({ browser }) => {
  const page = await colleague(browser, 'writer');
  await write(page, 'Water meters', 'Read it each month.');
  await page.context().setOffline(true);
  await page.getByLabel('Text', { exact: true }).fill('Read it each week.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved: no network.')).toBeVisible();
  await page.context().setOffline(false);
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Read it each week.');
});

test('the second to save sees both texts and loses none', async ({ browser }) => {
  const first = await colleague(browser, 'editor');
  await write(first, 'Old age pension', 'First line.\n\nSecond line.\n\nThird line.\n');
  const second = await colleague(browser, 'editor');
  await second.goto(new URL(first.url()).pathname);
  await first.getByLabel('Text', { exact: true }).fill('First line, by one.\n\nSecond line.\n\nThird line.\n');
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(first);
  await second.getByLabel('Text', { exact: true }).fill('First line.\n\nSecond line.\n\nThird line, by two.\n');
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(second.getByRole('heading', { name: 'Somebody else has saved this piece' })).toBeVisible();
  await expect(second.locator('.studio-changes ins').filter({ hasText: 'two' })).toBeVisible();
  await expect(second.locator('.studio-changes del').filter({ hasText: 'one' })).toBeVisible();
  await expectAccessible(second, 'two texts');
  await second.getByRole('button', { name: 'Put both together' }).click();
  await expect(second.getByLabel('Text', { exact: true })).toHaveValue(
    'First line, by one.\n\nSecond line.\n\nThird line, by two.\n',
  );
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(second);
});

test('a new category and a new form begin with the field that names them', async ({ browser }) => {
  const page = await colleague(browser, 'editor');
  await page.goto('/studio/categories/new');
  await page.getByLabel('Name', { exact: true }).fill('Water and wells');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await page.goto('/studio/ctas/new');
  await expect(page.locator('[data-pane=details] :is(input, select, textarea)').first()).toHaveAccessibleName('Title');
});

test('a summary can be taken away again, and two taps make one preview link', async ({ browser }) => {
  const page = await colleague(browser, 'editor');
  await write(page, 'Ration by post', 'Text.');
  const summary = page.getByLabel('Summary');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  for (const words of ['By post, too.', '']) {
    await summary.fill(words);
    await save.click();
    await saved(page);
  }
  await page.getByRole('button', { name: 'To readers', exact: true }).click();
  await page.locator('summary', { hasText: 'Preview links' }).click();
  // The second one before React has drawn anything.
  await page.getByRole('button', { name: 'Make a link', exact: true }).evaluate((button: HTMLElement) => {
    button.focus();
    button.click();
    button.click();
  });
  await expect(page.getByText('Copy it now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a link', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'End it', exact: true })).toHaveCount(1);
  await page.reload();
  await expect(summary).toHaveValue('');
});

test('a paste from Google Docs and from WhatsApp comes in clean', async ({ browser }) => {
  const page = await colleague(browser, 'writer');
  await page.goto('/studio/articles/new');
  const body = page.getByLabel('Text', { exact: true });
  await body.click();
  const paste = (data: Record<string, string>) =>
    body.evaluate((area, given) => {
      const clipboard = new DataTransfer();
      for (const [type, text] of Object.entries(given)) clipboard.setData(type, text);
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }));
    }, data);
  await paste({
    'text/plain': 'Fees',
    'text/html':
      '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><h2 style="color:red">Fees</h2><p><span style="font-weight:700">Nothing</span> to <a href="https://www.google.com/url?q=https://pmkisan.gov.in/&sa=D">pay</a></p><ul><li>One</li></ul></b>',
  });
  await expect(body).toHaveValue('## Fees\n\n**Nothing** to [pay](https://pmkisan.gov.in/)\n\n- One\n');
  await body.fill('');
  await paste({ 'text/plain': '[21/11/26, 10:15:02 am] Asha: *Bring* the card\n• one copy' });
  await expect(body).toHaveValue('**Bring** the card\n- one copy\n');
});

test('somebody else approves and publishes it, and readers see it; the history shows every revision', async ({
  browser,
}) => {
  const writer = await colleague(browser, 'writer');
  await write(writer, 'Ration card by post', 'It comes in 15 days.');
  await writer.getByLabel('Summary').fill('How the card comes to your door.');
  await writer.getByRole('button', { name: 'To readers', exact: true }).click();
  await writer.getByRole('button', { name: 'Send for review', exact: true }).click();
  await expect(writer.getByText('Sent for review.', { exact: true })).toBeVisible();

  const editor = await colleague(browser, 'editor');
  await editor.goto('/studio');
  await editor.getByRole('link', { name: 'Ration card by post' }).first().click();
  await editor.getByRole('button', { name: 'To readers', exact: true }).click();
  await editor.getByRole('button', { name: 'Ask for changes', exact: true }).click();
  await expect(editor.getByText('Say what should change.')).toBeVisible();
  await editor.getByRole('button', { name: 'Approve this revision', exact: true }).click();
  await expect(editor.getByText('Approved.', { exact: true })).toBeVisible();
  await editor.getByRole('button', { name: 'Publish now', exact: true }).click();
  await expect(editor.getByText('Readers see it now.', { exact: true })).toBeVisible();
  await expectAccessible(editor, 'publishing');

  await editor.getByRole('link', { name: 'History' }).first().click();
  await expect(editor.getByText('readers see this one')).toBeVisible();
  await expectAccessible(editor, 'history');
});

test('the home page is arranged by buttons, on a phone and with the keyboard alone', async ({ browser }) => {
  const page = await colleague(browser, 'editor');
  await page.goto('/studio/feed');
  await page.getByRole('link', { name: 'The home page, from top to bottom' }).click();
  const part = page.getByRole('group', { name: 'Do not be fooled' }).first();
  const pieces = part.getByRole('listitem');
  await expect(pieces).toHaveCount(4);
  const [first, second] = await pieces.locator('.studio-ordered-item').allTextContents();
  await part.getByRole('button', { name: `Move down: ${first}` }).press('Enter');
  await expect(pieces.first()).toContainText(second!);
  await expect(part.getByRole('button', { name: `Move down: ${first}` })).toBeFocused();
  await expect(part.getByRole('status').first()).toHaveText(`${first} is now 2 of 4.`);

  await part.getByText('Add a piece').click();
  await part.getByLabel('Words of its title').fill('passport');
  await part
    .getByRole('listitem')
    .getByRole('button', { name: /passport/i })
    .and(page.locator(':enabled'))
    .first()
    .click();
  await expect(part.getByText('Rows of 2 leave no hole.')).toBeVisible();
  await part.getByRole('button', { name: `Take away: ${second}` }).click();
  await expect(part.getByText('Rows of 2 leave no hole.')).toBeHidden();
  await part.getByLabel('Heading in Hindi').fill('ठगी से बचिए');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await expectAccessible(page, 'the home page, arranged');

  const { data } = (await (await page.request.get(`/api${new URL(page.url()).pathname}`)).json()) as {
    data: { sections: { translations?: { hi?: { title?: string } }; items?: string[] }[] };
  };
  const kept = data.sections.find(({ translations }) => translations?.hi?.title === 'ठगी से बचिए');
  expect(kept?.items).toHaveLength(4);
  expect(kept?.items?.[0]).toBe('article:telegram-task-job');
});
