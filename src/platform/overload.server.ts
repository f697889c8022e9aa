import type { EventEmitter } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { createConcurrencyLimit } from './concurrency-limit.server.ts';
import type { RequestKind } from './request-kind.server.ts';
import { createServiceRate } from './service-rate.server.ts';

/** `complete` once the whole body has been received. */
type Arriving = EventEmitter & { method?: string | undefined; complete: boolean };
type Answering = EventEmitter & { destroyed?: boolean; statusCode?: number };
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
/** A request that finds at most so much work before it, in seconds, has the whole deadline (see longestWait). */
const shortQueue = 0.4;
/** Hard deadline in the queue, whatever the estimate of the waiting time. */
const longestWaitMs = { search: 920, reading: 920, writing: 1_100 };
/**
 * Answered within this time after its arrival, or refused: what a request takes itself comes off its wait, except in a
 * short queue.
 */
const longestAnswerMs = { search: 900, reading: 950, writing: 1_150 };
/** However long requests take: a few clients that read slowly must not empty the queue. */
const shortestWaitMs = { search: 250, reading: 500, writing: 600 };
/** A 503 after so long is that of a request which was cut off (answer-in-time.server.ts): the database hangs. */
const hangsAfterMs = 2_500;
/** Deadline in the queue meanwhile: who waits longer and is then cut off, too, would be answered after 3 s. */
const longestWaitOfHangingMs = 180;
/** So many requests tell how long one of their kind takes under the load of the moment. */
const requestsTimed = 16;
/**
 * Bounded overtaking: while a search waits for one of its few places, at most so many other requests start before it.
 * Readers would starve it, and each who is served asks again, one in four for another search.
 */
