import type { ChildProcess } from 'node:child_process';
import { startWorker } from '../process/worker-process.server.ts';
import { unavailable } from '../wire/errors.ts';

/** The result of one text: its value, one plain sentence about the problem, or null when the deadline passed. */
export type TextResult = { value: string } | { problem: string } | null;
export type TextWorker = {
  /** @param deadline in milliseconds, in place of the worker's own @throws AppError 503 while the queue is full */
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

/** Milliseconds that the start of a process may take on a busy machine. */
const starting = 4_000;

/** In milliseconds, except `mostWaiting` and `megabytes`, the heap of the worker. */
const defaultBounds = { deadline: 1_000, patience: 1_500, mostWaiting: 20, idle: 60_000, megabytes: 96 };

/**
 * Renders texts at superlinear cost in a process of lower priority, so that they cannot block the event loop or take the
 * server's memory. The process starts on demand and ends after `idle`.
 * @param program module that answers each `{ text, deadline }` message with a TextResult (`serveParent`)
 */
export function createTextWorker(program: URL, bounds: Partial<typeof defaultBounds> = {}): TextWorker {
  const { deadline, patience, mostWaiting, idle, megabytes } = { ...defaultBounds, ...bounds };
  const waiting: Job[] = [];
  let worker: ChildProcess | undefined;
  let current: Job | undefined;
  let alarm: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = startWorker(program, megabytes);
    started.on('message', (result: TextResult) => worker === started && finish(result));
    // The text under way fails with a worker that crashed, as when it is out of memory.
    started.on('exit', () => worker === started && end());
    return started;
  }

  /** The text under way fails with it. */
  function end(): void {
    worker?.kill('SIGKILL');
    worker = undefined;
    finish(null);
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
      if (worker) alarm = setTimeout(end, idle).unref();
      return;
    }
    clearTimeout(current.patience);
    try {
      worker ??= start();
    } catch {
      const refused = current;
      current = undefined;
      refused.reject(unavailable(2));
      return next();
    }
    worker.send({ text: current.text, deadline: current.deadline });
    // Watchdog: the worker enforces the deadline itself; this one is for a stuck worker.
    alarm = setTimeout(end, current.deadline + starting);
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
          patience: setTimeout(
            () => {
              waiting.splice(waiting.indexOf(job), 1);
              reject(unavailable(2));
            },
            patience + (worker ? 0 : starting),
          ),
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
      end();
    },
  };
}
