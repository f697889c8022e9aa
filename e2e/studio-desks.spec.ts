import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from './axe.ts';
import { hire } from './newsroom.ts';
import { startOwnServer } from './own-server.ts';

// One site for the file, whose data directory the command `grant` can find.
const port = Number(process.env.E2E_PORT ?? 3210) + 70;
const origin = `http://localhost:${port}`;
const dataDir = mkdtempSync(join(tmpdir(), 'nagrik-desks-'));
const phone = { width: 360, height: 740 };
let site: Awaited<ReturnType<typeof startOwnServer>>;

test.describe.configure({ mode: 'default' });
test.use({ baseURL: origin, viewport: phone });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await startOwnServer(port, { E2E_DATA_DIR: dataDir, STUDIO_SECOND_FACTOR: 'off' });
});
test.afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function colleague(browser: Browser, ...roles: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: phone });
  const page = await context.newPage();
  await hire(page, dataDir, ...roles);
  return page;
}

/** Moves on with Tab, as somebody without a pointer does. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((button) => button === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach "${name}".`);
}

test('a moderator takes a complaint and decides it on a phone, by keyboard alone', async ({ browser }) => {
  const page = await colleague(browser, 'moderator');
  const sent = await page.request.post('/api/support/grievance', {
    data: { name: 'Latika Rao', email: 'latika@example.in', category: 'UNLAWFUL', text: 'This is forbidden.' },
  });
  const { ticketId } = ((await sent.json()) as { data: { ticketId: number } }).data;
  await page.goto('/studio/complaints');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complaints');
  await expect(page.getByText('Latika')).toHaveCount(0);
  await expectAccessible(page, 'the complaints');
  await expectToFit(page, 'the complaints');
  await page.getByRole('link', { name: String(ticketId) }).press('Enter');
  await expect(page.getByText('Latika Rao')).toBeVisible();
  await expectAccessible(page, 'one complaint');
  await expectToFit(page, 'one complaint');
  await tabTo(page, 'Take it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Give it back' })).toBeVisible();
  await page.getByLabel('Your answer').focus();
  await page.keyboard.type('You are right. It is gone.');
  await tabTo(page, 'Send as the decision, and close');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The answer is on its way by mail.')).toBeVisible();
  await expectAccessible(page, 'a decided complaint');
  await page.goto('/hi/studio/complaints?state=closed');
  await expect(page.getByText('समय पर हुआ').first()).toBeVisible();
});

test('an editor works the desks of freshness and of what was not found on a phone', async ({ browser }) => {
  const page = await colleague(browser, 'editor');
  for (const [path, heading] of [
    ['/studio/freshness?state=all', 'Freshness'],
    ['/studio/searches', 'What readers looked for and did not find'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectAccessible(page, heading);
    await expectToFit(page, heading);
  }
  await page.goto('/studio/freshness?state=all');
  await page
    .getByRole('button', { name: /^Checked today, still right:/ })
    .first()
    .press('Enter');
  await expect(page.getByText('Noted. The day of the next check has moved.')).toBeVisible();
});
