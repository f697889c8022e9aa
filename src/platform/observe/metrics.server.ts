import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Connection } from '../../database/connect.server.ts';
import type { AlertName, BudgetState, Limit, Limits } from '../guard/limits.server.ts';
import type { Outbox } from '../delivery/outbox.server.ts';
import type { Overload } from '../guard/overload.server.ts';
import type { PurgeResult } from '../cache/purge-worker.server.ts';
import { bucketFailures, jobRuns } from './process-counts.server.ts';
import type { PageCache } from '../cache/page-cache.server.ts';

type Watched = {
  connection: Pick<Connection, 'pools' | 'hears' | 'replica'>;
  outbox: Pick<Outbox, 'count' | 'results'>;
  pageCache: Pick<PageCache, 'stats'>;
  overload: Partial<Pick<Overload, 'refused'>>;
  figures: () => Promise<SiteFigures>;
  certificateEnds?: (() => Promise<Date | null>) | undefined;
};

/** What the database knows of the whole site. */
export type SiteFigures = {
  bytes: number;
  migrations: number;
  backupAt: Date | null;
  complaints: Record<'acknowledge' | 'decide', { open: number; nextDueAt: Date | null }>;
};

/** A value, and the value of each label. */
type Samples = [number, ...string[]][];
type Labels = Record<string, string>;

export type Metrics = ReturnType<typeof createMetrics>;

/** No sample where there was none. */
const moment = (at: Date | null, ...labels: string[]): Samples =>
  at === null ? [] : [[at.getTime() / 1_000, ...labels]];

/** Concurrent callers, as the metrics of one scrape, share one result. */
function shared<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () =>
    (running ??= load().finally(() => {
      running = undefined;
    }));
}

