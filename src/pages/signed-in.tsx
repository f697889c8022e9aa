import { useEffect, useRef, useState } from 'react';
import { showUnread } from '../features/notifications/show-unread.ts';
import { afterLogin } from '../features/profiles/client/after-login.ts';
import { readHint } from '../features/sessions/client/hint-cookies.ts';
import { type SessionUser, sessionStore } from '../features/sessions/client/session-store.ts';
import { useSession } from '../features/sessions/client/use-session.ts';
import { LinkMobileModal } from '../features/users/link-mobile-modal.tsx';
import { closeModal, mustLink, openModal } from '../features/users/link-mobile-state.ts';
import { visitor } from '../messages/visitor.ts';
import { tidyStores } from '../platform/local-store.ts';
import { afterSignIn } from '../platform/safe-redirect.ts';
import { Toasts } from '../ui/toast.tsx';
import { PutAsideBar } from './put-aside-bar.tsx';

/** Pages that only somebody signed in has. */
const needsSession = /^\/(?:profile|profile_built|notifications|moderation)(?:\/|$)/;

function targetInAddress(): string | null {
  const { pathname, searchParams } = new URL(location.href);
  const asked = searchParams.get('redirect') ?? searchParams.get('callbackUrl');
  return /^\/(?:login|signup)\/?$/.test(pathname) && asked !== null ? afterSignIn(asked, location.origin) : null;
}

/** The shell is the server's and the same for all; who is signed in finds a name's first letter where it says 'Sign in'. */
function markShell({ name }: Pick<SessionUser, 'name'>): () => void {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>(':is(.tools, .dock) a:is([href="/login"], [href^="/login?"])'),
  ];
  const before = links.map((link) => ({
    link,
    href: link.getAttribute('href') ?? '/login',
    nodes: [...link.childNodes],
    label: link.getAttribute('aria-label'),
  }));
  const initial = [...new Intl.Segmenter().segment(name.trim())][0]?.segment.toLocaleUpperCase();
  for (const { link } of before) {
    link.setAttribute('href', '/profile');
    if (link.closest('.dock') || initial === undefined) continue;
    const face = document.createElement('span');
    face.className = 'face';
    face.textContent = initial;
    link.replaceChildren(face);
    link.setAttribute('aria-label', visitor.account(name.trim()));
  }
  return () => {
    for (const { link, href, nodes, label } of before) {
      link.setAttribute('href', href);
      link.replaceChildren(...nodes);
      if (label === null) link.removeAttribute('aria-label');
      else link.setAttribute('aria-label', label);
    }
  };
}

const isPromptOn = () => document.getElementById('visitor')?.dataset.prompt !== 'off';

/** After a navigation, which here is a new document, one out of the browser's memory, or a step in the history. */
function askForMobile(isSignedIn: boolean): void {
  if (
    mustLink({
      isPromptOn: isPromptOn(),
      isSignedIn,
      phoneLinkedHint: readHint('isPhoneLinked'),
      path: location.pathname,
    })
  )
    openModal();
  else closeModal();
}

export function SignedIn() {
  const session = useSession();
  const [isSettled, setSettled] = useState(false);
  const wasSignedIn = useRef(false);
  const { user, isNewUser } = session;
  const userId = user?.id;
  const name = user?.name ?? '';
  const isGone = session.status === 'unauthenticated' && session.isCertain;

  useEffect(tidyStores, []);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const unmark = markShell({ name });
    const hideUnread = showUnread();
    return () => {
      hideUnread();
      unmark();
    };
  }, [userId, name]);

  useEffect(() => {
    if (userId === undefined) return;
    let isCurrent = true;
    void afterLogin({ userId, isNewUser, target: targetInAddress() }).then((goTo) => {
      if (!isCurrent) return;
      if (goTo !== null && goTo !== location.pathname) location.assign(goTo);
      else setSettled(true);
    });
    return () => {
      isCurrent = false;
      setSettled(false);
    };
  }, [userId, isNewUser]);

  useEffect(() => {
    askForMobile(isSettled);
    if (!isSettled) return;
    const again = () => askForMobile(true);
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      void sessionStore.refresh();
      again();
    };
    addEventListener('popstate', again);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('popstate', again);
      removeEventListener('pageshow', onShow);
    };
  }, [isSettled]);

  // A form that ends the session says where to go: the page may learn of the end before the form's answer is here.
  useEffect(() => {
    if (userId !== undefined) wasSignedIn.current = true;
    const onSubmit = (event: SubmitEvent) => {
      if (!event.defaultPrevented) wasSignedIn.current = false;
    };
    addEventListener('submit', onSubmit);
    return () => removeEventListener('submit', onSubmit);
  }, [userId]);

  useEffect(() => {
    if (isGone && wasSignedIn.current && needsSession.test(location.pathname))
      location.replace(
        `/login?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.pathname + location.search })}`,
      );
  }, [isGone]);

  return (
    <>
      <Toasts />
      <LinkMobileModal />
      {isSettled && <PutAsideBar />}
    </>
  );
}
