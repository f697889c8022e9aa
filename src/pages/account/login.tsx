import { redirect } from 'react-router';
import { normaliseCode } from '../../features/otp/identifiers.ts';
import { browserOf } from '../../features/otp/browser.server.ts';
import { endSession } from '../../features/sessions/open-session.server.ts';
import { signInWithCode } from '../../features/sessions/sign-in-with-code.server.ts';
import { displayNameOf, findUser } from '../../features/users/users.queries.server.ts';
import { account } from '../../messages/account.ts';
import { pageAction, personalLoader, type VisitArgs, type Sent } from '../../platform/page/page-loader.server.ts';
import { afterSignIn, isForStaff, loginAddress } from '../../platform/http/safe-redirect.ts';
import '../../ui/forms.css';
import { addressWith } from '../../ui/pager.tsx';
import { askForCode, refusalOf, secondsLeft } from './ask-for-code.server.ts';
import { openStep } from './code-step.server.ts';
import { ensureFirstProfile } from './first-profile.server.ts';
import { methodOf, readIdentifier, showIdentifier, typedForm, type Method } from './identifier.ts';
import { noticeOfCode } from './notice-of-code.ts';
import { wayIn } from './ways-in.server.ts';
import { Icon } from '../../ui/icon.tsx';
import { Call } from '../../ui/states.tsx';
import { CodeForm } from './code-form.tsx';
import { Agreement, Gate, Notice } from './gate.tsx';
import { IdentifierField } from './identifier-field.tsx';
import { useHere } from './use-here.ts';
import { servedPage } from '../served-page.tsx';

type LoginModel = {
  /** Reason for the redirect to sign-in, or the result of the sent form. */
  notice: { tone: 'good' | 'warn' | 'note'; text: string } | null;
  /** Links that preserve the return URL. */
  hrefs: { other: string | null; change: string; signUp: string; forgot: string };
  method: Method;
  /** Date on which sign-in by email ends, if set. */
  emailEnds: string | null;
} & (
  | { step: 'identify'; typed: string; problem: string | null }
  | { step: 'code'; sentTo: string; againIn: number; problem: string | null }
  | { step: 'done'; name: string; target: string }
);

type SentHere = Sent & { typed?: string; problem: string };
type Carried = { redirect: string | null; callbackUrl: string | null; why: string | null };

const carriedOf = ({ searchParams }: URL): Carried => ({
  redirect: searchParams.get('redirect'),
  callbackUrl: searchParams.get('callbackUrl'),
  why: searchParams.get('why'),
});
const targetOf = (url: URL, origin: string, otherwise: string): string => {
  const { redirect: first, callbackUrl } = carriedOf(url);
  const requested = first ?? callbackUrl;
  return requested === null ? otherwise : afterSignIn(requested, origin);
};

/** A bare link to this page leads back to the page that it stood on. */
function leadBack(referer: string | undefined, origin: string): void {
  if (referer === undefined) return;
  const address = loginAddress(referer);
  if (afterSignIn(new URL(address, origin).searchParams.get('redirect'), origin) !== '/') throw redirect(address, 303);
}

export const loader = personalLoader(async (args: VisitArgs<SentHere>) => {
  const { services, url, viewer, sent, address, cookie, setCookies } = args;
  const { config, clock } = services;
  const { db } = services.connection;
  if (!sent && url.search === '') leadBack(args.referer, config.publicOrigin);
  const carried = carriedOf(url);
  const step = openStep(config.authSecret, url.searchParams.get('step'), clock());
  // Set with the first page, before a code is requested: the code is bound to this browser cookie.
  if (!sent && !step) setCookies(browserOf(config, { cookie, address, now: clock() }).setCookies);
  const way = wayIn(services, url);
  const method = step ? methodOf(step.identifier) : way.method;
  const common = {
    method,
    emailEnds: config.emailSignInEnds?.toISOString() ?? null,
    notice: noticeOf(url, step !== null),
    hrefs: {
      other: way.other && addressWith('/login', { method: way.other, ...carried }),
      change: addressWith('/login', { method, ...carried, from: url.searchParams.get('step') }),
      signUp: addressWith('/signup', { method: method === 'phone' ? null : method, ...carried }),
      forgot: addressWith('/forgot-password', { method: method === 'phone' ? null : method }),
    },
  };
  const user = viewer && !step && !sent ? await findUser(db, viewer.userId) : null;
  if (user)
    return {
      model: {
        ...common,
        notice: null,
        step: 'done',
        name: displayNameOf(user),
        target: targetOf(url, config.publicOrigin, '/'),
      } satisfies LoginModel,
    };
  if (step)
    return {
      model: {
        ...common,
        step: 'code',
        sentTo: showIdentifier(step.identifier),
        againIn: secondsLeft(step, clock()),
        problem: sent?.problem ?? null,
      } satisfies LoginModel,
    };
  const before = openStep(config.authSecret, url.searchParams.get('from'), clock());
  return {
    model: {
      ...common,
      step: 'identify',
      typed: sent?.typed ?? (before ? typedForm(before.identifier) : ''),
      problem: sent?.problem ?? null,
    } satisfies LoginModel,
  };
});

