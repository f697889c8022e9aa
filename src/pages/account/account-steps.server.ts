import { redirect } from 'react-router';
import { normaliseCode, normalisePhone } from '../../features/otp/identifiers.ts';
import { browserOf } from '../../features/otp/browser.server.ts';
import { confirmIdentity } from '../../features/privacy/confirm-identity.server.ts';
import { deleteAccount } from '../../features/privacy/delete-account.server.ts';
import { mergeAccounts } from '../../features/privacy/merge-accounts.server.ts';
import { clearedCookies, hintCookies } from '../../features/sessions/session-cookies.server.ts';
import { findSession, hasFreshProof } from '../../features/sessions/sessions.queries.server.ts';
import { hasProvenOwn, linkPhoneByCode } from '../../features/users/link-phone.server.ts';
import type { UserRow } from '../../features/users/users.queries.server.ts';
import { account } from '../../messages/account.ts';
import { problems } from '../../messages/problems.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { addressWith } from '../../ui/pager.tsx';
import type { StepModel } from './profile-step-view.tsx';
import { askForCode, type Refusal, refusalOf, secondsLeft, stepFor } from './ask-for-code.server.ts';
import { openStep } from './code-step.server.ts';
import { methodOf, showIdentifier, typedForm } from './identifier.ts';
import { noticeOfCode } from './notice-of-code.ts';

type Doing = StepModel['doing'];
type Acting = {
  services: PageServices;
  form: URLSearchParams;
  url: URL;
  viewer: Viewer;
  user: UserRow;
  address: string;
  cookie: string | undefined;
  setCookies(lines: string[]): void;
};
/** A refused form of a step, with what was typed. */
export type SentStep = Refusal & { typed?: string; isKept?: true };

/** The number to link, typed before the session ended. */
export const stepAgain = (typed: string): SentStep => ({
  status: 200,
  problem: account.again.back,
  typed,
  isKept: true,
});

const doingIn = ({ searchParams }: URL): Doing | null =>
  (['link', 'merge', 'delete'] as const).find((one) => one === searchParams.get('do')) ?? null;
const addressOf = (doing: Doing, query: Record<string, string | null> = {}) =>
  addressWith('/profile', { do: doing, ...query });

/**
 * The current step of linking, merging or deleting: proof of identity where required, then the action itself.
 * Null where the URL names no such flow.
 */
export async function getStepModel(
  { config, connection: { db }, clock }: PageServices,
  viewer: Viewer,
  user: UserRow,
  url: URL,
  sent: SentStep | null,
): Promise<StepModel | null> {
  const doing = doingIn(url);
  if (!doing) return null;
  const isChange = user.phone !== null;
  const proof = openStep(config.authSecret, url.searchParams.get('proof'), clock());
  const step = openStep(config.authSecret, url.searchParams.get('step'), clock());
  const notice: StepModel['notice'] = noticeOfCode(url);
  const codeStep = (name: 'prove-code' | 'link-code', at: NonNullable<typeof step>): StepModel => ({
    doing,
    isChange,
    notice,
    step: name,
    sentTo: showIdentifier(at.identifier),
    method: methodOf(at.identifier),
    againIn: secondsLeft(at, clock()),
    problem: sent?.problem ?? null,
    back: addressOf(doing, doing === 'merge' ? { step: url.searchParams.get('step') } : {}),
  });

  const refusal: StepModel['notice'] = sent ? { tone: 'bad', text: sent.problem } : notice;
  const needsProof = (doing !== 'link' || isChange) && !(await hasProvenOwn(db, viewer.sessionId, user));
  if (needsProof) {
    if (proof) return codeStep('prove-code', proof);
    const ways = [user.phone, user.email]
      .filter((one) => one !== null)
      .map((one) => ({ method: methodOf(one), shown: showIdentifier(one) }));
    return { doing, isChange, notice: refusal, step: 'prove', ways };
  }
  if (doing === 'delete') return { doing, isChange, notice: refusal, step: 'delete' };
  if (doing === 'merge' && step && (await hasFreshProof(db, viewer.sessionId, step.identifier)))
    return { doing, isChange, notice: refusal, step: 'merge', shown: showIdentifier(step.identifier) };
  if (step) return codeStep('link-code', step);
  return {
    doing: 'link',
    isChange,
    notice: sent?.isKept ? { tone: 'warn', text: sent.problem } : notice,
    step: 'number',
    typed: sent?.typed ?? '',
    problem: sent?.isKept ? null : (sent?.problem ?? null),
  };
}

/** Null where the form belongs to none of these flows. */
export async function actOnStep(acting: Acting): Promise<Response | SentStep | null> {
  const doing = doingIn(acting.url);
  if (!doing) return null;
  // Before a code is sent: each of these takes an account away, which asks for the second factor of a role.
  if (acting.viewer.lacksFactor && (doing !== 'link' || acting.user.phone !== null))
    return { status: 409, problem: problems.factorFirst };
  switch (acting.form.get('intent')) {
    case 'prove-send':
      return sendProof(acting, doing);
    case 'prove':
      return prove(acting, doing);
    case 'link-send':
      return sendLink(acting);
    case 'link':
      return link(acting);
    case 'merge':
      return merge(acting);
    case 'delete':
      return erase(acting);
    default:
      return null;
  }
}

