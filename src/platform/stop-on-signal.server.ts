import { setTimeout as wait } from 'node:timers/promises';

type Stopping = {
  /** Tells the load balancer to look elsewhere; everything is served on. */
  drain(): void;
  /** For the load balancer to notice; Ctrl+C does not wait. */
  drainMs: number;
  /** Finishes what is under way, and gives everything back. */
  close(): Promise<void>;
  /** Ends connections whose answers do not end, such as somebody's film: it goes on from where it was at the next server. */
  cutOff(): void;
};

/** Ends the process with 0 on SIGTERM and SIGINT, in `drainMs` and at most eight seconds. */
export function stopOnSignal({ drain, drainMs, close, cutOff }: Stopping): void {
  let isStopping = false;

  async function stop(waitMs: number, patienceMs: number): Promise<void> {
    setTimeout(() => process.exit(1), waitMs + 8_000).unref();
    drain();
    await wait(waitMs);
    setTimeout(cutOff, patienceMs).unref();
    await close();
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      // Asked again: at once. Not within a second, because npm hands on the Ctrl+C that this process got as well.
      setTimeout(() => void process.on(signal, () => process.exit(1)), 1_000).unref();
      const stopped = signal === 'SIGTERM' && drainMs > 0 ? stop(drainMs, 5_000) : stop(0, 1_000);
      stopped.then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
