import { redirect } from 'react-router';
import { consentVersion, nameText } from '../features/users/users.contract.ts';
import { account } from '../messages/account.ts';
import { pageAction, personalLoader, type Sent } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import { addressWith } from '../ui/pager.tsx';
import { askForCode } from './account/ask-for-code.server.ts';
import { CodeHelper } from './account/code-helper.tsx';
import { readIdentifier } from './account/identifier.ts';
import { wayIn } from './account/ways-in.server.ts';
import { ServedPage } from './served-page.tsx';
import { type SignUpErrors, type SignUpModel, SignUpView } from './signup-view.tsx';

export const handle: Handle = { place: 'me' };

type SentHere = Sent & { typed: SignUpModel['typed']; errors: SignUpErrors };

const nobody = { firstName: '', lastName: '', identifier: '', hasAgreed: false };
const keptOf = ({ searchParams }: URL) => ({
  redirect: searchParams.get('redirect'),
  callbackUrl: searchParams.get('callbackUrl'),
});

export const loader = personalLoader<SentHere>(async ({ services, url, sent }) => {
  const { method, other } = wayIn(services, url);
  const kept = keptOf(url);
  const model: SignUpModel = {
    method,
    typed: sent?.typed ?? nobody,
    errors: sent?.errors ?? {},
    hrefs: {
      other: other && addressWith('/signup', { method: other, ...kept }),
      signIn: addressWith('/login', { method, ...kept }),
    },
  };
  return { model };
});

export const action = pageAction<SentHere>(async ({ services, form, url, address }) => {
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
  if (identifier === null) errors.identifier = method === 'email' ? account.badEmail : account.badMobile;
  if (!typed.hasAgreed) errors.consent = account.consentNeeded;
  if (identifier === null || Object.keys(errors).length > 0) return { status: 400, typed, errors };

  // The same way on for a number that has an account: who may not know is not told.
  const draft = { firstName: typed.firstName, lastName: typed.lastName, consentVersion };
  const asked = await askForCode(services, { identifier, purpose: 'signin', address, draft });
  if (asked.outcome === 'refused') {
    const { problem, ...answer } = asked.refusal;
    return { ...answer, typed, errors: { identifier: problem } };
  }
  return redirect(
    addressWith('/login', { step: asked.step, said: asked.outcome === 'waiting' ? 'already' : null, ...keptOf(url) }),
    303,
  );
});

export default function SignUpPage() {
  return (
    <>
      <ServedPage view={import.meta.env.SSR && SignUpView} />
      <CodeHelper />
    </>
  );
}
