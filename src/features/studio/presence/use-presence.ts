import { useEffect, useState } from 'react';
import type { PieceSaver } from '../editor/piece-saver.ts';
import type { StudioCalls } from '../editor/studio-calls.ts';
import { Heartbeat } from './heartbeat.ts';
import type { WhoIsHere } from './presence.contract.ts';

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** `told`: null while it is not known; `hadCompany`: somebody else was here since the page was opened. */
export type Presence = { told: WhoIsHere | null; hadCompany: boolean };

/** Who else has the piece open. */
export function usePresence(saver: PieceSaver, calls: StudioCalls, kind: string, id: number | null): Presence {
  const [now, setNow] = useState<Presence>({ told: null, hadCompany: false });
  useEffect(() => {
    if (id === null) return;
    let isFirst = true;
    const heartbeat = new Heartbeat({
      tab: crypto.randomUUID(),
      send: (body, isLast) => calls.call(`/${kind}/${id}/presence`, { method: 'POST', body, isLast }),
      // The same object for the same answer: nothing is rendered, and nothing said aloud, twice.
      changed: (told) => {
        // A reload that was under way while this person's own text was saved: the page is the older one.
        if (isFirst && told?.isSavedByYou && told.revision > saver.read().base.revision) void saver.refresh();
        // Nothing is known yet where the first call failed.
        if (told !== null) isFirst = false;
        setNow((before) =>
          same(before.told, told)
            ? before
            : { told, hadCompany: before.hadCompany || (told !== null && told.here.length > 0) },
        );
      },
    });
    let { changes } = saver.read();
    const forget = saver.subscribe(() => {
      const { changes: next, status } = saver.read();
      if (next !== changes && status.is === 'typing') heartbeat.typed();
      changes = next;
    });
    const onVisible = () => (document.visibilityState === 'hidden' ? heartbeat.hidden() : heartbeat.start());
    const onShow = () => heartbeat.start();
    const onHide = () => heartbeat.leave();
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('pageshow', onShow);
    addEventListener('pagehide', onHide);
    heartbeat.start();
    return () => {
      forget();
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('pageshow', onShow);
      removeEventListener('pagehide', onHide);
      heartbeat.leave();
    };
  }, [saver, calls, kind, id]);
  return now;
}
