import type { Database } from '../../database/connect.server.ts';
import { unavailable } from '../../platform/errors.ts';
import { inTime } from '../../platform/in-time.server.ts';
import { databaseCode } from '../../platform/to-app-error.server.ts';
import { saveEvents, type VisitEvent } from './tracking.queries.server.ts';

/** What a kill loses at most: so many acknowledged events, none older than this, while the database answers. */
export const bound = { events: 1_000, milliseconds: 200 };
/** What waits to be acknowledged; more is refused, so that readers come first. */
const mostWaiting = 10_000;
const largestBatch = 1_000;
/** While the database is away, milliseconds from one try to the next, whatever arrives. */
const pause = 1_000;
/** Milliseconds until a beacon that waits to be written is told to come back. */
const longestWait = 3_000;

export type Collector = {
  /**
   * Resolves once the events may be acknowledged: at once while few are unwritten, else when they are written.
   * @throws AppError 503 where too many wait
   */
  take(events: VisitEvent[]): Promise<void>;
  /** Tries to write all there is. */
  flush(): Promise<void>;
  /** Acknowledged, and not written yet. */
  unwritten(): number;
  stop(): Promise<void>;
};

type Options = {
  save?: typeof saveEvents;
  /** Told of a beacon whose data the database does not take, which is dropped. */
  onRefused?: (error: unknown, events: number) => void;
};

// Wrong data, or against a constraint: no later try would write it.
const isRefused = (error: unknown) => /^2[23]/.test(databaseCode(error));

type Entry = { events: VisitEvent[]; settle: () => void; isAcknowledged: boolean };

export function createCollector(db: Database, { save = saveEvents, onRefused = () => {} }: Options = {}): Collector {
  const waiting: Entry[] = [];
  let held = 0;
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

  /** Writes the first of those that wait; together, or one by one where the database refuses something of them. */
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
      held -= events.length;
      if (isAcknowledged) acknowledged -= events.length;
      settle();
    }
  }

  // Somebody waits for the answer, or it is worth a write of its own.
  const isDue = () => held > acknowledged || held >= largestBatch / 2;

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
    async take(events) {
      if (held + events.length > mostWaiting) throw unavailable();
      const isAcknowledged = acknowledged + events.length <= bound.events;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ events, settle: resolve, isAcknowledged });
      held += events.length;
      if (isAcknowledged) acknowledged += events.length;
      if (isDue() && !isFailing) void write();
      else later();
      if (!isAcknowledged) await inTime(promise, longestWait);
    },
    flush,
    unwritten: () => acknowledged,
    async stop() {
      isStopped = true;
      await flush();
      clearTimeout(timer);
    },
  };
}
