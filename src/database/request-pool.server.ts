import pg from 'pg';
import { requestContext, type RequestContext } from '../platform/request-context.server.ts';
import { type Asked, BoundedClient } from './pool-bounds.server.ts';
import { type Replica, wasTooLong } from './replica.server.ts';

type Query = Asked[0];

type Others = {
  /** For what no request waits for. */
  jobs?: pg.Pool;
  /** For such of it as is done `briefly`. */
  briefJobs?: pg.Pool;
  replica?: Replica | undefined;
};

/**
 * Tells the database in a comment which request a query belongs to, for its log and `pg_stat_activity`; and sends what only reads, for nobody in
 * particular, to a replica that is current. What fails there is asked of the primary, unless it took too long. What belongs to no request goes to `jobs`, or `briefJobs`.
 */
export class RequestPool extends pg.Pool {
  readonly #jobs: pg.Pool | undefined;
  readonly #briefJobs: pg.Pool | undefined;
  readonly #replica: Replica | undefined;

  constructor(config: pg.PoolConfig, { jobs, briefJobs, replica }: Others = {}) {
    super({ ...config, Client: RequestClient } as pg.PoolConfig);
    this.#jobs = jobs;
    this.#briefJobs = briefJobs;
    this.#replica = replica;
  }

  // Marked here: by the time a connection is free, another request's context may be in force.
  override query = ((query: Query, ...rest: unknown[]) => {
    const context = requestContext.getStore();
    const jobs = this.#jobsFor(context);
    if (jobs) return jobs.query(...([query, ...rest] as Parameters<pg.Pool['query']>));
    const asked = [marked(query, context), ...rest] as Parameters<pg.Pool['query']>;
    const replica = this.#replicaFor(context);
    if (!replica) return traced(query, context, () => super.query(...asked));
    return traced(query, context, () =>
      (replica.pool.query(...asked) as unknown as Promise<unknown>).catch((error) => {
        replica.failed(error);
        if (wasTooLong(error)) throw error;
        return super.query(...asked);
      }),
    );
  }) as pg.Pool['query'];

  /** For a transaction, whose queries are all of one request. */
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

  protected override ask(...[query, ...rest]: Asked): unknown {
    return traced(query, this.context, () => super.ask(marked(query, this.context), ...rest));
  }
}

function of<Client extends RequestClient | undefined>(client: Client, context: RequestContext | undefined): Client {
  if (client) client.context = context;
  return client;
}

type Lent = RequestClient & Pick<pg.PoolClient, 'release'>;

/** Given back at the latest when it breaks: nobody ends a transaction that could not even begin. */
function surelyReleased(client: Lent): Lent {
  const { release } = client;
  const give = (error?: Error | boolean) => {
    client.off('end', broken);
    // Once only; whoever has it may still give it back.
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
  // A prepared statement is known by its text.
  return typeof query.text === 'string' && query.name === undefined ? { ...query, text: comment + query.text } : query;
}
