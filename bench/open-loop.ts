import { Agent, request } from 'node:http';

export type Sent = { kind: string; method?: string; path: string; headers?: Record<string, string>; body?: string };
/** `status` 0 where the connection broke; `afterMs` from the moment the request was due. */
export type Outcome = { kind: string; status: number; afterMs: number; hasRetryAfter: boolean };

/** Sends at a fixed rate whatever comes back, as readers do: a load that waits for answers would slow down with the site. */
export async function openLoop(origin: string, { rate, seconds, next }: { rate: number; seconds: number; next: (index: number) => Sent }): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 1_000 });
  const total = Math.round(rate * seconds);
  const startedAt = performance.now();
  const pending: Promise<Outcome>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor((performance.now() - startedAt) / 1_000 * rate));
      while (pending.length < due) pending.push(send(origin, agent, next(pending.length), startedAt + pending.length / rate * 1_000));
      if (pending.length < total) return;
      clearInterval(timer);
      resolve();
    }, 2);
  });
  const outcomes = await Promise.all(pending);
  agent.destroy();
  return outcomes;
}

function send(origin: string, agent: Agent, { kind, method = 'GET', path, headers = {}, body }: Sent, dueAt: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const done = (status: number, hasRetryAfter = false) => resolve({ kind, status, afterMs: performance.now() - dueAt, hasRetryAfter });
    const call = request(origin + path, { agent, method, headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) }, timeout: 20_000 }, (answer) => {
      answer.on('error', () => done(0)).on('end', () => done(answer.statusCode ?? 0, /^\d+$/.test(answer.headers['retry-after'] ?? ''))).resume();
    });
    call.on('timeout', () => call.destroy(new Error('no answer'))).on('error', () => done(0));
    call.end(body);
  });
}

export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
