import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { signInAs } from './sign-in-as.ts';

type Asked = { id: number; canonicalUrl: string };
let serial = Date.now() % 1_000_000;
// Two workers may begin within one millisecond.
export const some = () => `${test.info().parallelIndex}-${(serial += 1)}`;

export async function call<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const { token } = people.get(page.context())!;
  const answer = await page.request.post(`/api${path}`, { data, headers: { authorization: `Bearer ${token}` } });
  expect(answer.ok(), `${path} ${answer.status()}`).toBe(true);
  return ((await answer.json()) as { data: Answer }).data;
}

const people = new WeakMap<BrowserContext, { token: string }>();
/** A new person, signed in, who has chosen a profile. */
export async function somebody(page: Page): Promise<void> {
  people.set(page.context(), await signInAs(page));
  // With a profile chosen nothing is left to do after the sign-in: no page leads away from the one under test.
  const profile = await call<{ id: number }>(page, '/profile/create', { relation: 'SELF' });
  await page.context().addInitScript(
    (chosen) => {
      localStorage.selectedProfile ??= chosen;
    },
    JSON.stringify({ id: profile.id }),
  );
  await page.goto('/about');
}
/** Somebody on a phone of their own. */
export async function somebodyElse(page: Page): Promise<Page> {
  const other = await (await page.context().browser()!.newContext()).newPage();
  await somebody(other);
  return other;
}
export const ask = (page: Page, more: object = {}) =>
  call<Asked>(page, '/communities/question/create', {
    title: `How do I change my ration card ${some()}?`,
    categoryIds: [252],
    ...more,
  });
export const answer = (page: Page, questionId: number, body = `At the tehsil, counter ${some()}.`) =>
  call<{ id: number }>(page, '/communities/comment/create', { questionId, body });
/** Waits until the script listens: it then shows the length of the comment. */
export const ready = (page: Page) => expect(page.locator('[data-used]').first()).not.toBeEmpty();
