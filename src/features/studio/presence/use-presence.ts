import { useEffect, useState } from 'react';
import type { PieceSaver } from '../editor/piece-saver.ts';
import type { StudioCalls, Answer } from '../editor/studio-calls.ts';
import type { WhoIsHere } from './presence.contract.ts';

type Beat = { tab: string; isTyping: boolean; isLeaving: boolean };
type Needs = {
  tab: string;
  /** `isLast`: must outlive the page. */
  send(beat: Beat, isLast: boolean): Promise<Answer<WhoIsHere>>;
  changed(now: WhoIsHere | null): void;
};

const every = 15_000;
/** After a refusal or without a network: each time twice as long. */
const longest = 120_000;
/** Somebody who pauses to think is still writing. */
const typingFor = 20_000;
/** What is known of others for longer than the server would say it, is not known any more. */
const trustedFor = 40_000;
/** Browsers slow the timers of hidden tabs after five minutes: the person is told to be gone before. */
const hiddenFor = 240_000;

/** Tells the server that this tab shows the piece, and what the server answers. One call at a time. */
export class Heartbeat {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;
  private typedAt = -Infinity;
  private answeredAt = 0;
  private wait = every;
  private isOn = false;
  private isCalling = false;
  private wasTyping = false;
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  start(): void {
    clearTimeout(this.hiding);
    if (this.isOn) return;
    this.isOn = true;
    this.wait = every;
    void this.beat();
  }

  /** A key was pressed: others learn it at once, unless they know. */
  typed(): void {
    this.typedAt = Date.now();
    if (this.isOn && !this.wasTyping && this.wait === every) void this.beat();
  }

  hidden(): void {
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => this.leave(), hiddenFor);
  }

  /** The tab closes, or nobody looks at it. */
  leave(): void {
    clearTimeout(this.hiding);
    clearTimeout(this.timer);
    if (!this.isOn) return;
    this.isOn = false;
    this.wasTyping = false;
    void this.needs.send({ tab: this.needs.tab, isTyping: false, isLeaving: true }, true);
  }

  private async beat(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isCalling) return;
    this.isCalling = true;
    const isTyping = Date.now() - this.typedAt < typingFor;
    this.wasTyping = isTyping;
    const answer = await this.needs.send({ tab: this.needs.tab, isTyping, isLeaving: false }, false);
    this.isCalling = false;
    if (!this.isOn) {
      // The leaving overtook this call: without a second one the person would stand there until it expires.
      void this.needs.send({ tab: this.needs.tab, isTyping: false, isLeaving: true }, true);
      return;
    }
    if (answer.ok) {
      this.answeredAt = Date.now();
      this.wait = every;
      this.needs.changed(answer.data);
    } else {
      this.wait = Math.min(longest, this.wait * 2);
      if (answer.why === 'forbidden' || answer.why === 'gone') this.isOn = false;
      if (!this.isOn || Date.now() - this.answeredAt > trustedFor) this.needs.changed(null);
    }
    // Not all tabs of a newsroom at once after the server was away.
    if (this.isOn) this.timer = setTimeout(() => void this.beat(), this.wait * (0.9 + Math.random() * 0.2));
  }
}

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
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('visibilitychange', onVisible, { signal });
    addEventListener('pageshow', () => heartbeat.start(), { signal });
    addEventListener('pagehide', () => heartbeat.leave(), { signal });
    heartbeat.start();
    return () => {
      forget();
      listening.abort();
      heartbeat.leave();
    };
  }, [saver, calls, kind, id]);
  return now;
}
