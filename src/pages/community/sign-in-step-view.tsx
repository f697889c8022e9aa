import { community as c } from '../../messages/community.ts';
import { account } from '../../messages/account.ts';
import { CodeInput } from '../../ui/code-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Agreement, Gate } from '../account/gate.tsx';
import { IdentifierField } from '../account/identifier-field.tsx';
import { useHere } from '../account/use-here.ts';
import { inWords } from '../account/wait-words.ts';
import type { SignInModel } from './sign-in-to-post.server.ts';

type Texts = { title: string; description: string; note: string; button: string };
type Props = { model: SignInModel; path: string; words: string; texts?: Texts };

const toPost = (): Texts => ({
  title: c.signInTitle,
  description: c.askDescribe,
  note: c.signInNote,
  button: c.signInCode,
});

/** Sign-in between writing and posting: the text travels in hidden fields. */
export function SignInStepView({ model, path, words, texts = toPost() }: Props) {
  const here = useHere();
  const carried = (
    <>
      {model.fields.map(([name, value], at) => (
        <input key={`${name} ${at}`} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="method" value={model.method} />
      {model.step === 'code' && <input type="hidden" name="step" value={model.token} />}
    </>
  );
  return (
    <Gate title={texts.title} description={texts.description} path={path}>
      <p className="soft">{texts.note}</p>
      {model.step === 'identify' ? (
        <>
          <form className="form" method="post" action={here} noValidate>
            {carried}
            <input type="hidden" name="auth" value="send" />
            <IdentifierField method={model.method} value={model.typed} error={model.problem} />
            <button className="btn full">{account.sendCode}</button>
          </form>
          <p className="small soft aside">
            <Icon name="lock" />
            <span>{model.method === 'phone' ? account.neverShown : account.addressNeverShown}</span>
          </p>
          <p className="small soft">
            <Agreement lead={account.agree} />
          </p>
          {model.other && (
            <form method="post" action={here}>
              {carried}
              <button className="btn ghost full" name="auth" value={`by-${model.other}`}>
                <Icon name={model.other === 'email' ? 'mail' : 'phone'} />
                {model.other === 'email' ? account.byEmail : account.byMobile}
              </button>
            </form>
          )}
        </>
      ) : (
        <>
          <form method="post" action={here}>
            {carried}
            {account.sentTo} <b className="nb">{model.sentTo}</b>{' '}
            <button className="link change" name="auth" value="change">
              {account.change}
            </button>
          </form>
          <form className="form" method="post" action={here} data-code-form data-method={model.method} noValidate>
            {carried}
            <input type="hidden" name="auth" value="verify" />
            <CodeInput label={account.code} hint={account.codeLasts} error={model.problem} />
            <button className="btn full">{texts.button}</button>
          </form>
          <form className="form" method="post" action={here}>
            {carried}
            {model.againIn > 0 && <p className="soft small">{account.askAgainSoon(inWords(model.againIn))}</p>}
            <button className="btn ghost full" name="auth" value="again">
              {account.sendAgain}
            </button>
          </form>
        </>
      )}
      {words !== '' && (
        <details className="fold">
          <summary>{c.yourWords}</summary>
          <p className="words">{words}</p>
        </details>
      )}
    </Gate>
  );
}
