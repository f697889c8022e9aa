import { account } from '../../messages/account.ts';
import { Gate } from './gate.tsx';
import { useHere } from './use-here.ts';
import { fullStop } from '../../ui/format.ts';

/** `name`: null when signed out already; `isGone`: the account was just deleted. */
export type SignOutModel = { name: string | null; back: string; isGone: boolean };

export function SignOutView({ name, back, isGone }: SignOutModel) {
  const here = useHere();
  const isOut = name === null;
  const heading = !isOut ? account.signOutAsk : isGone ? account.taken : account.signedOut;
  return (
    <Gate
      title={isOut ? heading : account.signOut}
      description={account.signOutDescribe}
      path="/signout"
      heading={heading}
    >
      {isOut ? (
        <>
          <p role="status" data-session-ended>
            {isGone ? account.takenNote : account.signedOutNote}
          </p>
          <p className="soft small">{account.historyNote}</p>
          <a className="btn full" href="/">
            {account.home}
          </a>
          {!isGone && (
            <a className="btn ghost full" href="/login">
              {account.signIn}
            </a>
          )}
        </>
      ) : (
        <>
          <p>{account.signedInAs(name) + fullStop()}</p>
          <p className="soft">{account.signOutNote}</p>
          <form className="form" method="post" action={here} data-sign-out>
            <button className="btn full">{account.signOut}</button>
          </form>
          <a className="btn ghost full" href={back}>
            {account.stay}
          </a>
        </>
      )}
    </Gate>
  );
}
