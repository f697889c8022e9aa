import { useEffect, useSyncExternalStore } from 'react';
import { loadingState, type SessionState, sessionStore } from './session-store.ts';

/** @param required redirects anonymous users to sign-in, and back here afterwards */
export function useSession({ required = false } = {}): SessionState {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.getState, () => loadingState);
  const mustSignIn = required && state.status === 'unauthenticated' && state.isCertain;
  useEffect(() => {
    if (mustSignIn)
      location.replace(
        `/api/auth/signin?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })}`,
      );
  }, [mustSignIn]);
  return state;
}
