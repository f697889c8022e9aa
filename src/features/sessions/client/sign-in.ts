import { getProviders, postAuth } from './auth-calls.ts';
import { notifyOtherTabs } from './broadcast.ts';
import { sessionStore } from './session-store.ts';

export type SignInResult = { error: string | null; status: number; ok: boolean; url: string | null };
type Options = Record<string, string> & { callbackUrl?: string };

/**
 * Signs in with the provider's credentials (`phoneNo` or `emailId`, and `providerToken`).
 * @returns null after a redirect: to the error page without a provider list, to sign-in for an unknown provider
 */
export async function signIn(
  provider: string,
  { callbackUrl = location.href, ...credentials }: Options = {},
): Promise<SignInResult | null> {
  const providers = await getProviders();
  if (providers === null) {
    location.assign('/api/auth/error');
    return null;
  }
  if (!Object.hasOwn(providers, provider)) {
    location.assign(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`);
    return null;
  }
  const path = providers[provider]?.type === 'credentials' ? 'callback' : 'signin';
  const { ok, status, url } = await postAuth(`${path}/${encodeURIComponent(provider)}`, {
    ...credentials,
    callbackUrl,
  });
  const error = url === null ? null : new URL(url, location.href).searchParams.get('error');
  if (ok && error === null) {
    // The protocol answers a rejected CSRF token with a success: only the session tells whether sign-in worked.
    const state = await sessionStore.refresh();
    if (state.status === 'authenticated') {
      notifyOtherTabs('signin');
      return { error: null, status, ok, url };
    }
  }
  return { error: error ?? 'Signin', status, ok: false, url: null };
}
