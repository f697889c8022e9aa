import { afterEach, beforeEach, vi } from 'vitest';
import { writeHint } from '../features/sessions/client/change-hints.ts';
import { sourceLanguage, takeLanguageFrom } from '../messages/catalogue.ts';
import { selectedProfile } from '../platform/browser/local-store.ts';
import { setSiteLanguages } from '../platform/settings/site-languages.ts';
import { clearBrowser } from './fake-session-service.ts';

export const allHints = ['email', 'user_id', 'newUser', 'isPhoneLinked'] as const;
export const session = 'GET /api/auth/session';
export const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 20);
  });

export function signedInBefore() {
  for (const name of allHints) writeHint(name, 'x');
  selectedProfile.write({ id: 7 });
}

/** A browser in jsdom for the test file that calls this; each test begins with an empty one. */
export function openBrowserSession(): void {
  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await settle();
    vi.unstubAllGlobals();
    clearBrowser();
    takeLanguageFrom(() => sourceLanguage);
    setSiteLanguages([sourceLanguage]);
  });
}
