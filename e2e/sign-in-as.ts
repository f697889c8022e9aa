import { expect, type Page } from '@playwright/test';
import { codeFor, newNumber } from './people.ts';

/** Signs in through the API as a new user with a linked number, so that no prompt asks for one. */
export async function signInAs(
  page: Page,
  to: { phoneNo: string } | { emailId: string } = { phoneNo: newNumber() },
): Promise<{ token: string; userId: string }> {
  const [kind, identifier] = 'phoneNo' in to ? (['phone', to.phoneNo] as const) : (['email', to.emailId] as const);
  expect((await page.request.get(`/api/otp/send/${kind}/${encodeURIComponent(identifier)}`)).status()).toBe(200);
  const providerToken = await codeFor(page, kind === 'phone' ? `+91${identifier}` : identifier);
  const answer = await page.request.post('/api/provider-token/verify', {
    data: { ...to, providerToken, provider: 'JB' },
  });
  const { data } = (await answer.json()) as { data: { token: string; user: { id: string } } };
  return { token: data.token, userId: data.user.id };
}

/** The same with a profile chosen on this device, so that no work is left after the sign-in. @returns the number */
export async function signInSettled(page: Page, phoneNo = newNumber()): Promise<string> {
  const { token } = await signInAs(page, { phoneNo });
  const answer = await page.request.post('/api/profile/create', {
    data: { relation: 'SELF' },
    headers: { authorization: `Bearer ${token}` },
  });
  const {
    data: { id },
  } = (await answer.json()) as { data: { id: number } };
  await page.addInitScript((chosen) => {
    localStorage.selectedProfile ??= chosen;
  }, JSON.stringify({ id }));
  return phoneNo;
}
