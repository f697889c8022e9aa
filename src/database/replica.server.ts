import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { boundedPool, boundsOfProbes } from './pool-bounds.server.ts';

/** A log sequence number (LSN) in the primary's write-ahead log. */
type Place = bigint;

export type Replica = {
  pool: pg.Pool;
  /** Whether it responds, has replayed every change known to this instance, and lags at most five seconds behind. */
  isCurrent(): boolean;
  /** How old it is at most; infinite while it is away. */
  lagSeconds(): number;
  /** Requires the replica to have replayed `lsn`; without it, the primary's current position. */
  mustShow(lsn?: string): void;
  /** Reports a failed query on the replica. */
  failed(error: unknown): void;
  close(): Promise<void>;
};

const longestLag = 5_000;
const lookEvery = 1_000;
const hurryEvery = 20;

/** Monitors the replication lag of a streaming replica; anonymous reads go there while it is current. */
export function followReplica(databaseUrl: string, config: pg.PoolConfig): Replica {
  const pool = new pg.Pool(config);
  // Separate connections: when all of the primary's are in use, the replica is needed most.
  const watched = [databaseUrl, config.connectionString!].map(
    (url) => new pg.Pool({ ...boundedPool(url, 'nagrik replica watch', boundsOfProbes), max: 1 }),
  ) as [pg.Pool, pg.Pool];
  for (const each of [pool, ...watched]) each.on('error', () => {});
  const [primary, replica] = watched;
  const closing = new AbortController();
  let hurry = new AbortController();
  let wanted: Place = 0n;
  /** A write whose LSN is not known yet. */
  let isUnsure = true;
  let shown: Place = -1n;
  let freshAt = Number.NEGATIVE_INFINITY;
  let written: { place: Place; at: number }[] = [];

  async function look(): Promise<void> {
    const wasUnsure = isUnsure;
    const at = Date.now();
    const place = await placeOf(primary, 'pg_current_wal_insert_lsn()');
    if (wasUnsure) {
      wanted = place;
      isUnsure = false;
    }
    written = [...written.filter((sample) => sample.at > at - longestLag), { place, at }];
    shown = await placeOf(replica, 'pg_last_wal_replay_lsn()');
    freshAt = written.findLast((sample) => sample.place <= shown)?.at ?? freshAt;
  }

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().catch(() => {
        freshAt = Number.NEGATIVE_INFINITY;
      });
      if (hurry.signal.aborted) hurry = new AbortController();
      const isBehind = isUnsure || shown < wanted;
      await wait(isBehind ? hurryEvery : lookEvery, undefined, {
        signal: isBehind ? closing.signal : AbortSignal.any([closing.signal, hurry.signal]),
        ref: false,
      }).catch(() => {});
    }
  }
  const looking = keepLooking();

  return {
    pool,
    isCurrent: () => !isUnsure && shown >= wanted && Date.now() - freshAt < longestLag,
    lagSeconds: () => (Date.now() - freshAt) / 1_000,
    mustShow(lsn) {
      if (lsn === undefined) isUnsure = true;
      else if (toPlace(lsn) > wanted) wanted = toPlace(lsn);
      hurry.abort();
    },
    failed(error) {
      // Caller errors, such as a write (25006) or invalid data (22, 23), say nothing about the replica's health.
      if (!/^(?:25006|22|23)/.test(codeOf(error)) && !wasTooLong(error)) freshAt = Number.NEGATIVE_INFINITY;
    },
    async close() {
      closing.abort();
      await looking;
      await Promise.all([pool, ...watched].map((each) => each.end()));
    },
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code);

/** Statement timeout (57014): the primary would hardly have been faster. */
export const wasTooLong = (error: unknown): boolean => codeOf(error) === '57014';

/** @throws where the server is not a replica: it has no replay position */
async function placeOf(pool: pg.Pool, expression: string): Promise<Place> {
  const { rows } = await pool.query<{ lsn: string }>(`select ${expression} as lsn`);
  return toPlace(rows[0]!.lsn);
}

function toPlace(lsn: string): Place {
  const [high, low] = lsn.split('/') as [string, string];
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
