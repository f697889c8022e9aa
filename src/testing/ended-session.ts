import { eq } from 'drizzle-orm';
import { sessions } from '../database/schema.ts';
import type { TestApp } from './build-test-app.ts';
import { hidden } from './community-pages.ts';
import { pageForms } from './page-forms.ts';
import { codeFor, cookiesOf, type SignedIn } from './sign-in.ts';

/** Forms that are posted after their session has ended, as a browser without script does it. */
export function endedSession(test: () => TestApp) {
  const { get, post, soon } = pageForms(test);

  /** A page of the signed-in person, opened while the session lasts; then the session ends on the server. */
  async function openThenEnd({ user, cookies }: SignedIn, url: string): Promise<string> {
    const page = await get(url, cookies);
    if (page.statusCode !== 200) throw new Error(`${url} answered ${page.statusCode}.`);
    await test().services.connection.db.delete(sessions).where(eq(sessions.userId, user.id));
    const mark = hidden(page.body, 'writtenBy');
    if (!/^[\w-]{43}$/.test(mark ?? '')) throw new Error(`No form of ${url} says for whom it was made.`);
    return mark!;
  }

  /** The sign-in that a kept form leads to. */
  async function signInThere(url: string, first: Awaited<ReturnType<typeof post>>, number: string, before = '') {
    const sealed = hidden(first.body, 'kept')!;
    const jar = cookiesOf(first.headers['set-cookie'], before);
    await soon(`+91${number}`);
    const method = hidden(first.body, 'method')!;
    const coded = await post(url, { kept: sealed, method, auth: 'send', identifier: number }, jar);
    if (coded.statusCode !== 200) throw new Error(`Asking for a code answered ${coded.statusCode}.`);
    const code = await codeFor(test(), `+91${number}`);
    const last = { kept: hidden(coded.body, 'kept')!, method, step: hidden(coded.body, 'step')!, auth: 'verify', code };
    return { coded, last, answer: await post(url, last, jar), jar };
  }
  return { openThenEnd, signInThere };
}
