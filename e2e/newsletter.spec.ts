import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { openNewsroom } from './newsroom.ts';

const { colleague } = openNewsroom(65);

/** The newest mail to an address. */
async function mailTo(page: Page, to: string): Promise<{ subject: string; text: string }> {
  let found: { to: string; subject: string; text: string } | undefined;
  await expect
    .poll(async () => {
      const { data } = (await (await page.request.get('/dev/outbox.json')).json()) as { data: (typeof found)[] };
      found = data.find((mail) => mail?.to === to);
      return found;
    })
    .toBeDefined();
  return found!;
}
const linkIn = (text: string) => {
  const url = new URL(/http\S+key=\S+/.exec(text)![0]);
  return url.pathname + url.search;
};

test('a reader asks for news by mail, says yes, changes a choice and stops it, without an account', async ({
  page,
}) => {
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'News by mail' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News by mail' })).toBeVisible();
  await expectAccessible(page, 'news by mail');
  await expectToFit(page, 'news by mail');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText('Please write your email address')).toBeVisible();
  await page.getByLabel('Your email address').fill('asha@example.in');
  await page.getByLabel('Your State, if you like').selectOption('Goa');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText('Look in your mail: open the link, then press the button')).toBeVisible();
  const link = linkIn((await mailTo(page, 'asha@example.in')).text);
  await page.goto(link);
  await expectAccessible(page, 'the consent');
  await expectToFit(page, 'the consent');
  await page.getByRole('button', { name: 'Yes, send me news' }).click();
  await expect(page.getByText('Done. You get news by mail.')).toBeVisible();
  await page.getByLabel('Your State, if you like').selectOption('Bihar');
  await page.getByRole('button', { name: 'Save my choices' }).click();
  await expect(page.getByText('Your choices are saved.')).toBeVisible();
  await expect(page.getByLabel('Your State, if you like')).toHaveValue('Bihar');
  await expectAccessible(page, 'the choices');
  await page.getByRole('button', { name: 'Stop the news by mail' }).click();
  await expect(page.getByText('Stopped. No more news comes by mail.')).toBeVisible();
});

test('an editor writes a newsletter on a phone, a second one approves and sends it', async ({ browser }) => {
  const page = await colleague(browser, 'editor');
  await page.request.post('/api/newsletter', { data: { email: 'ravi@example.in', lang: 'en' } });
  const key = linkIn((await mailTo(page, 'ravi@example.in')).text).split('key=')[1]!;
  await page.request.post('/api/newsletter/mine', { data: { key, lang: 'en' } });
  await page.goto('/studio/newsletters');
  await expectAccessible(page, 'the newsletters');
  await page.getByRole('link', { name: 'New newsletter' }).click();
  await page.getByLabel('Subject line').fill('What is new this week');
  await page.getByLabel('Introduction').fill('Dear readers');
  await page.getByLabel('Words of a page or question').fill('ration card');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page
    .getByRole('button', { name: /^Add: / })
    .first()
    .click();
  await expect(page.getByLabel('Articles, videos and questions with answers')).toHaveValue(/^\/article\//);
  await expectAccessible(page, 'a new newsletter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('People who would get it now: 1')).toBeVisible();
  // The page's policy lets the frame show the mail.
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'What is new this week' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Somebody else has to approve it')).toBeVisible();
  await expectAccessible(page, 'a newsletter');
  await expectToFit(page, 'a newsletter');
  const second = await colleague(browser, 'editor');
  await second.goto(new URL(page.url()).pathname);
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => (await mailTo(page, 'ravi@example.in')).subject).toBe('What is new this week');
  await expect
    .poll(async () => {
      await second.reload();
      return second.locator('.studio-state').first().textContent();
    })
    .toBe('Sent');
  await expectAccessible(second, 'a newsletter that was sent');
});
