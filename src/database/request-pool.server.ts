import pg from 'pg';
import { requestContext, type RequestContext } from '../platform/http/request-context.server.ts';
import { type QueryArguments, BoundedClient } from './pool-bounds.server.ts';
import { type Replica, wasTooLong } from './replica.server.ts';

type Query = QueryArguments[0];

type Others = {
  /** For queries outside any request. */
  jobs?: pg.Pool;
  /** For those of them that run inside `briefly`. */
  briefJobs?: pg.Pool;
  replica?: Replica | undefined;
  /** Queries outside transactions are sent on one connection without waiting for each other's answers (pipelining). */
  isPipelined?: boolean;
};

/** The connection while queries share it; a transaction has it to itself. */
type Lease = { client: Promise<RequestClient & Pick<pg.PoolClient, 'release'>>; isGranted: boolean; users: number };

/**
 * Tags queries with their request id (for the server log and `pg_stat_activity`), and routes viewer-independent reads
 * to a current replica: failures there are retried on the primary, timeouts are not. Jobs' queries have own pools.
 */
export class RequestPool extends pg.Pool {
  readonly #jobs: pg.Pool | undefined;
  readonly #briefJobs: pg.Pool | undefined;
  readonly #replica: Replica | undefined;

  readonly #isPipelined: boolean;
  #lease: Lease | null = null;

  constructor(config: pg.PoolConfig, { jobs, briefJobs, replica, isPipelined = false }: Others = {}) {
    super({ ...config, pipeline: isPipelined, Client: RequestClient } as pg.PoolConfig);
    this.#isPipelined = isPipelined;
    this.#jobs = jobs;
    this.#briefJobs = briefJobs;
    this.#replica = replica;
  }

  // Tagged before waiting for a connection: by then another request's async context may be active.
  override query = ((query: Query, ...rest: unknown[]) => {
    const context = requestContext.getStore();
    const jobs = this.#jobsFor(context);
    if (jobs) return jobs.query(...([query, ...rest] as Parameters<pg.Pool['query']>));
    const args = [marked(query, context), ...rest] as Parameters<pg.Pool['query']>;
    if (this.#isPipelined) return traced(query, context, () => this.#share(args));
    const replica = this.#replicaFor(context);
    if (!replica) return traced(query, context, () => super.query(...args));
    return traced(query, context, () =>
      (replica.pool.query(...args) as unknown as Promise<unknown>).catch((error) => {
        replica.failed(error);
        if (wasTooLong(error)) throw error;
        return super.query(...args);
      }),
    );
  }) as pg.Pool['query'];

  /** For transactions, all of whose queries belong to one request. */
  override connect = ((
    callback?: (error: Error | undefined, client: RequestClient | undefined, release: () => void) => void,
  ) => {
    if (callback)
      return super.connect((error, client, release) =>
        callback(error, of(client as RequestClient | undefined, undefined), release),
      );
    const context = requestContext.getStore();
    const jobs = this.#jobsFor(context);
    if (jobs) return jobs.connect();
    const replica = this.#replicaFor(context);
    const connected = replica
      ? replica.pool.connect().catch((error) => {
          replica.failed(error);
          return super.connect();
        })
      : super.connect();
    return connected.then((client) => surelyReleased(of(client as unknown as Lent, context)));
  }) as pg.Pool['connect'];

  // Whoever waits for a transaction gets the connection next: later queries then wait in line behind it.
  async #share(args: Parameters<pg.Pool['query']>): Promise<unknown> {
    if (this.#lease === null || (this.#lease.isGranted && this.waitingCount > 0)) this.#lease = this.#take();
    const lease = this.#lease;
    lease.users += 1;
    let isBroken = false;
    const client = await lease.client;
    try {
      return await client.query(...(args as Parameters<pg.Client['query']>));
    } catch (error) {
      isBroken = !(error instanceof pg.DatabaseError);
      throw error;
    } finally {
      lease.users -= 1;
      if (isBroken || lease.users === 0) {
        if (this.#lease === lease) this.#lease = null;
        client.release(isBroken);
      }
    }
  }

  #take(): Lease {
    const lease: Lease = {
      isGranted: false,
      users: 0,
      client: super.connect().then((client) => {
        lease.isGranted = true;
        return surelyReleased(of(client as unknown as Lent, undefined));
      }),
    };
    lease.client.catch(() => {
      if (this.#lease === lease) this.#lease = null;
    });
    return lease;
  }

  #jobsFor(context: RequestContext | undefined): pg.Pool | undefined {
    if (context?.isBrief) return this.#briefJobs;
    return !context || context.isPatient ? this.#jobs : undefined;
  }

  #replicaFor(context: RequestContext | undefined): Replica | undefined {
    return context?.readsReplica && this.#replica?.isCurrent() ? this.#replica : undefined;
  }
}

class RequestClient extends BoundedClient {
  context: RequestContext | undefined;

  protected override ask(...[query, ...rest]: QueryArguments): unknown {
    return traced(query, this.context, () => super.ask(marked(query, this.context), ...rest));
  }
}

function of<Client extends RequestClient | undefined>(client: Client, context: RequestContext | undefined): Client {
  if (client) client.context = context;
  return client;
}

type Lent = RequestClient & Pick<pg.PoolClient, 'release'>;

/** Releases a broken connection: where BEGIN itself fails, no caller would release it. */
function surelyReleased(client: Lent): Lent {
  const { release } = client;
  const give = (error?: Error | boolean) => {
    client.off('end', broken);
    // Released already: a later release by its holder must do nothing.
    client.release = () => {};
    release(error);
  };
  const broken = () => give(true);
  client.once('end', broken);
  client.release = give;
  return client;
}

function traced(query: Query, context: RequestContext | undefined, ask: () => unknown): unknown {
  const end = context?.trace?.query(typeof query === 'string' ? query : query.text);
  const answer = ask();
  if (end && answer instanceof Promise)
    answer.then(
      () => end(false),
      () => end(true),
    );
  return answer;
}

function marked(query: Query, context: RequestContext | undefined): Query {
  if (!context) return query;
  const comment = `/* request ${context.requestId} */ `;
  if (typeof query === 'string') return comment + query;
  // A named prepared statement must keep its text.
  return typeof query.text === 'string' && query.name === undefined ? { ...query, text: comment + query.text } : query;
}