const stepOf = ({ services: { config, clock }, url }: Acting, name: 'step' | 'proof') =>
  openStep(config.authSecret, url.searchParams.get(name), clock());

const browserIn = ({ services, address, cookie }: Acting) =>
  browserOf(services.config, { cookie, address, now: services.clock() });

const noticeOf = (outcome: 'sent' | 'waiting', before: string | undefined) =>
  outcome === 'waiting' ? 'already' : before === undefined ? null : 'again';

async function sendProof(acting: Acting, doing: Doing): Promise<Response | SentStep> {
  const { services, form, url, viewer, user, address } = acting;
  const before = stepOf(acting, 'proof')?.identifier;
  const identifier =
    form.get('way') === 'email'
      ? user.email
      : form.get('way') === 'phone'
        ? user.phone
        : before === user.phone || before === user.email
          ? before
          : null;
  if (!identifier) return { status: 400, problem: account.somethingWrong };
  const requested = await askForCode(services, {
    identifier,
    purpose: 'confirm',
    sessionId: viewer.sessionId,
    browser: browserIn(acting),
    address,
  });
  if (requested.outcome === 'refused') return requested.refusal;
  return redirect(
    addressOf(doing, {
      step: url.searchParams.get('step'),
      proof: requested.step,
      said: noticeOf(requested.outcome, before),
    }),
    303,
  );
}

async function prove(acting: Acting, doing: Doing): Promise<Response | SentStep> {
  const { services, form, url, viewer } = acting;
  const proof = stepOf(acting, 'proof');
  if (!proof) return redirect(addressOf(doing, { step: url.searchParams.get('step') }), 303);
  const code = normaliseCode(form.get('code') ?? '');
  if (code === null) return { status: 400, problem: account.codeNeedsDigits };
  try {
    await confirmIdentity(services, viewer, { code, channel: methodOf(proof.identifier) });
  } catch (error) {
    return refusalOf(error);
  }
  return redirect(addressOf(doing, { step: url.searchParams.get('step') }), 303);
}

async function sendLink(acting: Acting): Promise<Response | SentStep> {
  const { services, form, viewer, address } = acting;
  const before = stepOf(acting, 'step')?.identifier;
  const typed = form.get('identifier') ?? (before ? typedForm(before) : '');
  const identifier = normalisePhone(typed);
  if (identifier === null) return { status: 400, typed, problem: account.badMobile };
  const requested = await askForCode(services, {
    identifier,
    purpose: 'link',
    sessionId: viewer.sessionId,
    browser: browserIn(acting),
    address,
  });
  if (requested.outcome === 'refused') return { ...requested.refusal, typed };
  return redirect(addressOf('link', { step: requested.step, said: noticeOf(requested.outcome, before) }), 303);
}

async function link(acting: Acting): Promise<Response | SentStep> {
  const { services, form, viewer } = acting;
  const step = stepOf(acting, 'step');
  if (!step) return redirect(addressOf('link'), 303);
  const code = normaliseCode(form.get('code') ?? '');
  if (code === null) return { status: 400, problem: account.codeNeedsDigits };
  try {
    const { user } = await linkPhoneByCode(services, viewer, step.identifier, code, browserIn(acting));
    await refreshHints(acting, user);
  } catch (error) {
    if (isAppError(error) && error.status === 409)
      return redirect(addressOf('merge', { step: stepFor(services, step.identifier, 0) }), 303);
    if (isAppError(error) && error.status === 403) return redirect(addressOf('link'), 303);
    return refusalOf(error);
  }
  return redirect('/profile?told=linked#told', 303);
}

// Refresh the hint cookies: the client reads a stale one as 'no number linked' and prompts again.
async function refreshHints({ services, viewer, setCookies }: Acting, user: UserRow): Promise<void> {
  const living = await findSession(services.connection.db, viewer.sessionId);
  if (living) setCookies(hintCookies(services.config, user, living.session));
}

async function merge(acting: Acting): Promise<Response | SentStep> {
  const { services, viewer } = acting;
  const step = stepOf(acting, 'step');
  if (!step) return redirect(addressOf('link'), 303);
  try {
    const { user } = await mergeAccounts(services, viewer, step.identifier);
    await refreshHints(acting, user);
  } catch (error) {
    return refusalOf(error);
  }
  return redirect('/profile?told=merged#told', 303);
}

async function erase({ services, form, viewer, setCookies }: Acting): Promise<Response | SentStep> {
  try {
    await deleteAccount(services, viewer, { withPosts: form.get('withPosts') === 'yes' });
  } catch (error) {
    return refusalOf(error);
  }
  setCookies(clearedCookies(services.config));
  return redirect('/signout?done=deleted', 303);
}
