import { account } from '../../messages/account.ts';
import { CodeInput } from '../../ui/code-input.tsx';
import { useHere } from './use-here.ts';
import { inWords } from './wait-words.ts';

type Props = {
  /** As shown: '+91 98765 43210'. */
  sentTo: string;
  /** What the button that sends the code says. */
  act: string;
  changeHref: string;
  /** Seconds until another code may be asked for. */
  againIn: number;
  error: string | null;
  method: 'phone' | 'email';
  /** Names of the two things the page's action does. */
  verify?: string;
  resend?: string;
};

/** The second step everywhere: the code, and a new one after a while. Works as it stands; code-helper.tsx makes it quicker. */
export function CodeForm({
  sentTo,
  act,
  changeHref,
  againIn,
  error,
  method,
  verify = 'verify',
  resend = 'resend',
}: Props) {
  const here = useHere();
  return (
    <>
      <p>
        {account.sentTo} <b className="nb">{sentTo}</b>{' '}
        <a className="change" href={changeHref}>
          {account.change}
        </a>
      </p>
      <form className="form" method="post" action={here} id="now" data-code-form data-method={method} noValidate>
        <input type="hidden" name="intent" value={verify} />
        <CodeInput id="code" name="code" label={account.code} hint={account.codeLasts} error={error} />
        <button className="btn full">{act}</button>
      </form>
      <form className="form" method="post" action={here} data-again={againIn} data-again-in={account.sendAgainIn}>
        <input type="hidden" name="intent" value={resend} />
        {againIn > 0 && (
          <p className="soft small" data-again-words>
            {account.askAgainSoon(inWords(againIn))}
          </p>
        )}
        <button className="btn ghost full">{account.sendAgain}</button>
      </form>
    </>
  );
}
