import { account } from '../../messages/account.ts';
import { Icon } from '../../ui/icon.tsx';
import { Call } from '../../ui/states.tsx';
import { CodeForm } from './code-form.tsx';
import { Agreement, Gate, Told } from './gate.tsx';
import type { Method } from './identifier.ts';
import { IdentifierField } from './identifier-field.tsx';
import { useHere } from './use-here.ts';

export type LoginModel = {
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

export function LoginView(model: LoginModel) {
  const { step, notice } = model;
  const title = step === 'code' ? account.codeTitle : account.signIn;
  return (
    <Gate
      title={title}
      description={account.signInDescribe}
      path="/login"
      heading={step === 'done' ? account.signedInAs(model.name) : title}
    >
      {notice && <Told tone={notice.tone} title={notice.text} />}
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
