import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { startOwnServer } from './own-server.ts';

test.describe.configure({ mode: 'serial' });

let folder: string;
let dataDir: string;
let site: Awaited<ReturnType<typeof startOwnServer>>;
const file = () => join(folder, 'content', 'articles', 'atal-pension-yojana.md');

/** Imports the scheme again with another upper age, beside the running site. */
function limitTo(years: number): void {
  const text = readFileSync('content/articles/atal-pension-yojana.md', 'utf8');
  const changed = text
    .replace('between: [18, 40]', `between: [18, ${years}]`)
    .replace(/ {2}cases:\n(?: {4}- .*\n)+/, '');
  expect(changed).not.toContain('cases:');
  writeFileSync(file(), changed);
  execFileSync(process.execPath, ['scripts/import.ts', join(folder, 'content'), '--publish'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = mkdtempSync(join(tmpdir(), 'nagrik-changes-'));
  dataDir = join(folder, 'data');
  cpSync('content', join(folder, 'content'), { recursive: true });
  site = await startOwnServer(Number(process.env.E2E_PORT) + 9, {
    E2E_DATA_DIR: dataDir,
    LANGUAGES: 'en,hi,ta',
  });
});
test.afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const answers = { age: 46, hasBankAccount: true, taxpayers: [], alreadyHas: [] };
const news = (page: Page) => page.locator('.fit-changes');
const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('schemeVerdicts'));

test('answers on the device are judged again when rules change: told once, on each page that may open first', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto(`${site.origin}/about`);
  await page.evaluate((given) => localStorage.setItem('profileAnswers', JSON.stringify({ guest: given })), answers);
  await page.goto(`${site.origin}/find-schemes`);
  await expect.poll(() => remembered(page)).toContain('1013n');
  await expect(news(page)).toHaveCount(0);
  expect(Object.keys(JSON.parse((await remembered(page)) ?? '{}') as object)).toEqual(['guest']);

  limitTo(50);
  await page.goto(`${site.origin}/find-schemes`);
  await expect(news(page)).toContainText('You may now fit: Atal Pension Yojana');
  await expect(news(page)).toContainText('Age: 46 years. This fits. We saw this on');
  await expect(news(page)).toContainText('Also check: You have never paid income tax');
  await expect(news(page).getByRole('link')).toHaveAttribute('href', /\/article\/.*-MTAxMw#scheme$/);
  await page.reload();
  await expect(page.locator('#found')).toBeVisible();
  await expect.poll(() => remembered(page)).toContain('1013y');
  await expect(news(page)).toHaveCount(0);

  limitTo(45);
  await page.goto(`${site.origin}/hi/cart`);
  await expect(news(page)).toContainText('अब नहीं मिल सकती: अटल पेंशन');
  await expect(news(page)).not.toContainText('यह भी देख लें');
  await expect.poll(() => remembered(page)).toContain('1013n');
  await page.goto(`${site.origin}/ta/find-schemes`);
  await expect(page.locator('#found')).toBeVisible();
  await page.waitForTimeout(1_500);
  await expect(news(page)).toHaveCount(0);
});

test('nothing is remembered for somebody else, or once the answers are gone', async ({ page }) => {
  await page.goto(`${site.origin}/about`);
  await page.evaluate((given) => localStorage.setItem('profileAnswers', JSON.stringify({ guest: given })), answers);
  await page.goto(`${site.origin}/find-schemes?for=parent`);
  await page.locator('[data-drawn] .asked').waitFor();
  await page.waitForTimeout(1_500);
  expect(await remembered(page)).toBeNull();
  await page.goto(`${site.origin}/find-schemes`);
  await expect.poll(() => remembered(page)).toContain('1013n');
  await page.locator('[data-drawn] summary', { hasText: 'Your answers' }).click();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect.poll(() => remembered(page)).toBe('{}');
});