const versionHere = (): string =>
  (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;

/** Metrics for Prometheus. Labels are our own patterns and names only: never a URL, an id or a person. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of a counter.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const durations = new Histogram({
    name: 'nagrik_http_request_duration_seconds',
    help: 'Requests that were routed, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const refusals = new Counter({
    name: 'nagrik_limit_refusals_total',
    help: 'Requests refused by a limit',
    labelNames: ['limit'],
    registers,
  });

  const problems = new Counter({
    name: 'nagrik_browser_problems_total',
    help: 'Failures that pages told of from browsers',
    labelNames: ['kind'],
    registers,
  });

  const purges = new Counter({
    name: 'nagrik_cache_purges_total',
    help: 'Addresses told to the caches in front: done, failed (and tried again), given up',
    labelNames: ['result'],
    registers,
  });

  const budgetAlerts = new Counter({
    name: 'nagrik_budget_alerts_total',
    help: 'How often a budget of the site was half spent within an hour, or used up; mails were held back; or the disk was nearly full',
    labelNames: ['budget', 'state'],
    registers,
  });

  /** What is known elsewhere, and read on each scrape. A name that ends in `_total` is a counter. */
  function show(name: string, help: string, labelNames: string[], values: () => Samples | Promise<Samples>) {
    const read = async (add: (labels: Labels, value: number) => void) => {
      // A failing query must not fail the whole scrape.
      const samples = await Promise.resolve()
        .then(values)
        .catch(() => []);
      for (const [value, ...labels] of samples)
        add(Object.fromEntries(labelNames.map((label, at) => [label, labels[at]!])), value);
    };
    // Without labels a reset would set 0, which is not the same as no value.
    const forget = (metric: Gauge | Counter) => (labelNames.length > 0 ? metric.reset() : metric.remove());
    const common = { name: `nagrik_${name}`, help, labelNames, registers };
    if (name.endsWith('_total'))
      return new Counter({
        ...common,
        collect() {
          forget(this);
          return read((labels, value) => this.inc(labels, value));
        },
      });
    return new Gauge({
      ...common,
      collect() {
        forget(this);
        return read((labels, value) => this.set(labels, value));
      },
    });
  }

  return {
    registry,
    watch({ connection, outbox, pageCache, overload, figures, certificateEnds }: Watched): void {
      const version = versionHere();
      show('build_info', 'What runs here; the value is always 1', ['version', 'node'], () => [
        [1, version, process.version],
      ]);

      show(
        'database_pool_connections',
        'Connections by what they are for, and queries that wait for one',
        ['pool', 'state'],
        () =>
          Object.entries(connection.pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
            [totalCount, pool, 'open'],
            [idleCount, pool, 'idle'],
            [waitingCount, pool, 'waiting'],
          ]),
      );
      show('listener_hears', 'Whether notifications of other instances arrive', ['channel'], () =>
        Object.entries(connection.hears()).map(([channel, hears]) => [Number(hears), channel]),
      );
      const { replica } = connection;
      show('replica_lag_seconds', 'How old the replica is; infinite while it is away', [], () =>
        replica ? [[replica.lagSeconds()]] : [],
      );
      show('replica_used', 'Whether signed-out visitors read from the replica', [], () =>
        replica ? [[Number(replica.isCurrent())]] : [],
      );
      show(
        'certificate_expiry_timestamp_seconds',
        'When the certificate ends that readers get, as last seen; looked at once an hour',
        [],
        async () => moment((await certificateEnds?.()) ?? null),
      );

      const ofSite = shared(figures);
      show('database_size_bytes', 'Size of the database', [], async () => [[(await ofSite()).bytes]]);
      show('schema_migrations', 'Migrations that the database has', [], async () => [[(await ofSite()).migrations]]);
      show(
        'backup_last_success_timestamp_seconds',
        'When the last verified backup was made; 0 before the first',
        [],
        async () => moment((await ofSite()).backupAt ?? new Date(0)),
      );
      const clocks = async () => Object.entries((await ofSite()).complaints);
      show('complaints_open', 'Complaints of which a clock runs: to their receipt, or decision', ['clock'], async () =>
        (await clocks()).map(([clock, { open }]) => [open, clock]),
      );
      show('complaints_next_due_timestamp_seconds', 'When the next of these clocks runs out', ['clock'], async () =>
        (await clocks()).flatMap(([clock, { nextDueAt }]) => moment(nextDueAt, clock)),
      );

      const ofCache = () => pageCache.stats();
      show('page_cache_entries', 'Pages in memory', [], () => [[ofCache().entries]]);
      show('page_cache_bytes', 'Their size', [], () => [[ofCache().bytes]]);
      show('page_cache_hits_total', 'Requests that it answered', [], () => [[ofCache().hits]]);
      show('page_cache_misses_total', 'Requests for which a page was rendered', [], () => [[ofCache().misses]]);
      show('overload_refusals_total', 'Requests refused for want of room', ['kind'], () =>
        Object.entries(overload.refused ?? {}).map(([kind, count]) => [count, kind]),
      );

      const waiting = shared(() => outbox.count());
      show('outbox_waiting', 'Messages not yet delivered', ['channel'], async () =>
        (await waiting()).map(({ channel, waiting: count }) => [count, channel]),
      );
      show('outbox_oldest_seconds', 'How long the oldest of them has waited', ['channel'], async () =>
        (await waiting()).map(({ channel, oldestSeconds }) => [oldestSeconds, channel]),
      );
      show('deliveries_total', 'Tries to deliver a message, by how they ended', ['channel', 'result'], () =>
        outbox.results().map(({ channel, result, count }) => [count, channel, result]),
      );

      show('bucket_failures_total', 'Requests to the bucket of media that failed', ['kind'], () =>
        Object.entries(bucketFailures).map(([kind, count]) => [count, kind]),
      );
      const jobs = () => [...jobRuns].map(([job, runs]) => ({ job, ...runs }));
      show('job_runs_total', 'Runs of background work, by how they ended', ['work', 'result'], () =>
        jobs().flatMap(({ job, done, failed }): Samples => [
          [done, job, 'done'],
          [failed, job, 'failed'],
        ]),
      );
      show('job_last_success_timestamp_seconds', 'When background work last came to its end', ['work'], () =>
        jobs().flatMap(({ job, doneAt }) => moment(doneAt, job)),
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
