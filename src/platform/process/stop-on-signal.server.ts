import { setTimeout as wait } from 'node:timers/promises';

type Stopping = {
  /** Makes the readiness probe fail; requests are still served. */
  drain(): void;
  /** Time for the load balancer to react; Ctrl+C skips it. */
  drainMs: number;
  /** Completes requests in flight and releases all resources. */
  close(): Promise<void>;
  /**
   * Closes connections with long streams, such as films: the client resumes with a range request at another instance.
   */
  cutOff(): void;
};

/** On SIGTERM and SIGINT, exits with 0 after `drainMs` plus at most eight seconds. */
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
      // A second signal exits at once. Ignored during the first second: npm forwards the Ctrl+C that the terminal has
      // sent here too.
      setTimeout(() => void process.on(signal, () => process.exit(1)), 1_000).unref();
      const stopped = signal === 'SIGTERM' && drainMs > 0 ? stop(drainMs, 5_000) : stop(0, 1_000);
      stopped.then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
