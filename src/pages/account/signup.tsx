import { redirect } from 'react-router';
import { browserOf } from '../../features/otp/browser.server.ts';
import { insistOnName } from '../../features/users/insist-on-name.server.ts';
import { insistOnFreeName } from '../../features/users/newsroom-names.server.ts';
import { consentVersion, nameText } from '../../features/users/users.contract.ts';
import { account } from '../../messages/account.ts';
import { pageAction, personalLoader, type VisitArgs, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import '../../ui/forms.css';
import { addressWith } from '../../ui/pager.tsx';
import { askForCode } from './ask-for-code.server.ts';
import { readIdentifier, type Method } from './identifier.ts';
import { wayIn } from './ways-in.server.ts';
import { servedPage } from '../served-page.tsx';
import { Field, fieldsOf, Tick } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Agreement, Gate } from './gate.tsx';
import { IdentifierField } from './identifier-field.tsx';
import { useHere } from './use-here.ts';

type SignUpErrors = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  identifier?: string | undefined;
  consent?: string | undefined;
};

type SignUpModel = {
  method: Method;
  typed: { firstName: string; lastName: string; identifier: string; hasAgreed: boolean };
  errors: SignUpErrors;
  hrefs: { other: string | null; signIn: string };
};

const order = ['firstName', 'lastName', 'identifier', 'consent'] as const;

type SentHere = Sent & { typed: SignUpModel['typed']; errors: SignUpErrors };

const browserIn = ({ config, clock }: PageServices, cookie: string | undefined, address: string) =>
  browserOf(config, { cookie, address, now: clock() });

const nobody = { firstName: '', lastName: '', identifier: '', hasAgreed: false };
const carriedOf = ({ searchParams }: URL) => ({
  redirect: searchParams.get('redirect'),
  callbackUrl: searchParams.get('callbackUrl'),
});

export const loader = personalLoader(
  async ({ services, url, sent, address, cookie, setCookies }: VisitArgs<SentHere>) => {
    const { method, other } = wayIn(services, url);
    // Set with the form, before a code is requested: the code is bound to this browser cookie.
    if (!sent) setCookies(browserIn(services, cookie, address).setCookies);
    const carried = carriedOf(url);
    const model: SignUpModel = {
      method,
      typed: sent?.typed ?? nobody,
      errors: sent?.errors ?? {},
      hrefs: {
        other: other && addressWith('/signup', { method: other, ...carried }),
        signIn: addressWith('/login', { method, ...carried }),
      },
    };
    return { model };
  },
);

/** Why nobody may have this name, or it is that of a colleague; null for a good one. */
async function refusedName({ connection }: PageServices, names: { firstName: string; lastName: string }) {
  try {
    insistOnName(names);
    await insistOnFreeName(connection.db, null, names);
    return null;
  } catch (refusal) {
    if (!isAppError(refusal) || refusal.status !== 400) throw refusal;
    return refusal.message;
  }
}

export const action = pageAction<SentHere>(async ({ services, form, url, address, cookie, setCookies }) => {
  const { method } = wayIn(services, url);
  const typed = {
    firstName: (form.get('firstName') ?? '').trim(),
    lastName: (form.get('lastName') ?? '').trim(),
    identifier: form.get('identifier') ?? '',
    hasAgreed: form.get('consent') === 'yes',
  };
  const identifier = readIdentifier(method, typed.identifier);
  const errors: SignUpErrors = {};
  if (typed.firstName === '') errors.firstName = account.nameNeeded;
  else if (!nameText.safeParse(typed.firstName).success) errors.firstName = account.badName;
  if (!nameText.safeParse(typed.lastName).success) errors.lastName = account.badName;
  const taken = Object.keys(errors).length === 0 ? await refusedName(services, typed) : null;
  if (taken !== null) errors.firstName = taken;
  if (identifier === null) errors.identifier = method === 'email' ? account.badEmail : account.badMobile;
  if (!typed.hasAgreed) errors.consent = account.consentNeeded;
  if (identifier === null || Object.keys(errors).length > 0) return { status: 400, typed, errors };

  // The same next step for a registered number: the response must not reveal who has an account.
  const draft = { firstName: typed.firstName, lastName: typed.lastName, consentVersion };
  const browser = browserIn(services, cookie, address);
  setCookies(browser.setCookies);
  const requested = await askForCode(services, { identifier, purpose: 'signin', browser, address, draft });
  if (requested.outcome === 'refused') {
    const { problem, ...answer } = requested.refusal;
    return { ...answer, typed, errors: { identifier: problem } };
  }
  return redirect(
    addressWith('/login', {
      step: requested.step,
      said: requested.outcome === 'waiting' ? 'already' : null,
      ...carriedOf(url),
    }),
    303,
  );
});

function SignUpView({ method, typed, errors, hrefs }: SignUpModel) {
  const field = fieldsOf(order, typed, errors);
  const isPhone = method === 'phone';
  return (
    <Gate title={account.signUp} description={account.signUpDescribe} path="/signup">
      <p className="soft">{account.signUpNote}</p>
      <form className="form" method="post" action={useHere()} noValidate>
        <Field
          {...field('firstName', 'first-name')}
          label={account.firstName}
          autoComplete="given-name"
          maxLength={80}
          required
        />
        <Field
          {...field('lastName', 'last-name')}
          label={account.lastName}
          hint={account.lastNameHint}
          autoComplete="family-name"
          maxLength={80}
        />
        <IdentifierField method={method} value={typed.identifier} {...field('identifier')} />
        <Tick
          id="agree"
          name="consent"
          defaultChecked={typed.hasAgreed}
          label={<Agreement lead={account.consent} />}
          hint={account.consentHow}
          error={errors.consent}
          isFirstWrong={field('consent').isFirstWrong}
          required
        />
        <button className="btn full">{account.sendCode}</button>
      </form>
      <hr />
      {hrefs.other && (
        <a className="btn ghost full" href={hrefs.other}>
          <Icon name={isPhone ? 'mail' : 'phone'} />
          {isPhone ? account.byEmail : account.byMobile}
        </a>
      )}
      <p className="small lines">
        <a href={hrefs.signIn}>{account.haveAccount}</a>
      </p>
    </Gate>
  );
}

export default servedPage(SignUpView, undefined, { name: 'code', when: 'first-touch' });
