import { areTranslated } from '../islands/translate-later.ts';
import { showUnread } from '../features/notifications/show-unread.ts';
import { countOffered, isCartSynced } from '../features/profiles/client/cart-state.ts';
import { readHint } from '../features/sessions/client/hint-cookies.ts';
import { type SessionUser, sessionStore } from '../features/sessions/client/session-store.ts';
import { closeModal, isPutOff, mustLink, openModal } from '../features/users/link-mobile-state.ts';
import { visitor } from '../messages/visitor.ts';
import { accountCart, cart, cartBeforeSignIn, selectedProfile } from '../platform/browser/local-store.ts';
import { addressHere, linkHere } from '../platform/settings/site-languages.ts';
import { make } from '../ui/make.ts';

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
    link.replaceChildren(make('span', { class: 'face' }, initial));
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

/** Most pages are read by whom this device knows, with the cart that it knows: those load neither module. */
async function greet(isForSigningIn: boolean, { id: userId }: SessionUser, isNewUser: boolean): Promise<string | null> {
  if (accountCart.read()?.userId === userId && selectedProfile.read()) return null;
  const { afterLogin, targetInAddress } = await import('../features/profiles/client/after-login.ts');
  return afterLogin({ userId, isNewUser, target: isForSigningIn ? targetInAddress() : null });
}

/** Both ways: local changes go up, changes by other devices come down. */
async function syncCart({ id: userId }: SessionUser): Promise<void> {
  const profile = selectedProfile.read();
  if (!profile || isCartSynced(userId)) return;
  await (await import('../features/profiles/client/account-cart.ts')).syncCart(userId, profile.id);
}

/** Once for each person who is signed in here; `signal` ends it. */
async function welcome(element: HTMLElement, user: SessionUser, isNewUser: boolean, signal: AbortSignal) {
  const isForSigningIn = 'signingIn' in element.dataset;
  // Without the network the rest of the welcome still holds.
  const goTo = await greet(isForSigningIn, user, isNewUser).catch(() => null);
  if (signal.aborted) return;
  if (goTo !== null && linkHere(goTo) !== location.pathname) return location.assign(linkHere(goTo));

  const sync = () => void syncCart(user).catch(() => undefined);
  // Checked on a new document, a restore from the back/forward cache, and a step in the history.
  const ask = () => {
    // Another tab may have met the end of the session, which takes the hints away: then nobody is asked for a number.
    const isHere = readHint('user_id') === user.id;
    const isPrompted =
      isHere &&
      mustLink({
        isPromptOn: element.dataset.prompt !== 'off',
        phoneLinkedHint: readHint('isPhoneLinked'),
        isForSigningIn,
        isLater: isPutOff(),
      });
    if (isPrompted) openModal();
    else closeModal();
    if (isPrompted || countOffered(user.id) > 0) void showParts(element);
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    void sessionStore.refresh();
    ask();
  };
  sync();
  ask();
  addEventListener('online', sync, { signal });
  addEventListener('popstate', ask, { signal });
  addEventListener('pageshow', onShow, { signal });
  const ends = [cart.subscribe(sync), cartBeforeSignIn.subscribe(ask)];
  signal.addEventListener('abort', () => {
    for (const end of ends) end();
    closeModal();
  });
}

let parts: Promise<void> | undefined;

/** Once: the parts follow their stores by themselves. After a failure, the next occasion asks again. */
async function showParts(element: HTMLElement): Promise<void> {
  parts ??= import('./visitor-parts.tsx').then(async ({ startParts }) => {
    await areTranslated();
    return startParts(element);
  });
  await parts.catch(() => (parts = undefined));
}

/**
 * Another tab has ended the session, and says that drafts are gone: the next person finds this tab open. Only once the
 * server has ended it, since a page fetched before would be the former person's.
 */
async function forgetHere(needsSession: boolean): Promise<void> {
  try {
    const { forgetTyped } = await import('../islands/forget-typed.ts');
    forgetTyped({ isKeptWhole: !needsSession, isOpen: true });
  } finally {
    if (needsSession)
      location.replace(
        `${addressHere('/login')}?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.pathname + location.search })}`,
      );
  }
}

/** The signed-in user's parts of a page; loaded only where the hint cookie says that somebody is signed in. */
export function start(element: HTMLElement): void {
  let shown = '';
  let stop = new AbortController();
  let wasSignedIn = false;
  const follow = () => {
    const session = sessionStore.getState();
    const { user, isNewUser, status } = session;
    const person = user ? JSON.stringify([user.id, user.name, isNewUser]) : '';
    if (person !== shown) {
      stop.abort();
      stop = new AbortController();
      shown = person;
      if (user) {
        const { signal } = stop;
        const ends = [markShell(user), showUnread()];
        signal.addEventListener('abort', () => ends.forEach((end) => end()));
        void welcome(element, user, isNewUser, signal);
      }
    }
    if (user) wasSignedIn = true;
    // A form that ends the session may be under way since before this script was there: its answer is not raced.
    else if (
      status === 'unauthenticated' &&
      session.isCertain &&
      wasSignedIn &&
      !document.querySelector('[data-sign-out]')
    ) {
      wasSignedIn = false;
      void forgetHere('needsSession' in element.dataset);
    }
  };
  // A submitted sign-out form redirects by itself: do not race it when the session ends before its response arrives.
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) wasSignedIn = false;
  });
  sessionStore.subscribe(follow);
  follow();
}
