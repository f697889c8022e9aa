import { t } from '../messages/messages.ts';
import { Gate } from './account/gate.tsx';
import { useHere } from './account/use-here.ts';

/** `name` is null for who is signed out; `isGone`: the account has just been deleted. */
export type SignOutModel = { name: string | null; back: string; isGone: boolean };

export function SignOutView({ name, back, isGone }: SignOutModel) {
  const here = useHere();
  const isOut = name === null;
  const heading = !isOut ? t.account.signOutAsk : isGone ? t.account.taken : t.account.signedOut;
  return (
    <Gate title={isOut ? heading : t.account.signOut} description={t.account.signOutDescribe} path="/signout" heading={heading}>
      {isOut ? (
        <>
          <p role="status" id="now" data-signed-out>{isGone ? t.account.takenNote : t.account.signedOutNote}</p>
          <a className="btn full" href="/">{t.account.home}</a>
          {!isGone && <a className="btn ghost full" href="/login">{t.account.signIn}</a>}
        </>
      ) : (
        <>
          <p>{t.account.signedInAs(name)}.</p>
          <p className="soft">{t.account.signOutNote}</p>
          <form className="form" method="post" action={here} id="now" data-sign-out>
            <SharedChoice />
            <button className="btn full">{t.account.signOut}</button>
          </form>
          <a className="btn ghost full" href={back}>{t.account.stay}</a>
        </>
      )}
    </Gate>
  );
}

/** Needs a script: the choice is this device's, and nobody else's to know. */
export function SharedChoice() {
  return (
    <label className="tick needs-script">
      <input type="checkbox" data-shared-device />
      <span>{t.account.sharedPhone}<small>{t.account.sharedPhoneNote}</small></span>
    </label>
  );
}
