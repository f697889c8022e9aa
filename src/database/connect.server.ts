import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { socketFolder } from '../platform/socket-folder.server.ts';
import { takeExclusiveLock } from './exclusive-lock.server.ts';
import {
  BoundedClient,
  boundedPool,
  type Bounds,
  boundsOfBriefJobs,
  boundsOfJobs,
  boundsOfProbes,
  boundsOfRequests,
} from './pool-bounds.server.ts';
import { followReplica } from './replica.server.ts';
import { RequestPool } from './request-pool.server.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Either: for queries that may run inside a caller's transaction. */
export type Queryable = Database | Transaction;

export type Connection = {
  kind: 'postgres' | 'pglite';
  db: Database;
  /** How long a query may take depends on whom it is for; see pool-bounds.server.ts. */
  pool: pg.Pool;
  /** All of them, by what they are for. */
  pools: Record<string, pg.Pool>;
  /** A connection that no request waits for. PGlite has none: it is part of this process, and ends with it. */
  probe: pg.Pool | null;
  /** Tells every instance, this one included. */
  notify(channel: string, payload: string): Promise<void>;
  /** `onReconnect` runs when messages may have been missed. */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect: () => void): Promise<void>;
  close(): Promise<void>;
};

export type ConnectOptions = {
  databaseUrl?: string | undefined;
  /** A streaming replica of it. */
  replicaUrl?: string | undefined;
  /** Where PGlite keeps its files, when there is no databaseUrl. */
  dataDir: string;
  poolSize?: number;
  /** What queries of requests, and brief jobs, may take, where it is not the usual. */
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
  // A server that goes away ends idle connections; the pool replaces them on the next query.
  for (const each of [pool, jobs, briefJobs, probe]) each.on('error', () => {});
  const listeners = new Set<{ stop(): Promise<void> }>();

  return {
    kind: 'postgres',
    pool,
    pools: { requests: pool, jobs, brief_jobs: briefJobs, ...(replica ? { replica: replica.pool } : {}) },
    probe,
    db: drizzle(pool, { schema }),
    async notify(channel, payload) {
      // What is told is committed already: this need not reach the disk before anybody hears it.
      await pool.query(
        "select set_config('synchronous_commit', 'off', true), pg_notify($1, '@' || pg_current_wal_insert_lsn() || ' ' || $2)",
        [channel, payload],
      );
    },
    async listen(channel, onMessage, onReconnect) {
      const listener = keepListening(
        databaseUrl,
        channel,
        (message) => {
          // Whoever hears of a change must not read it from a replica that has not heard of it.
          const [, lsn, rest] = /^@([0-9A-F]+\/[0-9A-F]+) (.*)$/s.exec(message) ?? [];
          replica?.mustShow(lsn);
          onMessage(rest ?? message);
        },
        () => {
          replica?.mustShow();
          onReconnect();
        },
      );
      listeners.add(listener);
      await listener.ready;
    },
    async close() {
      await Promise.all([...listeners].map((listener) => listener.stop()));
      await replica?.close();
      await Promise.all([pool, jobs, briefJobs, probe].map((each) => each.end()));
    },
  };
}

function keepListening(
  databaseUrl: string,
  channel: string,
  onMessage: (payload: string) => void,
  onReconnect: () => void,
) {
  let stopped = false;
  let client: pg.Client | undefined;
  let isFirst = true;

  const start = async (): Promise<void> => {
    if (stopped) return;
    client = new BoundedClient({
      connectionString: databaseUrl,
      application_name: 'nagrik listener',
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('notification', (message) => onMessage(message.payload ?? ''));
    client.on('end', () => {
      if (!stopped) setTimeout(() => void start().catch(() => {}), 500).unref();
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => {});
      if (isFirst) throw error;
      return;
    }
    if (!isFirst) onReconnect();
    isFirst = false;
  };

  return {
    ready: start(),
    async stop() {
      stopped = true;
      await client?.end().catch(() => {});
    },
  };
}

const socketName = '.s.PGSQL.5432';

async function connectPglite(dataDir: string): Promise<Connection> {
  const directory = join(dataDir, 'pglite');
  ownFolder(dataDir);
  // Two processes on one PGlite directory silently lose acknowledged writes.
  const lock = takeExclusiveLock(join(dataDir, 'pglite.lock'));
  const unfinished = join(dataDir, 'pglite.unfinished');
  // A process was killed while it made the database: nothing was stored in it yet.
  if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
  if (!existsSync(directory)) writeFileSync(unfinished, '');
  ownFolder(directory);
  // We hold the lock, so a socket that is there belongs to a dead process.
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
  // Without its database this process can do nothing; whoever supervises it starts another.
  worker.on('exit', () => {
    if (!isClosing) throw new Error('PGlite has stopped.');
  });
  // PGlite is one session for all connections: a new one would find the statements that the last one prepared.
  const onConnect = async (client: pg.ClientBase) => void (await client.query('deallocate all'));
  const pool = new RequestPool({
    host: folder.path,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    onConnect,
  } as pg.PoolConfig);
  pool.on('error', () => {});
  const handlers = new Map<string, Set<(payload: string) => void>>();

  return {
    kind: 'pglite',
    pool,
    pools: { all: pool },
    probe: null,
    db: drizzle(pool, { schema }),
    // One process has the directory, so telling it is telling all.
    async notify(channel, payload) {
      for (const handler of handlers.get(channel) ?? []) handler(payload);
    },
    async listen(channel, onMessage) {
      handlers.set(channel, (handlers.get(channel) ?? new Set()).add(onMessage));
    },
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

/** The owner's alone, whatever it was before. */
function ownFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
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
