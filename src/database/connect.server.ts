import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { socketFolder } from '../platform/http/socket-folder.server.ts';
import { takeExclusiveLock } from './exclusive-lock.server.ts';
import { countReceipts, type Heartbeat, keepListening, startHeartbeat } from './notifications.server.ts';
import {
  boundedPool,
  type Bounds,
  boundsOfBriefJobs,
  boundsOfJobs,
  boundsOfProbes,
  boundsOfRequests,
} from './pool-bounds.server.ts';
import { dataFolder, ownFolder } from './own-folder.server.ts';
import { followReplica, type Replica } from './replica.server.ts';
import { RequestPool } from './request-pool.server.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** For queries that may run inside a caller's transaction. */
export type Queryable = Database | Transaction;

export type Connection = {
  kind: 'postgres' | 'pglite';
  db: Database;
  /** Timeouts depend on the calling context; see pool-bounds.server.ts. */
  pool: pg.Pool;
  /** All pools, by purpose. */
  pools: Record<string, pg.Pool>;
  /** A pool reserved for readiness checks. Null for PGlite, which is part of this process and ends with it. */
  probe: pg.Pool | null;
  replica?: Pick<Replica, 'isCurrent' | 'lagSeconds'> | undefined;
  /** Notifies every instance; once the promise is settled, this one has been. */
  notify(channel: string, payload: string): Promise<void>;
  /** The same, and waits until all instances have handled it: at most a second for one that does not answer. */
  notifyUntilHeard(channel: string, payload: string): Promise<void>;
  /** A promise of `onMessage` is waited for. `onReconnect` runs when notifications may have been missed. */
  listen(channel: string, onMessage: (payload: string) => unknown, onReconnect: () => void): Promise<void>;
  /** The channels listened to, and whether each hears this instance's own heartbeat. Empty for PGlite. */
  hears(): Record<string, boolean>;
  close(): Promise<void>;
};

export type ConnectOptions = {
  databaseUrl?: string | undefined;
  /** A streaming replica of `databaseUrl`. */
  replicaUrl?: string | undefined;
  /** PGlite's directory, used when there is no databaseUrl. */
  dataDir: string;
  poolSize?: number;
  /** Overrides the default timeouts of requests and brief jobs. */
  bounds?: Partial<Bounds>;
};

export async function connect(options: ConnectOptions): Promise<Connection> {
  return options.databaseUrl ? connectPostgres(options.databaseUrl, options) : connectPglite(options.dataDir);
}

