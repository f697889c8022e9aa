import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { startOwnServer } from './own-server.ts';
import { newNumber } from './people.ts';
import { runInSite } from './run-in-site.ts';
import { signInSettled } from './sign-in-as.ts';

/**
 * One site for the tests of the file that calls this, one after another, on a phone's screen. Its data directory is
 * known, so that the operator's commands find the running site.
 * @param portOffset other than that of any other file
 * @param siteOffset of the site itself, where a gateway of the test listens at `portOffset`
 */
export function openNewsroom(portOffset: number, siteOffset = portOffset) {
  const port = Number(process.env.E2E_PORT) + portOffset;
  const origin = `http://localhost:${port}`;
  const phone = { width: 360, height: 740 };
  let dataDir: string;
  let site: Awaited<ReturnType<typeof startOwnServer>> | undefined;

  test.describe.configure({ mode: 'default' });
  test.use({ baseURL: origin, viewport: phone });
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    dataDir = mkdtempSync(join(tmpdir(), 'nagrik-newsroom-'));
    const settings = { PUBLIC_ORIGIN: origin, E2E_DATA_DIR: dataDir, STUDIO_SECOND_FACTOR: 'off' };
    site = await startOwnServer(port + siteOffset - portOffset, settings);
  });
  const contexts: BrowserContext[] = [];
  test.afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  test.afterAll(async () => {
    await site?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Signs a new person in and gives them the roles. @returns their mobile number */
  async function hire(page: Page, ...roles: string[]): Promise<string> {
    const number = await signInSettled(page, newNumber());
    for (const role of roles) await runInSite(dataDir, 'grant', number, role);
    return number;
  }
  return {
    origin,
    phone,
    port,
    hire,
    /** Somebody else, with a phone of their own. */
    async colleague(browser: Browser, ...roles: string[]): Promise<Page> {
      const context = await browser.newContext({ baseURL: origin, viewport: phone });
      contexts.push(context);
      const page = await context.newPage();
      await hire(page, ...roles);
      return page;
    },
  };
}

/** @returns the path of the new article in the studio */
export async function write(page: Page, title: string, text: string): Promise<string> {
  await page.goto('/studio/articles/new');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  // The address follows once the device has kept the piece under its number.
  await expect(page).toHaveURL(/\/studio\/articles\/\d+$/);
  return new URL(page.url()).pathname;
}

export const saved = (page: Page) => expect(page.locator('[data-save-state=clean]')).toBeVisible();
