import type { EventEmitter } from 'node:events';
import type { RequestKind } from './request-kind.server.ts';

/** `complete` once the whole body has been received; the parser pushes each chunk, and null after the last. */
type Arriving = { method?: string | undefined; complete: boolean; push(chunk: unknown): boolean };
type Answering = EventEmitter & { destroyed?: boolean; statusCode?: number };
type CountedKind = Exclude<RequestKind, 'free'>;

export type Overload = {
  /**
   * Calls `start` now or when the request leaves the queue, or `refuse` where the queue is full or the deadline passes.
   * The request is in progress until its answer has been handed over, but not while its body is still being received:
   * the end of a slow body reaches its handler once there is a place again, or `refuse` is called.
   */
  enter(kind: RequestKind, request: Arriving, response: Answering, start: () => void, refuse: () => void): void;
  /** Refusals by kind. */
  refused: Readonly<Record<CountedKind, number>>;
};

/**
 * Bulkheads: requests of a kind that are in progress at once, and that may wait. One thread does the work: more at once
 * would only make each slower. A beacon waits for a batched write, a picture for a worker, a download for its reader:
 * these need many places and no queue.
 */
const limits: Readonly<Record<CountedKind, { atOnce: number; waiting: number }>> = {
  search: { atOnce: 3, waiting: 8 },
  page: { atOnce: 8, waiting: 128 },
  reading: { atOnce: 4, waiting: 64 },
  writing: { atOnce: 8, waiting: 128 },
  signIn: { atOnce: 4, waiting: 128 },
  beacon: { atOnce: 256, waiting: 0 },
  picture: { atOnce: 256, waiting: 0 },
  download: { atOnce: 32, waiting: 0 },
};
/** Deadline in the queue: all of a burst are answered, on a cold process too. */
const longestWaitMs = 10_000;
/** Controlled delay (CoDel): the deadline once a queue has not been empty for `longestWaitMs`, so it is no burst. */
const standingWaitMs = 500;
/** A body that takes longer comes over a slow connection, or from a slowloris client that wants to hold a place. */
const slowBodyMs = 10;
/** The whole answer has been handed over, so that a slow reader holds no place; or the client has gone. */
const ends = ['prefinish', 'close'] as const;
/** The handlers of these wait for their body. A GET is worked on at once, whatever body it announces. */
const methodsWithBody = new Set<string | undefined>(['POST', 'PUT', 'PATCH', 'DELETE']);

type Waiting = { since: number; response: Answering; start: () => void; refuse: () => void };
type Lane = { kind: CountedKind; inProgress: number; queue: Waiting[]; notEmptySince: number };

/**
 * Admission control: each kind of request has a number of places and a bounded FIFO queue of its own, so that none
 * takes what another needs.
 * @param cutOffAfterMs a 503 after so long is that of a request which was cut off (answer-in-time.server.ts)
 * @param now a monotonic clock, in milliseconds
 */
export function createOverload(cutOffAfterMs: number, now: () => number = () => performance.now()): Overload {
  const kinds = Object.keys(limits) as CountedKind[];
  const refused = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<CountedKind, number>;
  const lanes = Object.fromEntries(
    kinds.map((kind) => [kind, { kind, inProgress: 0, queue: [], notEmptySince: 0 }]),
  ) as unknown as Record<CountedKind, Lane>;
  let expiry: NodeJS.Timeout | undefined;

  function refuseWaiting({ kind, queue }: Lane, longerThanMs: number): void {
    while (queue[0] && now() - queue[0].since > longerThanMs) {
      const { response, refuse } = queue.shift()!;
      if (response.destroyed) continue;
      refused[kind] += 1;
      refuse();
    }
  }

  function startNext(lane: Lane): void {
    const { kind, queue, notEmptySince } = lane;
    refuseWaiting(lane, now() - notEmptySince > longestWaitMs ? standingWaitMs : longestWaitMs);
    while (queue.length > 0 && lane.inProgress < limits[kind].atOnce) {
      const { response, start } = queue.shift()!;
      // Otherwise the client has disconnected.
      if (!response.destroyed) start();
    }
  }

  // Where nothing is answered, nobody leaves a queue by the end of another request.
  function watchDeadlines(): void {
    expiry ??= setInterval(() => {
      for (const lane of Object.values(lanes)) startNext(lane);
      if (Object.values(lanes).some(({ queue }) => queue.length > 0)) return;
      clearInterval(expiry);
      expiry = undefined;
    }, 100).unref();
  }

  /** Calls `start` at once where a place is free, else when it leaves the queue. */
  function admit(lane: Lane, waiter: Omit<Waiting, 'since'>): void {
    const { atOnce, waiting } = limits[lane.kind];
    if (lane.inProgress < atOnce) return waiter.start();
    if (lane.queue.length >= waiting) {
      refused[lane.kind] += 1;
      return waiter.refuse();
    }
    if (lane.queue.length === 0) lane.notEmptySince = now();
    lane.queue.push({ since: now(), ...waiter });
    watchDeadlines();
  }

  function run(lane: Lane, request: Arriving, response: Answering, start: () => void, refuse: () => void): void {
    let [isCounted, isOver] = [false, false];
    let workSince = 0;
    const take = () => {
      isCounted = true;
      lane.inProgress += 1;
      workSince = now();
    };
    const giveBack = () => {
      if (isCounted) lane.inProgress -= 1;
      isCounted = false;
    };
    function giveBackWhereSlow() {
      if (request.complete) return;
      giveBack();
      const push = request.push.bind(request);
      request.push = (chunk) => {
        if (chunk !== null || isOver) return push(chunk);
        const goOn = () => {
          take();
          push(null);
        };
        admit(lane, { response, start: goOn, refuse });
        return false;
      };
      startNext(lane);
    }
    const slow = methodsWithBody.has(request.method) ? setTimeout(giveBackWhereSlow, slowBodyMs) : undefined;
    const end = () => {
      for (const event of ends) response.off(event, end);
      clearTimeout(slow);
      isOver = true;
      const place = lane.queue.findIndex((each) => each.response === response);
      if (place >= 0) lane.queue.splice(place, 1);
      // Whoever started after it would be cut off as well, after waiting twice as long.
      const wasCutOff = isCounted && response.statusCode === 503 && now() - workSince >= cutOffAfterMs;
      if (wasCutOff) refuseWaiting(lane, -Infinity);
      giveBack();
      startNext(lane);
    };
    for (const event of ends) response.once(event, end);
    take();
    start();
  }

  return {
    refused,
    enter(kind, request, response, start, refuse) {
      if (kind === 'free') return start();
      const lane = lanes[kind];
      // Beacons are shed first: nobody waits for their answers.
      const isShed =
        kind === 'beacon' && Object.values(lanes).some((each) => each.queue.length > limits[each.kind].waiting / 2);
      if (!isShed) return admit(lane, { response, start: () => run(lane, request, response, start, refuse), refuse });
      refused[kind] += 1;
      refuse();
    },
  };
}
