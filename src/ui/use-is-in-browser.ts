import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and while its page comes to life: what only this device knows is shown after that. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
