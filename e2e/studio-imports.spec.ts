import { expect, type Page, test } from '@playwright/test';
import { titled, wxr } from '../src/testing/wxr.ts';
import { openNewsroom } from './newsroom.ts';

const { hire } = openNewsroom(90);
const pieces = '**/api/studio/imports/uploads/*';

/** An export that has to be sent in pieces; `mark` changes it, but neither its name nor its length. */
function oldSite(mark = 'x') {
  const long = Array.from({ length: 30 }, (_, index) => ({ title: `Old ${index}`, text: mark.repeat(60_000) }));
  const file = wxr([...titled('Alpha'), ...long]);
  return { name: 'old-site.xml', mimeType: 'text/xml', buffer: Buffer.from(file) };
}
const choose = (page: Page, mark?: string) => page.getByLabel('The file', { exact: true }).setInputFiles(oldSite(mark));
const send = (page: Page) => page.getByRole('button', { name: 'Send and check' });

test('an export breaks off, and goes on where it was after a reload; another file of its name does not', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await hire(page, 'admin');
  await page.goto('/studio/imports');
  const offsets: number[] = [];
  let isBroken = false;
  await page.route(pieces, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    offsets.push(Number(route.request().headers()['upload-offset']));
    isBroken ||= offsets.length > 2;
    return isBroken ? route.abort('connectionreset') : route.continue();
  });
  await choose(page);
  await page.locator('form[data-upload] [name=site]').fill('old-site');
  await send(page).click();
  await expect.poll(() => offsets.length).toBeGreaterThan(2);
  const reached = offsets[2]!;
  expect(reached).toBeGreaterThan(0);

  await page.reload();
  isBroken = false;
  offsets.splice(0);
  await page.unroute(pieces);
  await page.route(pieces, (route) => {
    if (route.request().method() === 'PATCH') offsets.push(Number(route.request().headers()['upload-offset']));
    return route.continue();
  });
  await choose(page, 'y');
  await page.locator('form[data-upload] [name=site]').fill('old-site');
  const begun = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/studio/imports'));
  await page.route(pieces, (route) => route.abort('connectionreset'));
  await send(page).click();
  await begun;
  await page.unroute(pieces);

  await page.reload();
  await page.route(pieces, (route) => {
    if (route.request().method() === 'PATCH') offsets.push(Number(route.request().headers()['upload-offset']));
    return route.continue();
  });
  await choose(page);
  await page.locator('form[data-upload] [name=site]').fill('old-site');
  await send(page).click();
  await expect(page.getByText('Nothing is written yet.')).toBeVisible({ timeout: 30_000 });
  expect(offsets[0]).toBe(reached);
});

test('a conflict is said as one, and not as a pause', async ({ page }) => {
  await hire(page, 'admin');
  await page.goto('/studio/imports');
  const sentence = 'An import is running.';
  await page.route(pieces, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { status: 409, code: 'conflict', message: sentence } })
      : route.continue(),
  );
  await choose(page);
  await page.locator('form[data-upload] [name=site]').fill('old-site');
  await send(page).click();
  const told = page.locator('form[data-upload] [role=status]');
  await expect(told).toHaveText(sentence, { timeout: 15_000 });
  await page.unroute(pieces);
  await send(page).click();
  await expect(page).toHaveURL(/#now$/, { timeout: 30_000 });
});
