import { expect, type Page } from '@playwright/test';

let last = 6_000_000_000 + Math.floor(Math.random() * 3_900_000) * 1_000;
/** Ten digits that nobody has had. */
export const newNumber = (): string => String((last += 1));

/** The newest code that was sent to a number or an address, from the development outbox. */
export async function codeFor(page: Page, to: string): Promise<string> {
  let code: string | null | undefined;
  await expect
    .poll(async () => {
      const { data } = (await (await page.request.get('/dev/outbox.json')).json()) as {
        data: { to: string; code: string | null }[];
      };
      code = data.find((message) => message.to === to && message.code)?.code;
      return code;
    })
    .toBeTruthy();
  return code as string;
}

/** Through the form, as somebody new; ends where the form leads. */
export async function signInByForm(
  page: Page,
  { number = newNumber(), path = '/login' }: { number?: string; path?: string } = {},
): Promise<string> {
  await page.goto(path);
  await page.getByLabel('Mobile number').fill(number);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = await codeFor(page, `+91${number}`);
  await enterCode(page, code);
  await page.waitForURL((url) => url.pathname !== '/login');
  await settled(page);
  return number;
}

/** What a script does once after a sign-in (choosing a profile, which may lead elsewhere) is done. */
export async function settled(page: Page): Promise<void> {
  if (await page.evaluate(() => matchMedia('(scripting: enabled)').matches))
    await page.waitForFunction(() => localStorage.getItem('selectedProfile') !== null);
}

/** Types the code; it is sent by itself where a script runs, by the button where none does. */
export async function enterCode(page: Page, code: string, act = 'Sign in'): Promise<void> {
  // Of this page, not of one like it that comes after: a second click there would send an empty code.
  const button = await page.locator('main').getByRole('button', { name: act }).elementHandle();
  await page.getByLabel('Six-digit code').pressSequentially(code);
  await button?.click({ timeout: 3_000 }).catch(() => {
    /* gone already */
  });
}
