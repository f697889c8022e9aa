import { postAuth, readAuth } from './auth-calls.ts';
import { onOtherTabs } from './broadcast.ts';
import { logToServer } from './client-log.ts';
import { forgetPerson } from './forget-person.ts';

export type SessionUser = { id: string; name: string; email: string | null; phone: string | null };

/** Immutable: the same object until something changes, so that subscribers do not rerender needlessly. */
export type SessionState =
  | { status: 'loading'; user: null; isNewUser: false }
  /** `isCertain`: confirmed by the server; false where it could not be reached. */
  | { status: 'unauthenticated'; user: null; isNewUser: false; isCertain: boolean }
  | { status: 'authenticated'; user: SessionUser; isNewUser: boolean };

export const loadingState: SessionState = { status: 'loading', user: null, isNewUser: false };

// One window switch fires both 'focus' and 'visibilitychange': debounce.
const sameLookMs = 250;

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const asObject = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** @param pollSeconds read at the first subscription; 0: refresh only on focus, or when another tab reports a change */
export function createSessionStore(pollSeconds: () => number = () => 0) {
  let state: SessionState = loadingState;
  let token: string | null = null;
  let clockAhead = 0;
  let newest = 0;
  let running: Promise<SessionState> | null = null;
  let lookedAt = 0;
  const listeners = new Set<() => void>();

  function show(next: SessionState): SessionState {
    if (JSON.stringify(next) === JSON.stringify(state)) return state;
    state = next;
    for (const listener of listeners) listener();
    return state;
  }

  async function load(): Promise<SessionState> {
    newest += 1;
    const turn = newest;
    const answer = await readAuth('session');
    // A newer request supersedes this response.
    if (turn !== newest) return running ?? state;
    if (answer === null) return show({ status: 'unauthenticated', user: null, isNewUser: false, isCertain: false });
    clockAhead = answer.serverNow - Date.now();
    const user = asObject(answer.body.user);
    const verified = asObject(answer.body.verifyResponse);
    const id = textOrNull(user.id);
    token = textOrNull(verified.token);
    if (id !== null && token === null) logToServer('warn', 'MISSING_TOKEN', 'a session without an access token');
    if (id === null || isExpired(token, answer.serverNow)) {
      if (id !== null) await postAuth('signout', { callbackUrl: '/' }).catch(() => null);
      return signedOut({ withDrafts: false });
    }
    return show({
      status: 'authenticated',
      user: { id, name: textOrNull(user.name) ?? '', email: textOrNull(user.email), phone: textOrNull(user.phone) },
      isNewUser: verified.newUser === true,
    });
  }

  function start(): Promise<SessionState> {
    const mine = load().finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  }

  const read = () => running ?? start();

  async function signedOut(options: { withDrafts?: boolean } = {}): Promise<SessionState> {
    newest += 1;
    token = null;
    await forgetPerson(options);
    return show({ status: 'unauthenticated', user: null, isNewUser: false, isCertain: true });
  }

  function listen(): () => void {
    const onLook = () => {
      if (document.visibilityState !== 'visible' || Date.now() - lookedAt < sameLookMs) return;
      lookedAt = Date.now();
      void read();
    };
    const onChange = () => void start();
    const quiet = onOtherTabs(onChange);
    const seconds = pollSeconds();
    const timer =
      seconds > 0
        ? setInterval(() => {
            if (token !== null && navigator.onLine) void read();
          }, seconds * 1_000)
        : undefined;
    document.addEventListener('visibilitychange', onLook);
    addEventListener('focus', onLook);
    addEventListener('online', onChange);
    return () => {
      quiet();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onLook);
      removeEventListener('focus', onLook);
      removeEventListener('online', onChange);
    };
  }

  let stop: (() => void) | null = null;

  return {
    getState: () => state,
    /** The first subscriber triggers the first read. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (listeners.size === 1) {
        stop = listen();
        if (state.status === 'loading') void read();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
    /** Single flight: joins a request in progress, else sends one. */
    read,
    /** Always sends a request: the session is known to have changed. */
    refresh: start,
    /** Call after the server has confirmed the sign-out. */
    signedOut: () => signedOut(),
    isTokenExpired: () => token !== null && isExpired(token, Date.now() + clockAhead),
  };
}

/** The page's singleton. */
export const sessionStore = createSessionStore(() => Number(document.getElementById('visitor')?.dataset.poll ?? 0));

/** Expiry of a signed token in ms since the epoch; null for a malformed one. The signature is not checked here. */
export function expiryOf(token: string): number | null {
  const [, payload, signature, ...more] = token.split('.');
  if (!payload || !signature || more.length > 0) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const { exp } = JSON.parse(new TextDecoder().decode(bytes)) as { exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1_000 : null;
  } catch {
    return null;
  }
}

/** Empty or malformed tokens count as expired. @param now server time: clocks of cheap phones are often wrong */
export function isExpired(token: string | null, now: number): boolean {
  const endsAt = token ? expiryOf(token) : null;
  return endsAt === null || endsAt <= now;
}
