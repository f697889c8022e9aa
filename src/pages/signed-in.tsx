import { useEffect, useRef, useState } from 'react';
import { showUnread } from '../features/notifications/show-unread.ts';
import { syncCart } from '../features/profiles/client/account-cart.ts';
import { afterLogin } from '../features/profiles/client/after-login.ts';
import { readHint } from '../features/sessions/client/hint-cookies.ts';
import { type SessionUser, sessionStore } from '../features/sessions/client/session-store.ts';
import { useSession } from '../features/sessions/client/use-session.ts';
import { LinkMobileModal } from '../features/users/link-mobile-modal.tsx';
import { closeModal, isPutOff, mustLink, openModal } from '../features/users/link-mobile-state.ts';
import { visitor } from '../messages/visitor.ts';
import { cart, selectedProfile } from '../platform/local-store.ts';
import { tidyStores } from '../platform/tidy-stores.ts';
import { pageTable } from '../page-table.ts';
import { addressHere, linkHere } from '../platform/site-languages.ts';
import { afterSignIn } from '../platform/safe-redirect.ts';
import { Toasts } from '../ui/toast.tsx';
import { SavedOffer } from './saved-offer.tsx';

const thisPage = () => pageTable.find(location.pathname)?.page;

function targetInAddress(): string | null {
  const { searchParams } = new URL(location.href);
  const asked = searchParams.get('redirect') ?? searchParams.get('callbackUrl');
  return thisPage()?.isForSigningIn && asked !== null ? afterSignIn(asked, location.origin) : null;
}

// Firefox before 125 lacks Intl.Segmenter: the first code point of a conjunct is shown instead.
const firstSign = (name: string): string | undefined =>
  'Segmenter' in Intl ? [...new Intl.Segmenter().segment(name)][0]?.segment : [...name][0];

/** Replaces 'Sign in' by the user's initial on the client: the cached shell is the same for everyone. */
function markShell({ name }: Pick<SessionUser, 'name'>): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(':is(.tools, .dock) a[href$="/login"]')];
  const before = links.map((link) => ({
    link,
    href: link.getAttribute('href') ?? addressHere('/login'),
    nodes: [...link.childNodes],
    label: link.getAttribute('aria-label'),
  }));
  const initial = firstSign(name.trim())?.toLocaleUpperCase();
  for (const { link } of before) {
    link.setAttribute('href', addressHere('/profile'));
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

/** Checked on a new document, a restore from the back/forward cache, and a step in the history. */
function askForMobile(isSignedIn: boolean): void {
  if (
    mustLink({
      isPromptOn: isPromptOn(),
      isSignedIn,
      phoneLinkedHint: readHint('isPhoneLinked'),
      isForSigningIn: thisPage()?.isForSigningIn ?? false,
      isLater: isPutOff(),
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
      if (goTo !== null && linkHere(goTo) !== location.pathname) location.assign(linkHere(goTo));
      else setSettled(true);
    });
    return () => {
      isCurrent = false;
      setSettled(false);
    };
  }, [userId, isNewUser]);

  // Syncs the cart both ways: local changes go up, changes by other devices come down.
  useEffect(() => {
    if (!isSettled || userId === undefined) return undefined;
    const run = () => {
      const profile = selectedProfile.read();
      if (profile) void syncCart(userId, profile.id);
    };
    run();
    addEventListener('online', run);
    const end = cart.subscribe(run);
    return () => {
      removeEventListener('online', run);
      end();
    };
  }, [isSettled, userId]);

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

  // A submitted sign-out form redirects by itself: do not race it when the session ends before its response arrives.
  useEffect(() => {
    if (userId !== undefined) wasSignedIn.current = true;
    const onSubmit = (event: SubmitEvent) => {
      if (!event.defaultPrevented) wasSignedIn.current = false;
    };
    addEventListener('submit', onSubmit);
    return () => removeEventListener('submit', onSubmit);
  }, [userId]);

  useEffect(() => {
    if (isGone && wasSignedIn.current && thisPage()?.needsSession)
      location.replace(
        `${addressHere('/login')}?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.pathname + location.search })}`,
      );
  }, [isGone]);

  return (
    <>
      <Toasts />
      <LinkMobileModal />
      {isSettled && userId !== undefined && <SavedOffer userId={userId} />}
    </>
  );
}
