import { account } from '../../messages/account.ts';
import { Field, FieldError } from '../../ui/field.tsx';
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
  const first = order.find((name) => errors[name]);
  const isPhone = method === 'phone';
  return (
    <Gate title={account.signUp} description={account.signUpDescribe} path="/signup">
      <p className="soft">{account.signUpNote}</p>
      <form className="form" method="post" action={useHere()} noValidate>
        <Field
          id="first-name"
          name="firstName"
          label={account.firstName}
          defaultValue={typed.firstName}
          autoComplete="given-name"
          maxLength={80}
          error={errors.firstName}
          isFirstWrong={first === 'firstName'}
          required
        />
        <Field
          id="last-name"
          name="lastName"
          label={account.lastName}
          hint={account.lastNameHint}
          defaultValue={typed.lastName}
          autoComplete="family-name"
          maxLength={80}
          error={errors.lastName}
          isFirstWrong={first === 'lastName'}
        />
        <IdentifierField
          method={method}
          value={typed.identifier}
          error={errors.identifier}
          isFirstWrong={first === 'identifier'}
        />
        <div className="field">
          <label className="tick" htmlFor="agree">
            <input
              type="checkbox"
              id="agree"
              name="consent"
              value="yes"
              defaultChecked={typed.hasAgreed}
              required
              aria-invalid={errors.consent ? true : undefined}
              aria-describedby={errors.consent ? 'agree-error agree-hint' : 'agree-hint'}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the box is what is missing
              autoFocus={first === 'consent' || undefined}
            />
            <span>
              <Agreement lead={account.consent} />
            </span>
          </label>
          {errors.consent && <FieldError id="agree-error">{errors.consent}</FieldError>}
          <span className="hint" id="agree-hint">
            {account.consentHow}
          </span>
        </div>
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
