import { createServer } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Connection } from '../../database/connect.server.ts';
import type { AlertName, BudgetState, Limit, Limits } from '../guard/limits.server.ts';
import type { Outbox } from '../delivery/outbox.server.ts';
import type { Overload } from '../guard/overload.server.ts';
import type { PurgeResult } from '../cache/purge-worker.server.ts';
import type { PageCache } from '../cache/page-cache.server.ts';

type Watched = {
  connection: Pick<Connection, 'pools' | 'hears'>;
  outbox: Pick<Outbox, 'count'>;
  pageCache: Pick<PageCache, 'stats'>;
  overload: Partial<Pick<Overload, 'refused'>>;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics for Prometheus. Labels are our own patterns and names only: never a URL, an id or a person. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that were routed, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const refusals = new Counter({
    name: 'limit_refusals_total',
    help: 'Requests refused by a limit',
    labelNames: ['limit'],
    registers,
  });

  const problems = new Counter({
    name: 'browser_problems_total',
    help: 'Failures that pages told of from browsers',
    labelNames: ['kind'],
    registers,
  });

  const purges = new Counter({
    name: 'cache_purges_total',
    help: 'Addresses told to the caches in front: done, failed (and tried again), given up',
    labelNames: ['result'],
    registers,
  });

  const budgetAlerts = new Counter({
    name: 'budget_alerts_total',
    help: 'How often a budget of the site was half spent within an hour, or used up; mails were held back; or the disk was nearly full',
    labelNames: ['budget', 'state'],
    registers,
  });

  /** A gauge that is collected on each scrape. */
  const read = (
    name: string,
    help: string,
    label: string,
    values: () => [string, number][] | Promise<[string, number][]>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        // A failing query must not fail the whole scrape.
        const now = await Promise.resolve()
          .then(values)
          .catch(() => []);
        this.reset();
        for (const [of, value] of now) this.set({ [label]: of }, value);
      },
    });

  return {
    registry,
    watch({ connection, outbox, pageCache, overload }: Watched): void {
      void new Gauge({
        name: 'database_pool_connections',
        help: 'Connections by what they are for, and queries that wait for one',
        labelNames: ['pool', 'state'],
        registers,
        collect() {
          for (const [pool, { totalCount: open, idleCount: idle, waitingCount: waiting }] of Object.entries(
            connection.pools,
          )) {
            for (const [state, value] of Object.entries({ open, idle, waiting })) this.set({ pool, state }, value);
          }
        },
      });
      read('nagrik_listener_hears', 'Whether notifications of other instances arrive', 'channel', () =>
        Object.entries(connection.hears()).map(([channel, hears]) => [channel, hears ? 1 : 0]),
      );
      read('page_cache', 'Pages in memory, their bytes, and how often one was there or not', 'of', () =>
        Object.entries(pageCache.stats()),
      );
      read('overload_refusals', 'Requests refused for want of room since the start', 'kind', () =>
        Object.entries(overload.refused ?? {}),
      );
      read('outbox_waiting', 'Messages not yet delivered', 'channel', async () =>
        (await outbox.count()).map(({ channel, waiting }) => [channel, waiting]),
      );
      read('outbox_oldest_seconds', 'How long the oldest of them has waited', 'channel', async () =>
        (await outbox.count()).map(({ channel, oldestSeconds }) => [channel, oldestSeconds]),
      );
    },
    /** @param patternOf the route pattern of a page URL, which Fastify does not know */
    measure(app: FastifyInstance, patternOf: (url: string) => string): void {
      app.addHook('onResponse', async (request: FastifyRequest, reply) => {
        const route = request.routeOptions.url ?? patternOf(request.url);
        durations.observe(
          { method: request.method, route, status: String(reply.raw.statusCode) },
          reply.elapsedTime / 1_000,
        );
      });
    },
    /** @param kind from a closed list, which bounds the label's cardinality */
    browserProblem: (kind: string): void => problems.inc({ kind }),
    /** Wraps the limits to count what they refuse. */
    counting: (limits: Limits): Limits =>
      Object.fromEntries(
        Object.entries(limits).map(([name, limit]) => {
          const refused = () => refusals.inc({ limit: name });
          const counted: Limit = async (...args) => {
            try {
              await limit(...args);
            } catch (refusal) {
              if ((refusal as { status?: number }).status === 429) refused();
              throw refusal;
            }
          };
          // Limits spent together in one statement are never called; they report through `refused`.
          const { rule } = limit;
          if (rule) counted.rule = { ...rule, refused: () => (refused(), rule.refused?.()) };
          return [name, counted];
        }),
      ) as Limits,
    countPurges: (result: PurgeResult, addresses: number): void => purges.inc({ result }, addresses),
    countAlert: (budget: AlertName, state: BudgetState) => budgetAlerts.inc({ budget, state }),
  };
}

/** Serves `/metrics` on a port of its own, which must not be exposed to the public. */
export async function serveMetrics(
  registry: Registry,
  address: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
