import { Agent, request } from 'node:http';

export type Sent = { kind: string; method?: string; path: string; headers?: Record<string, string>; body?: string };
/**
 * `status` is 0 where the connection broke; `afterMs` counts from the time at which the request was due, `lateMs` until
 * this process sent it.
 */
export type Outcome = {
  kind: string;
  status: number;
  afterMs: number;
  lateMs: number;
  hasRetryAfter: boolean;
  cookies: string[];
};

/**
 * Open-loop load: a fixed rate independent of responses, since a closed loop would slow down with the site (coordinated
 * omission).
 */
export async function openLoop(
  origin: string,
  { rate, seconds, next }: { rate: number; seconds: number; next: (index: number) => Sent },
): Promise<Outcome[]> {
  const agent = keepAliveAgent();
  const pending: Promise<Outcome>[] = [];
  await pace(rate, seconds, (index, dueAt) => void pending.push(send(origin, agent, next(index), dueAt)));
  const outcomes = await Promise.all(pending);
  agent.destroy();
  return outcomes;
}

export const keepAliveAgent = () => new Agent({ keepAlive: true, maxFreeSockets: 1_000 });

/** Calls `start` for each request when it is due, or as soon after as this process can. */
export async function pace(
  rate: number,
  seconds: number,
  start: (index: number, dueAt: number) => void,
): Promise<void> {
  const total = Math.round(rate * seconds);
  const startedAt = performance.now();
  let started = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      // The first request is due at once.
      const due = Math.min(total, 1 + Math.floor(((performance.now() - startedAt) / 1_000) * rate));
      for (; started < due; started += 1) start(started, startedAt + (started / rate) * 1_000);
      if (started < total) return;
      clearInterval(timer);
      resolve();
    }, 2);
  });
}

export function send(
  origin: string,
  agent: Agent,
  { kind, method = 'GET', path, headers = {}, body }: Sent,
  dueAt: number,
): Promise<Outcome> {
  const lateMs = performance.now() - dueAt;
  return new Promise((resolve) => {
    const done = (status: number, hasRetryAfter = false, cookies: string[] = []) =>
      resolve({ kind, status, afterMs: performance.now() - dueAt, lateMs, hasRetryAfter, cookies });
    const call = request(
      origin + path,
      {
        agent,
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
        timeout: 20_000,
      },
      (answer) => {
        answer
          .on('error', () => done(0))
          .on('end', () =>
            done(
              answer.statusCode ?? 0,
              /^\d+$/.test(answer.headers['retry-after'] ?? ''),
              answer.headers['set-cookie'],
            ),
          )
          .resume();
      },
    );
    call.on('timeout', () => call.destroy(new Error('no answer'))).on('error', () => done(0));
    call.end(body);
  });
}

export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
