import { findAuthored } from '../../features/communities/change-life.server.ts';
import { normaliseCode } from '../../features/otp/identifiers.ts';
import { browserOf } from '../../features/otp/browser.server.ts';
import { identifyRequest } from '../../features/sessions/identify-request.server.ts';
import { signInWithCode } from '../../features/sessions/sign-in-with-code.server.ts';
import { account } from '../../messages/account.ts';
import type { FormArgs } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { askForCode, refusalOf, secondsLeft } from '../account/ask-for-code.server.ts';
import { type CodeStep, openStep } from '../account/code-step.server.ts';
import { ensureFirstProfile } from '../account/first-profile.server.ts';
import { type Method, methodOf, readIdentifier, showIdentifier, typedForm } from '../account/identifier.ts';
import { waysIn } from '../account/ways-in.server.ts';

export type SignInModel = {
  /** The typed text as hidden fields: the server stores none of it before sign-in. */
  fields: [string, string][];
  method: Method;
  other: Method | null;
  problem: string | null;
} & ({ step: 'identify'; typed: string } | { step: 'code'; token: string; sentTo: string; againIn: number });

const own = new Set(['auth', 'identifier', 'code', 'step', 'method']);

/** Signs in within the posting flow. @returns the viewer, or the next step with the typed text */
export async function signInToPost({
  services,
  form,
  address,
  userAgent,
  cookie,
  setCookies,
}: FormArgs): Promise<
  { viewer: Viewer; isNew: boolean; status?: undefined } | { viewer: null; status: number; signIn: SignInModel }
> {
  const { config, clock } = services;
  const { db } = services.connection;
  const browser = browserOf(config, { cookie, address, now: clock() });
  // Set until the code is requested: the code is bound to this browser cookie.
  if (form.get('auth') !== 'verify') setCookies(browser.setCookies);
  const fields = [...form].filter(([name]) => !own.has(name));
  const ways = waysIn(services);
  const auth = form.get('auth');
  const method = ways.find((way) => way === (auth?.startsWith('by-') ? auth.slice(3) : form.get('method'))) ?? ways[0]!;
  const other = ways.find((way) => way !== method) ?? null;
  const identify = (status: number, problem: string | null = null, typed = '') => ({
    viewer: null,
    status,
    signIn: { fields, method, other, problem, step: 'identify' as const, typed },
  });
  const askCode = (status: number, token: string, step: CodeStep, problem: string | null = null) => ({
    viewer: null,
    status,
    signIn: {
      fields,
      method: methodOf(step.identifier),
      other,
      problem,
      step: 'code' as const,
      token,
      sentTo: showIdentifier(step.identifier),
      againIn: secondsLeft(step, clock()),
    },
  });

  const token = form.get('step');
  const step = openStep(config.authSecret, token, clock());
  if (auth === 'send' || (auth === 'again' && step)) {
    const typed = form.get('identifier') ?? '';
    const identifier = auth === 'again' ? step!.identifier : readIdentifier(method, typed);
    if (identifier === null) return identify(400, method === 'email' ? account.badEmail : account.badMobile, typed);
    const code = await askForCode(services, { identifier, purpose: 'signin', browser, address });
    if (code.outcome === 'refused') return identify(code.refusal.status, code.refusal.problem, typed);
    return askCode(
      200,
      code.step,
      openStep(config.authSecret, code.step, clock())!,
      code.outcome === 'waiting' ? account.alreadySent : null,
    );
  }
  if (auth === 'change') return identify(200, null, step ? typedForm(step.identifier) : '');
  if (auth !== 'verify') return identify(auth?.startsWith('by-') ? 200 : 401);
  if (!step || token === null) return identify(400, account.stepOver);

  const code = normaliseCode(form.get('code') ?? '');
  if (code === null) return askCode(400, token, step, account.codeNeedsDigits);
  try {
    const { user, isNew, cookies } = await signInWithCode(services, {
      identifier: step.identifier,
      code,
      headers: { 'user-agent': userAgent, cookie },
      address,
    });
    setCookies(cookies);
    const isFirst = await ensureFirstProfile(db, user);
    const { viewer } = await identifyRequest(services, {
      cookie: cookies
        .filter((line) => !/;\s*max-age=0\b/i.test(line))
        .map((line) => line.split(';', 1)[0])
        .join('; '),
    });
    return viewer ? { viewer, isNew: isNew || isFirst } : identify(401);
  } catch (error) {
    const { status, problem } = refusalOf(error);
    return askCode(status, token, step, problem);
  }
}

/**
 * Redirect target after posting: a new user's welcome page with a link to the post, else the post itself. What waits for
 * a moderator stands on its own page alone, for its writer.
 */
export async function landingAfter(
  { connection }: PageServices,
  { isNew }: { isNew: boolean },
  kind: 'question' | 'comment' | 'reply',
  { id, place }: { id: number; place: string },
): Promise<string> {
  const entityType = ({ question: 'QUESTION', comment: 'COMMENT', reply: 'REPLY' } as const)[kind];
  if ((await findAuthored(connection.db, entityType, id)) === null) return `/community/post/${kind}-${id}`;
  return isNew ? `/profile_built?posted=${kind}-${id}` : place;
}
