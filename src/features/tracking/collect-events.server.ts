import type { Database } from '../../database/connect.server.ts';
import { unavailable } from '../../platform/wire/errors.ts';
import { inTime } from '../../platform/process/in-time.server.ts';
import { databaseCode } from '../../platform/http/to-app-error.server.ts';
import { saveEvents, type VisitEvent } from './tracking.queries.server.ts';

/** Worst loss in a crash while the database answers: this many acknowledged events, none older than this. */
export const bound = { events: 1_000, milliseconds: 200 };
/** Backpressure: with more unwritten events than this, beacons are refused and page views keep their capacity. */
const mostWaiting = 10_000;
const largestBatch = 1_000;
/** Retry interval (ms) while the database is unreachable, however much arrives. */
const pause = 1_000;
/** Timeout (ms) of a beacon that waits for its write; the client should retry. */
const longestWait = 3_000;

type Options = {
  save?: (db: Database, events: VisitEvent[]) => Promise<unknown>;
  /** Called for a beacon that the database rejected for good; the beacon is dropped. */
  onRefused?: (error: unknown, events: number) => void;
};

// SQLSTATE classes 22 (data exception) and 23 (constraint violation): a retry cannot succeed.
const isRefused = (error: unknown) => /^2[23]/.test(databaseCode(error));

type Entry = { events: VisitEvent[]; settle: () => void; isAcknowledged: boolean };

export function createCollector(db: Database, { save = saveEvents, onRefused = () => {} }: Options = {}) {
  const waiting: Entry[] = [];
  let buffered = 0;
  let acknowledged = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let isFailing = false;
  let isStopped = false;

  function nextBatch(): Entry[] {
    let size = 0;
    const end = waiting.findIndex(({ events }, at) => (size += events.length) > largestBatch && at > 0);
    return waiting.slice(0, end < 0 ? waiting.length : end);
  }

  /** Writes a batch; when the database rejects it, entry by entry, so that one bad beacon cannot block the rest. */
  async function writeEntries(entries: Entry[]): Promise<void> {
    try {
      await save(
        db,
        entries.flatMap(({ events }) => events),
      );
    } catch (error) {
      if (!isRefused(error)) throw error;
      if (entries.length > 1) {
        for (const entry of entries) await writeEntries([entry]);
        return;
      }
      onRefused(error, entries[0]!.events.length);
    }
    for (const { events, settle, isAcknowledged } of waiting.splice(0, entries.length)) {
      buffered -= events.length;
      if (isAcknowledged) acknowledged -= events.length;
      settle();
    }
  }

  // Write when a caller waits for its acknowledgement, or when the batch is large enough.
  const isDue = () => buffered > acknowledged || buffered >= largestBatch / 2;

  async function writeWhileDue(): Promise<void> {
    try {
      do await writeEntries(nextBatch());
      while (isDue());
      isFailing = false;
    } catch {
      isFailing = true;
    }
  }

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return Promise.resolve();
    writing ??= writeWhileDue().finally(() => {
      writing = null;
      if (waiting.length > 0 && !isStopped) later();
    });
    return writing;
  };
  const later = () => {
    timer ??= setTimeout(() => void write(), isFailing ? pause : bound.milliseconds);
    timer.unref();
  };
  async function flush(): Promise<void> {
    await writing;
    for (;;) {
      await write();
      if (waiting.length === 0 || isFailing) return;
    }
  }

  return {
    /**
     * Resolves when the events may be acknowledged: at once while few are unwritten, else after their write.
     * @throws AppError 503 when the buffer is full
     */
    async take(events: VisitEvent[]): Promise<void> {
      if (buffered + events.length > mostWaiting) throw unavailable();
      const isAcknowledged = acknowledged + events.length <= bound.events;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ events, settle: resolve, isAcknowledged });
      buffered += events.length;
      if (isAcknowledged) acknowledged += events.length;
      if (isDue() && !isFailing) void write();
      else later();
      if (!isAcknowledged) await inTime(promise, longestWait);
    },
    /** Attempts to write everything buffered. */
    flush,
    /** Number of acknowledged events not yet written. */
    unwritten: () => acknowledged,
    async stop() {
      isStopped = true;
      await flush();
      clearTimeout(timer);
    },
  };
}
