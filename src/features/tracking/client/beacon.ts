/** Batch size, and the longest delay (ms) before a batch is sent. */
const most = 20;
const longestWait = 5_000;

export type Track = (name: string, props?: Record<string, string | number | boolean>) => void;

/**
 * Batches events; flushes after a few seconds, and when the page is hidden or left.
 * @param mayTrack the reader's consent, checked again before each send
 */
export function createBeacon(mayTrack: () => boolean): Track {
  let waiting: object[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    if (events.length > 0 && mayTrack()) navigator.sendBeacon?.('/api/track', JSON.stringify(events));
  }

  addEventListener('pagehide', send);
  addEventListener('visibilitychange', send);

  return (name, props) => {
    if (!mayTrack()) return;
    waiting.push({ name, path: location.pathname, at: Date.now(), props });
    if (waiting.length >= most) send();
    else timer ??= setTimeout(send, longestWait);
  };
}