const mostStartedBefore = 16;
/** Searches hold all their places, and none has started or ended for so long: they are stuck in the database. */
const stuckAfterMs = 250;
/** After a refused search beacons are refused, too: they are shed before searches. */
const beaconsAfterSearchMs = 1_000;
/** Seconds per request, assumed until they have been measured, so that a cold process accepts a burst. */
const assumedCosts: Record<QueuedKind, number> = { search: 0.02, reading: 0.0025, writing: 0.0025 };
/** A body that takes longer comes over a slow connection, or from a slowloris client that wants to hold its slot. */
const slowBodyMs = 10;
/** The handlers of these wait for their body. A GET is worked on at once, whatever body it announces. */
const methodsWithBody = new Set<string | undefined>(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Fraction of the heap limit, which counts the young generation in. */
const longHeap = 0.65;

type Options = {
  /** Used heap, in bytes. */
  heapUsed: () => number;
  heapLimit?: number;
  /** Highest concurrency limit: enough to keep thread and database busy; the other requests wait here at no cost. */
  atOnce: number;
  /** Share of the time since its last call in which the event loop was busy. Without it the limit is constant. */
  utilization?: () => number;
  /** Clock, in milliseconds. */
  now?: () => number;
};

type Waiting = {
  kind: QueuedKind;
  response: Answering;
  since: number;
  /** Little work was before it when it arrived; what arrives later does not shorten its deadline. */
  isInShortQueue: boolean;
  /** Requests other than searches that had started when it arrived. */
  othersStartedBefore: number;
  start: () => void;
  refuse: () => void;
};

/**
 * Admission control: a bounded number of requests is in flight, the next ones queue in order of arrival, and those that
 * would wait too long are refused at once (Little's law: by the time that the requests before them take).
 */
export function createOverload({
  heapUsed,
  heapLimit = getHeapStatistics().heap_size_limit,
  atOnce,
  utilization = () => 0,
  now = () => performance.now(),
}: Options): Overload {
  const refused = { beacon: 0, search: 0, reading: 0, writing: 0, picture: 0 };
  const apart = { beacon: 0, picture: 0 };
  const limit = createConcurrencyLimit(atOnce, utilization, now);
  // No kind may occupy all slots, or slow writes would lock out every reader. Few searches at once, or each would take
  // long.
  const placesOf = (kind: QueuedKind) => (kind === 'search' ? Math.max(2, Math.ceil(limit() / 4)) : limit() - 1);
  const underWay = { search: 0, reading: 0, writing: 0 };
  /** Under way, or in the queue. */
  const ahead = { search: 0, reading: 0, writing: 0 };
  const queue: Waiting[] = [];
  const rate = createServiceRate(assumedCosts, now);
  const times: Record<QueuedKind, number[]> = { search: [], reading: [], writing: [] };
  let searchRefusedAt = -Infinity;
  /** When the last search took or gave back a place. */
  let searchMovedAt = -Infinity;
  let othersStarted = 0;
  /** When the last request ended that was cut off. */
  let cutOffAt = -Infinity;
  let expiry: NodeJS.Timeout | undefined;

  const running = () => underWay.search + underWay.reading + underWay.writing;
  const hasPlace = (kind: QueuedKind) => running() < limit() && underWay[kind] < placesOf(kind);
  const isTooLong = (kind: keyof typeof longestQueue) => rate.secondsFor(ahead) > longestQueue[kind];
  /**
   * Deadline in a long queue, in milliseconds: what nearly every request of the kind takes now comes off. In a short one
   * it does not: beside busy neighbours one search takes most of a second, and the next few would be refused for it.
   */
  function longestWait(kind: QueuedKind): number {
    const usual = times[kind].toSorted((one, other) => other - one)[Math.floor(times[kind].length / 8)] ?? 0;
    return Math.min(longestWaitMs[kind], Math.max(shortestWaitMs[kind], longestAnswerMs[kind] - usual));
  }
  const isHanging = () => now() - cutOffAt < 100;
  const isStuck = () => underWay.search >= placesOf('search') && now() - searchMovedAt >= stuckAfterMs;
  /** Only a search that waits for a place may be overtaken, and by a few; those behind stuck ones hold up nobody. */
  const isStarved = ({ kind, othersStartedBefore }: Waiting) =>
    kind === 'search' && othersStarted - othersStartedBefore >= mostStartedBefore && !isStuck();
  const mayStart = (kind: QueuedKind) =>
    hasPlace(kind) && !queue.some((waiting) => waiting.kind === kind || isStarved(waiting));
  const isHeapShort = () => heapUsed() > longHeap * heapLimit;

  function refuse(kind: CountedKind, tell: () => void): void {
    refused[kind] += 1;
    if (kind === 'search') searchRefusedAt = now();
    tell();
  }

  function count(kind: QueuedKind, by: 1 | -1, isFinished = true): void {
    underWay[kind] += by;
    ahead[kind] += by;
    if (by === 1) return;
    // Only a saturated thread shows its true service rate.
    if (running() + (isStuck() ? 0 : queue.length) + 1 < limit()) rate.pause();
    else if (isFinished) rate.finished(kind);
  }

  function leaveQueue(at: number): Waiting {
    const [waiting] = queue.splice(at, 1) as [Waiting];
    ahead[waiting.kind] -= 1;
    if (queue.length === 0) {
      clearInterval(expiry);
      expiry = undefined;
    }
    return waiting;
  }

  function refuseLate(): void {
    // FIFO queue, so waiting times fall from front to back: stop at the first request within the shortest deadline.
    // Kinds with a longer deadline may be passed over.
    const longest = { search: longestWait('search'), reading: longestWait('reading'), writing: longestWait('writing') };
    const most = isHanging() ? longestWaitOfHangingMs : Infinity;
    const shortest = Math.min(longest.search, longest.reading, longest.writing, most);
    for (let at = 0; at < queue.length;) {
      const { kind, since, isInShortQueue } = queue[at]!;
      const waited = now() - since;
      if (waited <= shortest) return;
      if (waited <= Math.min(most, (isInShortQueue ? longestWaitMs : longest)[kind])) {
        at += 1;
        continue;
      }
      const { response, refuse: tell } = leaveQueue(at);
      if (!response.destroyed) refuse(kind, tell);
    }
  }

  function startNext(): void {
    refuseLate();
    for (;;) {
      const at = queue.findIndex((waiting) => hasPlace(waiting.kind) || isStarved(waiting));
      if (at === -1 || !hasPlace(queue[at]!.kind)) return;
      const { response, start } = leaveQueue(at);
      // The client has disconnected.
      if (!response.destroyed) start();
    }
  }

  function enterQueue(waiting: Waiting): void {
    queue.push(waiting);
    ahead[waiting.kind] += 1;
    expiry ??= setInterval(startNext, 50).unref();
  }

  function run(kind: QueuedKind, request: Arriving, response: Answering, start: () => void): void {
    let isCounted = true;
    let isSlow = false;
    const startedAt = now();
    if (kind === 'search') searchMovedAt = startedAt;
    else othersStarted += 1;
    count(kind, 1);
    const counted = (isHolding: boolean, isFinished = true) => {
      if (isCounted === isHolding) return;
      isCounted = isHolding;
      count(kind, isHolding ? 1 : -1, isFinished);
      if (!isHolding) startNext();
    };
    const again = () => counted(true);
    function giveBackWhereSlow() {
      if (request.complete) return;
      isSlow = true;
      counted(false, false);
      request.once('end', again);
    }
    const slow = methodsWithBody.has(request.method) ? setTimeout(giveBackWhereSlow, slowBodyMs) : undefined;
    response.once('close', () => {
      clearTimeout(slow);
      request.off('end', again);
      // Not one whose body, or whose client, was slow.
      if (!isSlow && response.statusCode === 503 && now() - startedAt >= hangsAfterMs) cutOffAt = now();
      if (!isSlow) times[kind] = [...times[kind], now() - startedAt].slice(-requestsTimed);
      if (kind === 'search') searchMovedAt = now();
      counted(false);
    });
    start();
  }

  function enterApart(kind: keyof typeof roomApart, response: Answering, start: () => void, tell: () => void): void {
    const isShed = kind === 'beacon' && (isTooLong('beacon') || now() - searchRefusedAt < beaconsAfterSearchMs);
    if (apart[kind] >= roomApart[kind] || isShed) return refuse(kind, tell);
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
      if (mayStart(kind)) return run(kind, request, response, start);
      if (isTooLong(kind) || isHeapShort()) return refuse(kind, tell);
      enterQueue({
        kind,
        response,
        since: now(),
        isInShortQueue: rate.secondsFor(ahead) <= shortQueue,
        othersStartedBefore: othersStarted,
        start: () => run(kind, request, response, start),
        refuse: tell,
      });
    },
  };
}
