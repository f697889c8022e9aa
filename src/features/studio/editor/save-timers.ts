/** Milliseconds: the pause after the last change, and the longest time after the first. */
const times = {
  device: { pause: 300, most: 1_000 },
  server: { pause: 4_000, most: 20_000 },
  retry: { pause: 10_000, most: Infinity },
};
type Timed = keyof typeof times;

/** When what is typed is kept on the device, sent, and sent again. */
export class SaveTimers {
  private readonly timers: Partial<Record<Timed, ReturnType<typeof setTimeout>>> = {};
  private readonly since: Partial<Record<Timed, number>> = {};

  restart(what: Timed, act: () => void): void {
    const now = Date.now();
    const { pause, most } = times[what];
    const since = (this.since[what] ??= now);
    clearTimeout(this.timers[what]);
    this.timers[what] = setTimeout(act, Math.max(0, Math.min(pause, since + most - now)));
  }

  stop(what: Timed): void {
    clearTimeout(this.timers[what]);
    delete this.since[what];
  }
}
