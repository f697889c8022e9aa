import type { Database } from '../../database/connect.server.ts';
import { unavailable } from '../../platform/errors.ts';
import { saveEvents, type VisitEvent } from './tracking.queries.server.ts';

/** What a kill loses at most: so many acknowledged events, none older than this, while the database answers. */
export const bound = { events: 1_000, milliseconds: 200 };
/** What waits to be acknowledged; more is refused, so that readers come first. */
const mostWaiting = 10_000;
const largestBatch = 1_000;
/** A second apart: ten minutes. */
const mostTries = 600;

export type Collector = {
  /**
   * Resolves once the events may be acknowledged: at once while few are unwritten, else when they are written.
   * @throws AppError 503 where too many wait
   */
  take(events: VisitEvent[]): Promise<void>;
  /** Writes all there is. */
  flush(): Promise<void>;
  /** Acknowledged, and not written yet. */
  unwritten(): number;
  stop(): Promise<void>;
};

/** Milliseconds until a beacon that waits to be written is told to come back. */
const longestWait = 3_000;

function inTime(writing: Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(unavailable()), longestWait);
  void writing.then(() => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}

type Entry = { events: VisitEvent[]; written: () => void; isAcknowledged: boolean };

export function createCollector(db: Database, save: typeof saveEvents = saveEvents): Collector {
  let waiting: Entry[] = [];
  let held = 0;
  let acknowledged = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let isStopped = false;
  let failures = 0;

  async function writeBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch: Entry[] = [];
      let size = 0;
      while (waiting.length > 0 && (batch.length === 0 || size + waiting[0]!.events.length <= largestBatch)) {
        const entry = waiting.shift()!;
        batch.push(entry);
        size += entry.events.length;
      }
      try {
        await save(db, batch.flatMap(({ events }) => events));
        failures = 0;
      } catch {
        // The database is away: they wait for the next try, and what comes meanwhile is refused at the bound. What no try can write must not stop the rest.
        failures += 1;
        if (failures < mostTries) {
          waiting = [...batch, ...waiting];
          return;
        }
        failures = 0;
      }
      held -= size;
      for (const { events, written, isAcknowledged } of batch) {
        if (isAcknowledged) acknowledged -= events.length;
        written();
      }
    }
  }

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeBatches().finally(() => {
      writing = null;
      if (waiting.length > 0 && !isStopped) later(1_000);
    });
    return writing;
  };
  const later = (ms: number) => {
    timer ??= setTimeout(() => void write(), ms);
    timer.unref();
  };

  return {
    async take(events) {
      if (held + events.length > mostWaiting) throw unavailable();
      const isAcknowledged = acknowledged + events.length <= bound.events;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ events, written: resolve, isAcknowledged });
      held += events.length;
      if (isAcknowledged) acknowledged += events.length;
      if (!isAcknowledged || held >= largestBatch / 2) void write();
      else later(bound.milliseconds);
      if (!isAcknowledged) await inTime(promise);
    },
    flush: async () => {
      await write();
      if (waiting.length > 0) await write();
    },
    unwritten: () => acknowledged,
    async stop() {
      isStopped = true;
      await write();
      clearTimeout(timer);
    },
  };
}
