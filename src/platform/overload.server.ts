import type { EventEmitter } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import type { RequestKind } from './request-kind.server.ts';

/** Of the last moment: the share of time that the event loop was busy, and the heap's bytes. */
export type Gauge = () => { eventLoopUtilized: number; heapUsed: number };
export type Overload = {
  /** Counts the request as under way until `response` closes; false where there is no room for one of its kind. */
  admit(kind: RequestKind, response: EventEmitter): boolean;
  /** How many were refused, by kind. */
  refused: Readonly<Record<Exclude<RequestKind, 'free'>, number>>;
};

/** One more is taken in while fewer than so many are under way; beacons, which wait to be stored together, do not count among the others. */
const room = { beacon: 24, search: 48, reading: 96, writing: 600 };
const roomAmongBeacons = 128;
/** A loop that merely waits for the database has room for more. */
const widening = 4;
const busy = 0.9;
const longHeap = 0.85;

/** Decides by what is under way now, so that it neither lags behind a burst nor swings. */
export function createOverload(gauge: Gauge, heapLimit = getHeapStatistics().heap_size_limit): Overload {
  const refused = { beacon: 0, search: 0, reading: 0, writing: 0 };
  let underWay = 0;
  let beacons = 0;

  function hasRoom(kind: Exclude<RequestKind, 'free'>): boolean {
    const { eventLoopUtilized, heapUsed } = gauge();
    const width = eventLoopUtilized > busy || heapUsed > longHeap * heapLimit ? 1 : widening;
    return underWay < room[kind] * width && (kind !== 'beacon' || beacons < roomAmongBeacons * width);
  }

  return {
    refused,
    admit(kind, response) {
      if (kind === 'free') return true;
      if (!hasRoom(kind)) {
        refused[kind] += 1;
        return false;
      }
      const step = (by: 1 | -1) => { if (kind === 'beacon') beacons += by; else underWay += by; };
      step(1);
      response.once('close', () => step(-1));
      return true;
    },
  };
}
