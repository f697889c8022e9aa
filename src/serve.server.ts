import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { ServerBuild } from 'react-router';
import type { App } from './app.server.ts';
import { connect, type Connection } from './database/connect.server.ts';
import { LockHeldError } from './database/exclusive-lock.server.ts';
import { applyMigrations } from './database/migrate.server.ts';
import type { Pages } from './development.server.ts';
import { enforceErasures } from './features/privacy/delete-account.server.ts';
import { logErasures } from './features/privacy/erasure-log.server.ts';
import { sendNotificationMails } from './features/notifications/send-notification-mails.server.ts';
import { sweepCodes } from './features/otp/sweep-codes.server.ts';
import { sweepSessions } from './features/sessions/sessions.queries.server.ts';
import { sweepConsents } from './features/users/consents.queries.server.ts';
import { releaseScheduled } from './features/importing/release-scheduled.server.ts';
import { type Config, ConfigError, readConfig } from './platform/config.server.ts';
import { describeError } from './platform/describe-error.server.ts';
import { explainFailure } from './platform/explain-failure.server.ts';
import { defaultLimits, type Limits } from './platform/limits.server.ts';
import { createOutbox } from './platform/outbox.server.ts';
import { providersOf } from './platform/outbox-providers.server.ts';
import { openMediaStore } from './platform/media/media-store.server.ts';
import type { PageServices } from './platform/page-services.server.ts';
import { briefly } from './platform/request-context.server.ts';
import { stopOnSignal } from './platform/stop-on-signal.server.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const clientDir = fileURLToPath(new URL('../build/client', import.meta.url));
const serverBuild = new URL('../build/server/index.js', import.meta.url);

/**
 * Runs the site until a signal. A start that fails says why, and ends the process with 1.
 * @param limits in place of the site's own, for tests in a browser; as is `longestAnswer`, in milliseconds
 */
export async function serve(
  isDevelopment: boolean,
  limits: Partial<Limits> = {},
  longestAnswer = 2_800,
): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig();
    await start(config, isDevelopment, limits, longestAnswer);
  } catch (error) {
    process.stderr.write(`${whyItFailed(error, config)}\n`);
    process.exit(1);
  }
}

function whyItFailed(error: unknown, config: Config | undefined): string {
  if (error instanceof ConfigError) return `The settings do not fit:\n${error.message}`;
  if (error instanceof LockHeldError)
    return `${error.message}\nStop that one first, or give this one its own DATA_DIR, or use PostgreSQL (DATABASE_URL).`;
  return (
    (config && explainFailure(error, config)) ??
    (error instanceof Error ? (error.stack ?? error.message) : String(error))
  );
}

