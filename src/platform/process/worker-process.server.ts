import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * Starts a program of ours for input that may take any time or memory. It is a process, not a thread: V8 aborts the
 * whole process when one allocation in a thread exceeds that thread's heap. It has none of the site's settings, does
 * not keep this process alive, and ends with it.
 * @param program a module that calls `serveParent`
 * @param megabytes heap at which it is aborted
 * @throws where the system has no process or file descriptor left
 */
export function startWorker(program: URL, megabytes: number): ChildProcess {
  const { TZ } = process.env;
  const worker = fork(program, [], {
    env: TZ === undefined ? {} : { TZ },
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Not started, or a message to one that has just ended; its end is seen by `exit`.
  worker.on('error', () => {});
  if (!worker.connected) throw new Error('No process could be started.');
  worker.unref();
  worker.channel?.unref();
  return worker;
}

/** By a thread, since the process itself may be in a loop when the one that started it is killed. */
const endWithParent = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500)`;

/** In a worker: answers each message of the process that started it, and ends with that process. */
export function serveParent<Asked>(answer: (request: Asked) => unknown): void {
  try {
    setPriority(10);
  } catch {
    // Where the system refuses it, readers' requests and this work run at equal priority.
  }
  new Worker(endWithParent, { eval: true }).unref();
  // Meant for the whole group: the server answers what it has begun, and then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on(
    'message',
    (request: Asked) => void Promise.resolve(answer(request)).then((result) => process.send?.(result)),
  );
}
