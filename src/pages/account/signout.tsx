import { redirect } from 'react-router';
import { endSession } from '../../features/sessions/open-session.server.ts';
import { clearedCookies } from '../../features/sessions/session-cookies.server.ts';
import { displayNameOf, findUser } from '../../features/users/users.queries.server.ts';
import { type ModelOf, pageAction, personalLoader } from '../../platform/page/page-loader.server.ts';
import { safeRedirect } from '../../platform/http/safe-redirect.ts';
import '../../ui/forms.css';
import { servedPage } from '../served-page.tsx';
import { account } from '../../messages/account.ts';
import { Gate } from './gate.tsx';
import { useHere } from './use-here.ts';
import { fullStop } from '../../ui/format.ts';

export const loader = personalLoader(async ({ services, url, viewer }) => {
  const { config } = services;
  const { db } = services.connection;
  const user = viewer && (await findUser(db, viewer.userId));
  return {
    model: {
      name: user ? displayNameOf(user) : null,
      back: safeRedirect(url.searchParams.get('callbackUrl'), config.publicOrigin),
      isGone: url.searchParams.get('done') === 'deleted',
    },
  };
});

type Model = ModelOf<typeof loader>;

export const action = pageAction(async ({ services, url, viewer, setCookies }) => {
  if (viewer) await endSession(services, viewer.sessionId);
  setCookies(clearedCookies(services.config));
  const target = safeRedirect(url.searchParams.get('callbackUrl'), services.config.publicOrigin);
  return redirect(target === '/' || target.startsWith('/profile') ? '/signout' : target, 303);
});

function SignOutView({ name, back, isGone }: Model) {
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
          <p role="status" data-signed-out>
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

export default servedPage(SignOutView, undefined, { name: 'forget', when: 'now' });