async function start(
  config: Config,
  isDevelopment: boolean,
  limits: Partial<Limits>,
  longestAnswer: number,
): Promise<void> {
  say(
    config.databaseUrl
      ? 'Database: PostgreSQL'
      : `Database: PGlite in ${config.dataDir}${existsSync(`${config.dataDir}/pglite`) ? '' : ', which is made now (some seconds) …'}`,
  );
  // PGlite opens in a thread of its own; meanwhile this one loads the app.
  const [connection, { buildApp }, { seedIfEmpty }, { startControl }, pages] = await Promise.all([
    connect({ databaseUrl: config.databaseUrl, replicaUrl: config.replicaUrl, dataDir: config.dataDir }),
    import('./app.server.ts'),
    import('./features/importing/seed.server.ts'),
    import('./features/importing/control.server.ts'),
    isDevelopment ? import('./development.server.ts').then(({ pagesFromSources }) => pagesFromSources()) : builtPages(),
  ]);
  // One that is silent is told at once; migrations would wait for it.
  await connection.probe?.query('select 1');
  await applyMigrations(connection);
  await enforceErasures({ connection, config });
  const media = await openMediaStore(config);
  // A site without pictures is better than none.
  void media.check().catch((error: Error) => say(error.message));
  await seedIfEmpty(connection, config, say);
  const control = await startControl(connection, config);

  const logger = pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] });
  const outbox = createOutbox({ connection, config, log: logger, providers: providersOf(config) });
  const metrics = config.metrics && (await startMetrics(config.metrics));
  const tracing = config.tracesEndpoint
    ? (await import('./platform/tracing.server.ts')).startTracing(config.tracesEndpoint)
    : undefined;
  const allLimits = { ...defaultLimits(connection, config.smsBudget), ...limits };
  const services: PageServices = {
    config,
    connection,
    limits: metrics?.counting(allLimits) ?? allLimits,
    outbox,
    clock: () => new Date(),
    longestAnswer,
  };
  const app = await buildApp({ services, logger, clientDir, metrics, tracing, ...pages.options });
  await pages.attach(app.server);
  const stopReleasing = await keepReleasing(connection);
  const stopSweeping = keepSweeping(connection, config);
  const stopMailing = keepMailing(services, (error) =>
    logger.error({ err: describeError(error) }, 'mail about notifications failed'),
  );
  outbox.start();

  stopOnSignal({
    drain: () => app.drain(),
    drainMs: isDevelopment ? 0 : config.drainSeconds * 1_000,
    async close() {
      stopReleasing();
      stopSweeping();
      await stopMailing();
      await pages.close();
      await app.close();
      await outbox.stop();
      await control.close();
      await Promise.all([metrics?.close(), tracing?.stop().catch(() => {})]);
      await connection.close();
    },
    cutOff: () => app.server.closeAllConnections(),
  });
  await listen(app, config);
  say(
    `Nagrik listens on ${config.publicOrigin}${addressBehind(app, config)} after ${(performance.now() / 1000).toFixed(1)} s. Data: ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}${config.databaseUrl || config.mediaBucket ? `, media in ${media.place}` : ''}. Stop with Ctrl+C.`,
  );
}

// Loaded only where it is asked for.
async function startMetrics(address: NonNullable<Config['metrics']>) {
  const { createMetrics, serveMetrics } = await import('./platform/metrics.server.ts');
  const metrics = createMetrics();
  const { port, close } = await serveMetrics(metrics.registry, address);
  say(`Metrics: http://${address.host}:${port}/metrics`);
  return { ...metrics, close };
}

// Fastify's own line would say the same again.
async function listen(app: App, config: Config): Promise<void> {
  const { level } = app.log;
  app.log.level = 'silent';
  await app.listen({ host: config.host, port: config.port });
  app.log.level = level;
}

function addressBehind(app: App, config: Config): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return '';
  const isPlain = config.publicOrigin === `http://localhost:${address.port}`;
  return isPlain
    ? ''
    : ` (here: http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port})`;
}

/** Shows what an editor has scheduled, within seconds of its time. */
async function keepReleasing(connection: Connection): Promise<() => void> {
  let { until } = await releaseScheduled(connection, null);
  let isReleasing = false;
  const timer = setInterval(() => {
    if (isReleasing) return;
    isReleasing = true;
    // A database that is away is asked again next time.
    briefly('release', () => releaseScheduled(connection, until))
      .then(
        (released) => {
          until = released.until;
        },
        () => {},
      )
      .finally(() => {
        isReleasing = false;
      });
  }, 15_000);
  return () => clearInterval(timer);
}

/** Takes away hourly what has served its time. */
function keepSweeping(connection: Connection, config: Config): () => void {
  const sweep = () => {
    for (const work of [
      sweepCodes(connection),
      sweepSessions(connection.db),
      sweepConsents(connection.db),
      logErasures(connection.db, config),
    ])
      work.catch(() => {});
  };
  const timer = setInterval(sweep, 3_600_000);
  sweep();
  return () => clearInterval(timer);
}

/** Mails what people have not read, to who asked for it. */
function keepMailing(services: PageServices, report: (error: unknown) => void): () => Promise<void> {
  let mailing = Promise.resolve();
  const timer = setInterval(() => {
    mailing = mailing
      .then(() => briefly('notification mails', () => sendNotificationMails(services)))
      .then(() => undefined, report);
  }, 300_000);
  return () => {
    clearInterval(timer);
    return mailing;
  };
}

async function builtPages(): Promise<Pages> {
  if (!existsSync(serverBuild)) throw new Error('The pages are not built. Run: npm run build');
  const build = (await import(serverBuild.href)) as ServerBuild;
  return { options: { loadPages: async () => build }, attach: async () => {}, close: async () => {} };
}
