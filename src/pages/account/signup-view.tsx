import { account } from '../../messages/account.ts';
import { Field, fieldsOf, Tick } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Agreement, Gate } from './gate.tsx';
import type { Method } from './identifier.ts';
import { IdentifierField } from './identifier-field.tsx';
import { useHere } from './use-here.ts';

export type SignUpErrors = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  identifier?: string | undefined;
  consent?: string | undefined;
};

export type SignUpModel = {
  method: Method;
  typed: { firstName: string; lastName: string; identifier: string; hasAgreed: boolean };
  errors: SignUpErrors;
  hrefs: { other: string | null; signIn: string };
};

const order = ['firstName', 'lastName', 'identifier', 'consent'] as const;

export function SignUpView({ method, typed, errors, hrefs }: SignUpModel) {
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