function noticeOf(url: URL, hasStep: boolean): LoginModel['notice'] {
  const { searchParams } = url;
  if (hasStep) return noticeOfCode(url);
  if (searchParams.has('step')) return { tone: 'warn', text: account.stepOver };
  const error = searchParams.get('error');
  const reasons: Record<string, string> = account.whySignIn;
  const why = searchParams.get('why') ?? '';
  if (!error) return Object.hasOwn(account.whySignIn, why) ? { tone: 'note', text: reasons[why]! } : null;
  if (error === 'Signin' && why === 'failed') return { tone: 'warn', text: account.errors.unknown };
  const texts: Record<string, string> = account.errors;
  return { tone: 'warn', text: (Object.hasOwn(texts, error) ? texts[error] : undefined) ?? account.errors.unknown };
}

export const action = pageAction<SentHere>(
  async ({ services, form, url, address, userAgent, cookie, viewer, setCookies }) => {
    const { config, clock } = services;
    const { db } = services.connection;
    const browser = browserOf(config, { cookie, address, now: clock() });
    if (['send', 'resend'].includes(form.get('intent') ?? '')) setCookies(browser.setCookies);
    const carried = carriedOf(url);
    const toStep = (step: string, notice: 'again' | 'already' | null) =>
      redirect(addressWith('/login', { step, said: notice, ...carried }), 303);
    const step = openStep(config.authSecret, url.searchParams.get('step'), clock());

    if (form.get('intent') === 'send') {
      const typed = form.get('identifier') ?? '';
      const { method } = wayIn(services, url);
      const identifier = readIdentifier(method, typed);
      if (identifier === null)
        return { status: 400, typed, problem: method === 'email' ? account.badEmail : account.badMobile };
      const requested = await askForCode(services, { identifier, purpose: 'signin', browser, address });
      if (requested.outcome === 'refused') return { ...requested.refusal, typed };
      return toStep(requested.step, requested.outcome === 'waiting' ? 'already' : null);
    }

    if (step === null) return redirect(addressWith('/login', { step: 'over', ...carried }), 303);
    if (form.get('intent') === 'resend') {
      const requested = await askForCode(services, {
        identifier: step.identifier,
        purpose: 'signin',
        browser,
        address,
        draft: step.draft ?? null,
      });
      if (requested.outcome === 'refused') return requested.refusal;
      return toStep(requested.step, requested.outcome === 'waiting' ? 'already' : 'again');
    }

    const code = normaliseCode(form.get('code') ?? '');
    if (code === null) return { status: 400, problem: account.codeNeedsDigits };
    try {
      const { user, isNew, cookies } = await signInWithCode(services, {
        identifier: step.identifier,
        code,
        headers: { 'user-agent': userAgent, cookie },
        address,
      });
      // Signing in as somebody else ends this browser's former session.
      if (viewer) await endSession(services, viewer.sessionId);
      setCookies(cookies);
      const target = targetOf(url, config.publicOrigin, '/');
      const isFirst = await ensureFirstProfile(db, user);
      return redirect(
        (isNew || isFirst) && !isForStaff(target)
          ? addressWith('/profile_built', { redirect: target === '/' ? null : target })
          : target,
        303,
      );
    } catch (error) {
      return refusalOf(error);
    }
  },
);

function LoginView(model: LoginModel) {
  const { step, notice } = model;
  const title = step === 'code' ? account.codeTitle : account.signIn;
  return (
    <Gate
      title={title}
      description={account.signInDescribe}
      path="/login"
      heading={step === 'done' ? account.signedInAs(model.name) : title}
    >
      {notice && <Notice tone={notice.tone} title={notice.text} />}
      {step === 'identify' && <Identify {...model} />}
      {step === 'code' && (
        <CodeForm {...model} act={account.signIn} changeHref={model.hrefs.change} error={model.problem} />
      )}
      {step === 'done' && (
        <>
          <a className="btn full" href={model.target}>
            {account.goOn}
          </a>
          <a className="btn ghost full" href="/profile">
            {account.yourAccount}
          </a>
          <p className="small">
            <a className="change" href="/signout?callbackUrl=%2Flogin">
              {account.asSomeoneElse}
            </a>
          </p>
        </>
      )}
    </Gate>
  );
}

function Identify({ method, typed, problem, hrefs, emailEnds }: Extract<LoginModel, { step: 'identify' }>) {
  const isPhone = method === 'phone';
  return (
    <>
      <p className="soft">{isPhone ? account.signInNote : account.signInNoteEmail}</p>
      {!isPhone && (
        <Call tone="warn" title={emailEnds ? account.emailEndsOn(emailEnds) : account.emailEnds}>
          <p>{account.emailEndsNote}</p>
        </Call>
      )}
      <form className="form" method="post" action={useHere()} data-identify={method} noValidate>
        <input type="hidden" name="intent" value="send" />
        <IdentifierField method={method} value={typed} error={problem} />
        <button className="btn full">{account.sendCode}</button>
      </form>
      <p className="small soft aside">
        <Icon name="lock" />
        <span>{isPhone ? account.neverShown : account.addressNeverShown}</span>
      </p>
      <p className="small soft">
        <Agreement lead={account.agree} />
      </p>
      <hr />
      {hrefs.other && (
        <a className="btn ghost full" href={hrefs.other}>
          <Icon name={isPhone ? 'mail' : 'phone'} />
          {isPhone ? account.byEmail : account.byMobile}
        </a>
      )}
      <p className="small lines">
        <a href={hrefs.forgot}>{isPhone ? account.lostNumber : account.lostAddress}</a>
        <a href={hrefs.signUp}>{account.makeAccount}</a>
        <a href="/cart">{account.savedHere}</a>
      </p>
    </>
  );
}

export default servedPage(LoginView, undefined, { name: 'code', when: 'now', props: { remembers: true } });
