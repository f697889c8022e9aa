import { Worker } from 'node:worker_threads';
import { unavailable } from '../wire/errors.ts';

/** The result of one text: its value, one plain sentence about the problem, or null when the deadline passed. */
export type TextResult = { value: string } | { problem: string } | null;
export type TextThread = {
  /** @param deadline in milliseconds, in place of the thread's own @throws AppError 503 while the queue is full */
  run(text: string, deadline?: number): Promise<TextResult>;
  close(): Promise<void>;
};
type Job = {
  text: string;
  deadline: number;
  resolve(result: TextResult): void;
  reject(error: unknown): void;
  patience: NodeJS.Timeout;
};

/** In milliseconds, except `mostWaiting` and `megabytes`, the heap of the thread. */
const defaultBounds = { deadline: 1_000, patience: 1_500, mostWaiting: 20, idle: 60_000, megabytes: 96 };

/**
 * Renders texts at superlinear cost in a worker thread of lower priority, so that they cannot block the event loop. The
 * thread starts on demand and ends after `idle`, to free its memory.
 * @param program module that answers each `{ text, deadline }` message with a TextResult
 */
export function createTextThread(program: URL, bounds: Partial<typeof defaultBounds> = {}): TextThread {
  const { deadline, patience, mostWaiting, idle, megabytes } = { ...defaultBounds, ...bounds };
  const waiting: Job[] = [];
  let thread: Worker | undefined;
  let current: Job | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    started.unref();
    started.on('message', (result: TextResult) => thread === started && finish(result));
    started.on('error', () => lose(started));
    started.on('exit', () => lose(started));
    return started;
  }

  /** The text under way fails with a worker that crashed (out of memory) or was terminated here. */
  function lose(lost: Worker): void {
    if (thread !== lost) return;
    thread = undefined;
    finish(null);
  }

  function end(): Promise<unknown> {
    const ended = thread;
    thread = undefined;
    return ended?.terminate() ?? Promise.resolve();
  }

  function finish(result: TextResult): void {
    clearTimeout(alarm);
    const done = current;
    current = undefined;
    done?.resolve(result);
    next();
  }

  function next(): void {
    if (current) return;
    clearTimeout(alarm);
    current = waiting.shift();
    if (!current) {
      alarm = setTimeout(() => void end(), idle).unref();
      return;
    }
    clearTimeout(current.patience);
    thread ??= start();
    thread.postMessage({ text: current.text, deadline: current.deadline });
    // Watchdog: the worker enforces the deadline itself; this one is for a stuck worker, and allows for its start.
    alarm = setTimeout(() => {
      void end();
      finish(null);
    }, current.deadline + 1_500);
  }

  return {
    run: (text, longest = deadline) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting) return reject(unavailable(2));
        const job: Job = {
          text,
          deadline: longest,
          resolve,
          reject,
          patience: setTimeout(() => {
            waiting.splice(waiting.indexOf(job), 1);
            reject(unavailable(2));
          }, patience),
        };
        waiting.push(job);
        next();
      }),
    async close() {
      clearTimeout(alarm);
      for (const { patience: timer, reject } of waiting.splice(0)) {
        clearTimeout(timer);
        reject(unavailable(2));
      }
      await end();
      current?.resolve(null);
      current = undefined;
    },
  };
}
