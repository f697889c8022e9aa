import type { Socket } from 'node:net';
import pg from 'pg';

/** Timeouts in milliseconds; whatever exceeds them fails. */
export type Bounds = {
  /** Until a pooled connection is free. */
  acquire: number;
  statement: number;
  lock: number;
  /**
   * Client-side query timeout: longer than the statement timeout, so it fires only for a hanging or unreachable server.
   */
  answer: number;
};

/** For queries on which a request waits. */
export const boundsOfRequests: Bounds = { acquire: 1_000, statement: 2_000, lock: 1_000, answer: 5_000 };
/** Sweeps, imports, migrations: generous, but finite. */
export const boundsOfJobs: Bounds = { acquire: 30_000, statement: 3_600_000, lock: 5_000, answer: 3_610_000 };
/** The outbox, releases, mails: short statements, which must not hang with the server for as long as a job may. */
export const boundsOfBriefJobs: Bounds = { acquire: 5_000, statement: 10_000, lock: 5_000, answer: 12_000 };
/** For readiness checks. */
export const boundsOfProbes: Bounds = { acquire: 1_000, statement: 1_000, lock: 1_000, answer: 1_000 };

export type QueryArguments = [query: string | pg.QueryConfig, ...rest: unknown[]];

/** Destroyed after a client-side timeout: a late response would be taken for the answer to the next query. */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection that breaks inside a transaction emits 'error', which would end the process without a listener; the
    // query fails anyway.
    this.on('error', () => {});
  }

  override query = ((...args: QueryArguments) => this.ask(...args)) as pg.Client['query'];

  protected ask(...args: QueryArguments): unknown {
    const answer = super.query(...(args as Parameters<pg.Client['query']>)) as unknown;
    if (answer instanceof Promise)
      answer.catch((error: Error) => error.message === 'Query read timeout' && this.breakOff());
    return answer;
  }

  /** Ends it at once, without a word to the server, which may not answer. */
  breakOff(): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

export const boundedPool = (connectionString: string, name: string, { acquire, statement, lock, answer }: Bounds) =>
  ({
    Client: BoundedClient,
    connectionString,
    application_name: name,
    connectionTimeoutMillis: acquire,
    query_timeout: answer,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Set by a query, not as startup options, which poolers such as PgBouncer refuse.
    onConnect: async (client: pg.ClientBase) =>
      void (await client.query(
        `set timezone = 'UTC'; set statement_timeout = ${statement}; set lock_timeout = ${lock}`,
      )),
  }) as pg.PoolConfig;
