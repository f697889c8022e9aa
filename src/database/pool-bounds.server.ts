import type { Socket } from 'node:net';
import pg from 'pg';

/** How long things may take, in milliseconds; whatever takes longer fails. */
export type Bounds = {
  /** Until a connection is free. */
  acquire: number;
  statement: number;
  lock: number;
  /** Until an answer arrives: longer than a statement may take, so only a server that hangs or is gone is late. */
  answer: number;
};

/** While somebody waits for the answer. */
export const boundsOfRequests: Bounds = { acquire: 1_000, statement: 2_000, lock: 1_000, answer: 5_000 };
/** Sweeps, imports, migrations: long enough for any, and yet none hangs for ever. */
export const boundsOfJobs: Bounds = { acquire: 30_000, statement: 3_600_000, lock: 5_000, answer: 3_610_000 };
/** The outbox, releases, mails: short statements, which must not stand still for as long as a server that hangs. */
export const boundsOfBriefJobs: Bounds = { acquire: 5_000, statement: 10_000, lock: 5_000, answer: 12_000 };
/** To know whether the database answers. */
export const boundsOfProbes: Bounds = { acquire: 1_000, statement: 1_000, lock: 1_000, answer: 1_000 };

export type Asked = [query: string | pg.QueryConfig, ...rest: unknown[]];

/** Given up once an answer is late: it may still come, and would be taken for the answer to the next question. */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // One that breaks inside a transaction says so, which would end the process if nobody listened; the query fails by itself.
    this.on('error', () => {});
  }

  override query = ((...asked: Asked) => this.ask(...asked)) as pg.Client['query'];

  protected ask(...asked: Asked): unknown {
    const answer = super.query(...(asked as Parameters<pg.Client['query']>)) as unknown;
    if (answer instanceof Promise)
      answer.catch((error: Error) => error.message === 'Query read timeout' && this.#breakOff());
    return answer;
  }

  #breakOff(): void {
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
    // Not as startup options: poolers refuse those that they do not know.
    onConnect: async (client: pg.ClientBase) =>
      void (await client.query(
        `set timezone = 'UTC'; set statement_timeout = ${statement}; set lock_timeout = ${lock}`,
      )),
  }) as pg.PoolConfig;