async function connectPostgres(
  databaseUrl: string,
  { poolSize = 10, bounds, replicaUrl }: ConnectOptions,
): Promise<Connection> {
  const size = { max: poolSize, idleTimeoutMillis: 30_000 };
  const ofRequests = { ...boundsOfRequests, ...bounds };
  const replica = replicaUrl
    ? followReplica(databaseUrl, {
        ...boundedPool(replicaUrl, 'nagrik', { ...ofRequests, answer: ofRequests.statement + 400 }),
        ...size,
      })
    : undefined;
  const jobs = new RequestPool({
    ...boundedPool(databaseUrl, 'nagrik jobs', boundsOfJobs),
    ...size,
    max: Math.min(poolSize, 4),
  });
  const briefJobs = new RequestPool({
    ...boundedPool(databaseUrl, 'nagrik brief jobs', { ...boundsOfBriefJobs, ...bounds }),
    ...size,
    max: Math.min(poolSize, 2),
  });
  const pool = new RequestPool(
    { ...boundedPool(databaseUrl, 'nagrik', ofRequests), ...size },
    { jobs, briefJobs, replica },
  );
  const probe = new pg.Pool({
    ...boundedPool(databaseUrl, 'nagrik probe', boundsOfProbes),
    max: 1,
    idleTimeoutMillis: 0,
  });
  // A server that shuts down closes idle connections; an error event without listener would end the process. The pool
  // reconnects on the next query.
  for (const each of [pool, jobs, briefJobs, probe]) each.on('error', () => {});
  const receipts = countReceipts(databaseUrl);
  const listeners = new Set<ReturnType<typeof keepListening>>();
  const beat: Heartbeat = { channel: `heartbeat_${randomBytes(8).toString('hex')}`, sent: 0 };
  let stopHeartbeat: (() => void) | undefined;
  const takers = new Map<string, Set<(position: string | undefined, payload: string) => unknown>>();

  const notify = async (channel: string, payload: string, prefix = '') => {
    let position: string | undefined;
    try {
      // Asynchronous commit: the change itself is durable already, so NOTIFY need not wait for a WAL flush.
      const { rows } = await pool.query<{ lsn: string }>(
        `select set_config('synchronous_commit', 'off', true),
          pg_notify($1, $3 || '@' || pg_current_wal_insert_lsn() || ' ' || $2), pg_current_wal_insert_lsn() as lsn`,
        [channel, payload, prefix],
      );
      position = rows[0]?.lsn;
    } finally {
      // The notification comes back on the listener's connection, possibly after the writer's next request.
      await Promise.all([...(takers.get(channel) ?? [])].map((take) => take(position, payload)));
    }
  };

  return {
    kind: 'postgres',
    pool,
    pools: { requests: pool, jobs, brief_jobs: briefJobs, ...(replica ? { replica: replica.pool } : {}) },
    probe,
    replica,
    db: drizzle(pool, { schema }),
    notify: (channel, payload) => notify(channel, payload),
    async notifyUntilHeard(channel, payload) {
      let isSent = false;
      await receipts
        .untilHeard(channel, (prefix) => {
          isSent = true;
          return notify(channel, payload, prefix);
        })
        .catch(async (error: unknown) => {
          // Without a connection for the receipts the notification still goes out.
          if (isSent) throw error;
          await notify(channel, payload);
        });
    },
    async listen(channel, onMessage, onReconnect) {
      // Read-your-writes: after this notification, an older replica must not serve what has changed.
      const take = (position: string | undefined, payload: string) => {
        replica?.mustShow(position);
        return onMessage(payload);
      };
      takers.set(channel, (takers.get(channel) ?? new Set()).add(take));
      stopHeartbeat ??= startHeartbeat(
        beat,
        (to, payload) =>
          probe.query(`select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [to, payload]),
        () => listeners.forEach((listener) => listener.checkConnection()),
      );
      const listener = keepListening(
        databaseUrl,
        channel,
        (message) => {
          const [, position, rest] = /^@([0-9A-F]+\/[0-9A-F]+) (.*)$/s.exec(message) ?? [];
          return take(position, rest ?? message);
        },
        () => {
          replica?.mustShow();
          onReconnect();
        },
        beat,
      );
      listeners.add(listener);
      await listener.ready;
    },
    hears: () => Object.fromEntries([...listeners].map((listener) => [listener.channel, listener.hears()])),
    async close() {
      stopHeartbeat?.();
      await Promise.all([receipts, ...listeners].map((listener) => listener.stop()));
      await replica?.close();
      await Promise.all([pool, jobs, briefJobs, probe].map((each) => each.end()));
    },
  };
}

const socketName = '.s.PGSQL.5432';

async function connectPglite(dataDir: string): Promise<Connection> {
  const directory = join(dataDir, 'pglite');
  dataFolder(dataDir);
  // Two processes on one PGlite directory silently lose acknowledged writes.
  const lock = takeExclusiveLock(join(dataDir, 'pglite.lock'));
  const unfinished = join(dataDir, 'pglite.unfinished');
  // A process was killed during initialisation: the directory holds no data yet.
  if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
  if (!existsSync(directory)) writeFileSync(unfinished, '');
  ownFolder(directory);
  // We hold the lock, so an existing socket is a leftover of a dead process.
  rmSync(join(dataDir, socketName), { force: true });
  const folder = socketFolder(dataDir);

  const worker = new Worker(new URL('./pglite-worker.server.ts', import.meta.url), {
    workerData: { directory, socket: join(folder.path, socketName) },
    execArgv: [],
  });
  try {
    await answerOf(worker, 'ready');
  } catch (error) {
    folder.release();
    lock.release();
    throw error;
  }
  rmSync(unfinished, { force: true });
  let isClosing = false;
  // This process is useless without its database: exit, and let the supervisor restart it.
  worker.on('exit', () => {
    if (!isClosing) throw new Error('PGlite has stopped.');
  });
  // PGlite has one session for all connections: prepared statements of a previous connection would collide.
  const onConnect = async (client: pg.ClientBase) => void (await client.query('deallocate all'));
  const pool = new RequestPool(
    {
      host: folder.path,
      user: 'postgres',
      database: 'postgres',
      max: 1,
      idleTimeoutMillis: 0,
      onConnect,
    } as pg.PoolConfig,
    { isPipelined: true },
  );
  pool.on('error', () => {});
  const handlers = new Map<string, Set<(payload: string) => unknown>>();
  // PGlite has one process, so local delivery reaches every listener.
  const notify = async (channel: string, payload: string) => {
    await Promise.all([...(handlers.get(channel) ?? [])].map((handler) => handler(payload)));
  };

  return {
    kind: 'pglite',
    pool,
    pools: { all: pool },
    probe: null,
    db: drizzle(pool, { schema }),
    notify,
    notifyUntilHeard: notify,
    async listen(channel, onMessage) {
      handlers.set(channel, (handlers.get(channel) ?? new Set()).add(onMessage));
    },
    hears: () => ({}),
    async close() {
      isClosing = true;
      await pool.end();
      const closed = answerOf(worker, 'closed');
      worker.postMessage('close');
      await closed;
      await worker.terminate();
      rmSync(join(dataDir, socketName), { force: true });
      folder.release();
      lock.release();
    },
  };
}

function answerOf(worker: Worker, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: { type: string; error?: string }) => {
      if (message.type === expected) resolve();
      else if (message.type === 'failed') reject(new Error(message.error));
    });
  });
}
