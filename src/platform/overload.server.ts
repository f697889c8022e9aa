import type { EventEmitter } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import type { RequestKind } from './request-kind.server.ts';
import { createServiceRate } from './service-rate.server.ts';

/** `complete` once the whole body has been received. */
type Arriving = EventEmitter & { complete: boolean };
type Answering = EventEmitter & { destroyed?: boolean };
type CountedKind = Exclude<RequestKind, 'free'>;
type QueuedKind = Exclude<CountedKind, keyof typeof roomApart>;

export type Overload = {
  /**
   * Calls `start` now or when the request leaves the queue, or `refuse` where its deadline would pass. The request
   * counts as in flight until `response` closes, but not while its body is still being received.
   */
  enter(kind: RequestKind, request: Arriving, response: Answering, start: () => void, refuse: () => void): void;
  /** Refusals by kind. */
  refused: Readonly<Record<CountedKind, number>>;
  /** Current length of the queue. */
  waiting(): number;
};

/** These requests mostly wait (for a batched write; for a worker), so each kind has its own limit of concurrency. */
const roomApart = { beacon: 256, picture: 256 };

/** Queueing delay, in seconds, above which a kind is refused: load is shed in order of least harm to readers. */
const longestQueue = { beacon: 0.81, search: 0.82, reading: 0.86, writing: 1.2 };
/** Hard deadline in the queue, whatever the estimate of the waiting time. */
const longestWaitMs = { search: 920, reading: 920, writing: 1_100 };
/** Cost in units; one unit is an article page. A search occupies the thread four times as long. */
const unitsOf: Record<QueuedKind, number> = { search: 4, reading: 1, writing: 1 };
/** Service rate assumed until it has been measured, so that a cold process accepts a burst. */
const assumedRate = 400;
/** A body that takes longer comes over a slow connection, or from a slowloris client that wants to hold its slot. */
const slowBodyMs = 10;
/** Fraction of the heap limit, which counts the young generation in. */
const longHeap = 0.65;

type Options = {
  /** Used heap, in bytes. */
  heapUsed: () => number;
  heapLimit?: number;
  /** Concurrency limit: enough to keep thread and database busy, while the other requests wait here at no cost. */
  atOnce: number;
  /** Clock, in milliseconds. */
  now?: () => number;
};

type Waiting = { kind: QueuedKind; response: Answering; since: number; start: () => void; refuse: () => void };

/**
 * Admission control: a bounded number of requests is in flight, the next ones queue in order of arrival, and those that
 * would wait too long are refused at once (Little's law: units in flight divided by the service rate).
 */
export function createOverload({
  heapUsed,
  heapLimit = getHeapStatistics().heap_size_limit,
  atOnce,
  now = () => performance.now(),
}: Options): Overload {
  const refused = { beacon: 0, search: 0, reading: 0, writing: 0, picture: 0 };
  const apart = { beacon: 0, picture: 0 };
  // No kind may occupy all slots, or slow writes would lock out every reader.
  const places = { search: Math.ceil(atOnce / 2), reading: atOnce - 1, writing: atOnce - 1 };
  const underWay = { search: 0, reading: 0, writing: 0 };
  const queue: Waiting[] = [];
  const rate = createServiceRate(assumedRate, now);
  let unitsAhead = 0;
  let expiry: NodeJS.Timeout | undefined;

  const running = () => underWay.search + underWay.reading + underWay.writing;
  const hasPlace = (kind: QueuedKind) => running() < atOnce && underWay[kind] < places[kind];
  const isTooLong = (kind: keyof typeof longestQueue) => unitsAhead / rate.best() > longestQueue[kind];
  const isHeapShort = () => heapUsed() > longHeap * heapLimit;

  function refuse(kind: CountedKind, tell: () => void): void {
    refused[kind] += 1;
    tell();
  }

  function count(kind: QueuedKind, by: 1 | -1): void {
    underWay[kind] += by;
    unitsAhead += by * unitsOf[kind];
    if (by === 1) return;
    // Only a saturated thread shows its true service rate.
    if (running() + queue.length + 1 < atOnce) rate.pause();
    else rate.finished(unitsOf[kind]);
  }

  function leaveQueue(at: number): Waiting {
    const [waiting] = queue.splice(at, 1) as [Waiting];
    unitsAhead -= unitsOf[waiting.kind];
    if (queue.length === 0) {
      clearInterval(expiry);
      expiry = undefined;
    }
    return waiting;
  }

  function refuseLate(): void {
    // FIFO queue, so waiting times fall from front to back: stop at the first request within the shortest deadline.
    // Writes have a longer deadline, and may be passed over.
    for (let at = 0; at < queue.length;) {
      const { kind, since } = queue[at]!;
      const waited = now() - since;
      if (waited <= longestWaitMs.search) return;
      if (waited <= longestWaitMs[kind]) {
        at += 1;
        continue;
      }
      const { response, refuse: tell } = leaveQueue(at);
      if (!response.destroyed) refuse(kind, tell);
    }
  }

  function startNext(): void {
    refuseLate();
    for (let at = queue.findIndex(({ kind }) => hasPlace(kind)); at !== -1;) {
      const { response, start } = leaveQueue(at);
      // The client has disconnected.
      if (!response.destroyed) start();
      at = queue.findIndex(({ kind }) => hasPlace(kind));
    }
  }

  function enterQueue(waiting: Waiting): void {
    queue.push(waiting);
    unitsAhead += unitsOf[waiting.kind];
    expiry ??= setInterval(refuseLate, 50).unref();
  }

  function run(kind: QueuedKind, request: Arriving, response: Answering, start: () => void): void {
    let isCounted = true;
    count(kind, 1);
    const counted = (now: boolean) => {
      if (isCounted === now) return;
      isCounted = now;
      count(kind, now ? 1 : -1);
      if (!now) startNext();
    };
    const again = () => counted(true);
    const slow = setTimeout(() => {
      if (request.complete) return;
      counted(false);
      request.once('end', again);
    }, slowBodyMs);
    response.once('close', () => {
      clearTimeout(slow);
      request.off('end', again);
      counted(false);
    });
    start();
  }

  function enterApart(kind: keyof typeof roomApart, response: Answering, start: () => void, tell: () => void): void {
    if (apart[kind] >= roomApart[kind] || (kind === 'beacon' && isTooLong('beacon'))) return refuse(kind, tell);
    apart[kind] += 1;
    response.once('close', () => {
      apart[kind] -= 1;
    });
    start();
  }

  return {
    refused,
    waiting: () => queue.length,
    enter(kind, request, response, start, tell) {
      if (kind === 'free') return start();
      if (kind === 'beacon' || kind === 'picture') return enterApart(kind, response, start, tell);
      if (hasPlace(kind) && !queue.some((waiting) => waiting.kind === kind)) return run(kind, request, response, start);
      if (isTooLong(kind) || isHeapShort()) return refuse(kind, tell);
      enterQueue({ kind, response, since: now(), start: () => run(kind, request, response, start), refuse: tell });
    },
  };
}
