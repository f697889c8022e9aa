import type { Answer } from '../editor/studio-calls.ts';
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
