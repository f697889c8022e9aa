import { expect, type Page } from '@playwright/test';

let last = 6_000_000_000 + Math.floor(Math.random() * 3_900_000) * 1_000;
/** An unused ten-digit number. */
export const newNumber = (): string => String((last += 1));

/** The latest code sent to a number or mail address, from the development outbox. */
async function latestCode(page: Page, to: string): Promise<string | null> {
  const { data } = (await (await page.request.get('/dev/outbox.json')).json()) as {
    data: { to: string; code: string | null }[];
  };
  return data.find((message) => message.to === to && message.code)?.code ?? null;
}

/** Waits for a code. @param before the latest code of before it was asked for */
export async function codeFor(page: Page, to: string, before: string | null = null): Promise<string> {
  let code: string | null = null;
  await expect.poll(async () => (code = await latestCode(page, to)) !== null && code !== before).toBe(true);
  return code!;
}

/** Signs up through the form; ends on the page to which the form leads. */
export async function signInByForm(
  page: Page,
  { number = newNumber(), path = '/login' }: { number?: string; path?: string } = {},
): Promise<string> {
  await page.goto(path);
  await page.getByLabel('Mobile number').fill(number);
  // Somebody who signs in on a second device has had a code before.
  const before = await latestCode(page, `+91${number}`);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = await codeFor(page, `+91${number}`, before);
  await enterCode(page, code);
  await page.waitForURL((url) => url.pathname !== '/login');
  await settled(page);
  return number;
}

/**
 * Waits for the script's one-off work after a sign-in: choosing a profile, and leading new people to /profile_built.
 */
export async function settled(page: Page): Promise<void> {
  // The page may be left while it is asked: then it has script.
  const hasScript = await page.evaluate(() => matchMedia('(scripting: enabled)').matches).catch(() => true);
  if (!hasScript) return;
  await page.waitForFunction(() => localStorage.getItem('selectedProfile') !== null);
  const isNew = (await page.context().cookies()).some(({ name, value }) => name === 'newUser' && value === 'true');
  // Unless it was led there before.
  if (isNew) await page.waitForURL('**/profile_built*', { timeout: 4_000 }).catch(() => {});
}

/** Enters the code; with script the form submits itself, without it by the button. */
export async function enterCode(page: Page, code: string, act = 'Sign in'): Promise<void> {
  // An element handle, not a locator: a click must not hit the same button of a later page, and submit an empty code.
  const button = await page.locator('main').getByRole('button', { name: act }).elementHandle();
  await page.getByLabel('Six-digit code').pressSequentially(code);
  await button?.click({ timeout: 3_000 }).catch(() => {
    /* the form has been submitted already */
  });
}
