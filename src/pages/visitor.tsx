import { type ComponentType, useEffect, useState } from 'react';
import { onOtherTabs } from '../features/sessions/client/broadcast.ts';
import { seemsSignedIn } from '../features/sessions/client/hint-cookies.ts';
import { loginAddress } from '../platform/safe-redirect.ts';
import { useSite } from '../ui/site-context.ts';

/** Links to signing in lead back to where they were tapped. */
function leadBack(event: Event) {
  const link = (event.target as Element | null)?.closest?.('a[href="/login"]');
  link?.setAttribute('href', loginAddress(location.pathname + location.search));
}

/** What a page shows somebody of themselves; its code comes only to a browser in which somebody has signed in. */
export function Visitor() {
  const { linkMobilePrompt, sessionPollSeconds } = useSite();
  const [SignedIn, setSignedIn] = useState<ComponentType | null>(null);
  useEffect(() => {
    let isAsked = false;
    const look = () => {
      if (isAsked || !seemsSignedIn()) return;
      isAsked = true;
      import('./signed-in.tsx').then(
        (module) => setSignedIn(() => module.SignedIn),
        () => {
          isAsked = false;
        },
      );
    };
    look();
    const quiet = onOtherTabs(look);
    addEventListener('pageshow', look);
    addEventListener('focus', look);
    document.addEventListener('click', leadBack, true);
    return () => {
      quiet();
      removeEventListener('pageshow', look);
      removeEventListener('focus', look);
      document.removeEventListener('click', leadBack, true);
    };
  }, []);
  return (
    <div
      id="visitor"
      data-prompt={linkMobilePrompt === false ? 'off' : undefined}
      data-poll={sessionPollSeconds || undefined}
      suppressHydrationWarning
    >
      {SignedIn && <SignedIn />}
    </div>
  );
}
