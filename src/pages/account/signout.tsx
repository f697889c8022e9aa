import { redirect } from 'react-router';
import { endSession } from '../../features/sessions/open-session.server.ts';
import { clearedCookies } from '../../features/sessions/session-cookies.server.ts';
import { displayNameOf, findUser } from '../../features/users/users.queries.server.ts';
import { pageAction, personalLoader } from '../../platform/page/page-loader.server.ts';
import { safeRedirect } from '../../platform/http/safe-redirect.ts';
import '../../ui/forms.css';
import { servedPage } from '../served-page.tsx';
import { type SignOutModel, SignOutView } from './signout-view.tsx';

export const loader = personalLoader(async ({ services, url, viewer }) => {
  const { config } = services;
  const { db } = services.connection;
  const user = viewer && (await findUser(db, viewer.userId));
  return {
    model: {
      name: user ? displayNameOf(user) : null,
      back: safeRedirect(url.searchParams.get('callbackUrl'), config.publicOrigin),
      isGone: url.searchParams.get('done') === 'deleted',
    } satisfies SignOutModel,
  };
});

export const action = pageAction(async ({ services, url, viewer, setCookies }) => {
  if (viewer) await endSession(services, viewer.sessionId);
  setCookies(clearedCookies(services.config));
  const target = safeRedirect(url.searchParams.get('callbackUrl'), services.config.publicOrigin);
  return redirect(target === '/' || target.startsWith('/profile') ? '/signout' : target, 303);
});

export default servedPage(SignOutView, undefined, { name: 'forget', when: 'now' });
