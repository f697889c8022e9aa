import { useEffect, useState } from 'react';
import { t } from '../messages/messages.ts';
import { useSite } from '../ui/site-context.ts';
import { answerChanged, readAnswer, saysDoNotTrack } from './consent.ts';

/** What was chosen, once the browser can say; the buttons beside it work through Acts. The id makes the page hydrate at once. */
export function PrivacyChoice() {
  const [words, setWords] = useState<string>(t.consent.needsScript);
  useEffect(() => {
    const look = () => {
      const answer = readAnswer();
      setWords(
        saysDoNotTrack()
          ? t.consent.signal
          : answer === 'yes'
            ? t.consent.chosenYes
            : answer === 'no'
              ? t.consent.chosenNo
              : t.consent.notChosen,
      );
    };
    look();
    addEventListener(answerChanged, look);
    addEventListener('storage', look);
    return () => {
      removeEventListener(answerChanged, look);
      removeEventListener('storage', look);
    };
  }, []);
  // Only the server knows the site's settings: without tags there is nothing to choose, and nothing to hydrate for.
  const { analyticsId, adsenseClient } = useSite();
  const isIdle = import.meta.env.SSR && !analyticsId && !adsenseClient;
  return (
    <p id={isIdle ? undefined : 'now'} hidden={isIdle} role="status" suppressHydrationWarning>
      {words}
    </p>
  );
}
