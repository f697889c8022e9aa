import { expect, type Page } from '@playwright/test';
import { codeFor, newNumber } from './people.ts';

/** By the calls of the API, as somebody new with a linked number: no window asks for one. */
export async function signInAs(page: Page, to: { phoneNo: string } | { emailId: string } = { phoneNo: newNumber() }): Promise<{ token: string; userId: string }> {
  const [kind, identifier] = 'phoneNo' in to ? ['phone', to.phoneNo] as const : ['email', to.emailId] as const;
  expect((await page.request.get(`/api/otp/send/${kind}/${encodeURIComponent(identifier)}`)).status()).toBe(200);
  const providerToken = await codeFor(page, kind === 'phone' ? `+91${identifier}` : identifier);
  const answer = await page.request.post('/api/provider-token/verify', { data: { ...to, providerToken, provider: 'JB' } });
  const { data } = await answer.json() as { data: { token: string; user: { id: string } } };
  return { token: data.token, userId: data.user.id };
}
