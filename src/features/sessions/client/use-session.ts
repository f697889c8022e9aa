import { useSyncExternalStore } from 'react';
import { loadingState, type SessionState, sessionStore } from './session-store.ts';

export const useSession = (): SessionState =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.getState, () => loadingState);
