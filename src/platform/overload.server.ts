import type { EventEmitter } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import type { RequestKind } from './request-kind.server.ts';

/** `complete` once the whole body has arrived. */
type Arriving = EventEmitter & { complete: boolean };

export type Overload = {
  /** Counts the request as under way until `response` closes, but not while its body trickles in; false where there is no room for one of its kind. */
  admit(kind: RequestKind, request: Arriving, response: EventEmitter): boolean;
  /** How many were refused, by kind. */
  refused: Readonly<Record<Exclude<RequestKind, 'free'>, number>>;
};

/** One more is taken in while fewer than so many are under way. A burst may fill the first; of a queue that does not go, everybody in it only waits longer. */
// A search takes the thread ten times as long as reading what is known.
const room = { beacon: 12, search: 16, reading: 100, writing: 400 };
const roomInQueue = { beacon: 1, search: 2, reading: 12, writing: 80 };
/** These wait for others (to be stored together; for a worker), so they count among themselves. */
const roomApart = { beacon: 256, picture: 256 };

/** As long as so many have been under way without a break, they are a queue: more than the database is asked at once. */
const queue = 12;
const queueAfterMs = 150;
/** Until nobody had to be refused for so long, the queue would come back at once. */
const calmAfterMs = 1_000;
/** A body that takes longer comes over a slow line, or from somebody who wants to hold the place. */
const slowBodyMs = 10;
/** Of a limit that counts the young generation in. */
const longHeap = 0.65;

const isApart = (kind: RequestKind): kind is keyof typeof roomApart => kind in roomApart;

type Options = {
  /** Bytes of the heap. */
  heapUsed: () => number;
  heapLimit?: number;
  /** Milliseconds. */
  now?: () => number;
};

/** Decides by what is under way now: a delay measured a moment ago would lag behind a burst, and swing. */
export function createOverload({
  heapUsed,
  heapLimit = getHeapStatistics().heap_size_limit,
  now = () => performance.now(),
}: Options): Overload {
  const refused = { beacon: 0, search: 0, reading: 0, writing: 0, picture: 0 };
  let underWay = 0;
  const apart = { beacon: 0, picture: 0 };
  let crowdedSince = Infinity;
  let lastRefusal = -Infinity;

  function isQueue(): boolean {
    const time = now();
    return time - crowdedSince > queueAfterMs || time - lastRefusal < calmAfterMs || heapUsed() > longHeap * heapLimit;
  }

  function hasRoom(kind: Exclude<RequestKind, 'free'>): boolean {
    if (isApart(kind) && apart[kind] >= roomApart[kind]) return false;
    if (kind === 'picture') return true;
    if (!isQueue()) return underWay < room[kind];
    if (underWay < roomInQueue[kind]) return true;
    // What has least room is refused where no queue stands, too.
    if (underWay >= queue / 2) lastRefusal = now();
    return false;
  }

  function count(kind: Exclude<RequestKind, 'free'>, by: 1 | -1): void {
    if (isApart(kind)) {
      apart[kind] += by;
      return;
    }
    underWay += by;
    if (underWay < queue) crowdedSince = Infinity;
    else if (crowdedSince === Infinity) crowdedSince = now();
  }

  return {
    refused,
    admit(kind, request, response) {
      if (kind === 'free') return true;
      if (!hasRoom(kind)) {
        refused[kind] += 1;
        return false;
      }
      let isCounted = false;
      const counted = (now: boolean) => {
        if (isCounted !== now) count(kind, now ? 1 : -1);
        isCounted = now;
      };
      const again = () => counted(true);
      const slow = setTimeout(() => {
        if (request.complete) return;
        counted(false);
        request.once('end', again);
      }, slowBodyMs);
      counted(true);
      response.once('close', () => {
        clearTimeout(slow);
        request.off('end', again);
        counted(false);
      });
      return true;
    },
  };
}
