import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { newNumber } from './people.ts';
import { signInSettled } from './sign-in-as.ts';

/** A data directory that the tests of a file know, so that the operator's commands find the running site. */
export async function hire(page: Page, dataDir: string, ...roles: string[]): Promise<string> {
  const number = await signInSettled(page, newNumber());
  for (const role of roles)
    execFileSync(process.execPath, ['scripts/grant.ts', number, role], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: 'pipe',
    });
  return number;
}

export const saved = (page: Page) => expect(page.locator('[data-save-state=clean]')).toBeVisible();
