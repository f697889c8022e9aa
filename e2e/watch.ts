import type { Page } from '@playwright/test';

/** Records every sign that a text was executed or loaded something, with the page where it happened. */
export async function watch(page: Page, origin: string): Promise<string[]> {
  const signs: string[] = [];
  const tell = (sign: string) => void signs.push(`${page.url()}: ${sign}`);
  page.on('dialog', (dialog) => {
    tell(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => tell(`error ${error.message}`));
  page.on(
    'console',
    (message) =>
      /Content Security Policy|requires 'Trusted|Hydration|Minified React/i.test(message.text()) &&
      tell(message.text()),
  );
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(origin) && !request.url().startsWith('data:') && tell(`request ${request.url()}`),
  );
  await page.exposeFunction('tellViolation', tell);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { tellViolation(what: string): void }).tellViolation(
        `violation ${event.violatedDirective} ${event.blockedURI}`,
      ),
    );
  });
  return signs;
}
