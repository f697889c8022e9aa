import { account } from '../../messages/account.ts';
import { CodeInput } from '../../ui/code-input.tsx';
import { useHere } from './use-here.ts';
import { inWords } from './wait-words.ts';

type Props = {
  /** Formatted: '+91 98765 43210'. */
  sentTo: string;
  /** Label of the submit button. */
  act: string;
  changeHref: string;
  /** Seconds until a resend is allowed. */
  againIn: number;
  error: string | null;
  method: 'phone' | 'email';
  /** Form intents of the page's action. */
  verify?: string;
  resend?: string;
};

/** The code step of every flow: verify and resend. Works without script; code.island.ts enhances it. */
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
      <form className="form" method="post" action={here} data-code-form data-method={method} noValidate>
        <input type="hidden" name="intent" value={verify} />
        <CodeInput label={account.code} hint={account.codeLasts} error={error} />
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
