import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { ServerBuild } from 'react-router';
import type { App } from './app.server.ts';
import { startBackgroundWork } from './background-work.server.ts';
import { closeSite } from './close-site.server.ts';
import { connect } from './database/connect.server.ts';
import { LockHeldError } from './database/exclusive-lock.server.ts';
import { applyMigrations } from './database/migrate.server.ts';
import { refuseDatabase } from './database/refuse-database.server.ts';
import type { Pages } from './development.server.ts';
import { enforceErasures } from './features/privacy/delete-account.server.ts';
import {
  type Config,
  ConfigError,
  doubtfulNames,
  openDataFolder,
  readConfig,
} from './platform/settings/config.server.ts';
import { describeDatabase, hasPglite, readDatabasePlace } from './platform/settings/database-place.server.ts';
import { explainFailure } from './platform/observe/explain-failure.server.ts';
import type { Limits } from './platform/guard/limits.server.ts';
import { openMediaStore } from './platform/media/media-store.server.ts';
import { recordSecret } from './platform/settings/site-secret.server.ts';
import { readLogos } from './platform/settings/site-logo.server.ts';
import { listenOnSharedPort } from './platform/http/shared-port.server.ts';
import { wireServices } from './services.server.ts';
import { setTimeout as wait } from 'node:timers/promises';

const print = (line: string) => void process.stdout.write(`${line}\n`);
const clientDir = fileURLToPath(new URL('../build/client', import.meta.url));
const serverBuild = new URL('../build/server/index.js', import.meta.url);

/**
 * Runs the site until a signal. A failed start explains why, and exits with 1.
 * @param limits replaces the site's own in browser tests; as does `longestAnswer`, in milliseconds
 */
export async function serve(
  isDevelopment: boolean,
  limits: Partial<Limits> = {},
  longestAnswer = 2_800,
): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig();
    for (const line of doubtfulNames()) print(line);
    // Before anything is opened or made.
    await readLogos(config.organization);
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
  const isNew = config.databaseUrl === undefined && !hasPglite(config.dataDir);
  if (isNew && config.isProduction && !readDatabasePlace().isDataDirGiven)
    throw new ConfigError(
      `DATA_DIR or DATABASE_URL: say where the data of ${config.publicOrigin} is. There is none in ${config.dataDir}; to begin a new site there: DATA_DIR=${config.dataDir}`,
    );
  print(
    `Database: ${describeDatabase(config)}${isNew ? '. There was none: a NEW, EMPTY database is made there now (some seconds) …' : ''}`,
  );
  // With PostgreSQL too: uploads are written there, and which accounts were erased.
  openDataFolder(config.dataDir);
  // PGlite opens in a worker thread while this one loads the app.
  const [connection, { buildApp }, { personalData }, { seedIfEmpty }, { startControl }, pages] = await Promise.all([
    connect({ databaseUrl: config.databaseUrl, replicaUrl: config.replicaUrl, dataDir: config.dataDir }),
    import('./app.server.ts'),
    import('./features.server.ts'),
    import('./features/importing/seed.server.ts'),
    import('./commands/control.server.ts'),
    isDevelopment ? import('./development.server.ts').then(({ pagesFromSources }) => pagesFromSources()) : builtPages(),
  ]);
  // Fail fast on an unresponsive database: the migrations would wait for it.
  await connection.probe?.query('select 1');
  await refuseDatabase(config.databaseUrl);
  await applyMigrations(connection);
  await recordSecret(connection.db, config);
  await enforceErasures({ connection, config, personalData });
  const media = await openMediaStore(config);
  // Missing media must not prevent the start: the site still works without pictures.
  void media.check().catch((error: Error) => print(error.message));
  await seedIfEmpty(connection, config, print);
  const control = await startControl(connection, config);

  const logger = pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] });
  const metrics = config.metrics && (await startMetrics(config.metrics));
  const tracing = config.tracesEndpoint
    ? (await import('./platform/observe/tracing.server.ts')).startTracing(config.tracesEndpoint)
    : undefined;
  const services = wireServices({ connection, config, logger, metrics, limits, longestAnswer });
  const { outbox } = services;
  const app = await buildApp({ services, logger, clientDir, metrics, tracing, ...pages.options });
  await pages.attach(app.server);
  const stopWorking = await startBackgroundWork(services, logger, metrics?.countPurges);
  outbox.start();

  stopOnSignal({
    drain: () => app.drain(),
    drainMs: isDevelopment ? 0 : config.drainSeconds * 1_000,
    close: () =>
      closeSite({
        stopWorking,
        closeHttp: () => pages.close().then(() => app.close()),
        resources: [
          () => services.texts.close(),
          () => services.pieceTexts.close(),
          () => outbox.stop(),
          () => control.close(),
          () => Promise.all([metrics?.close(), tracing?.stop().catch(() => {})]),
          () => connection.close(),
        ],
      }),
    cutOff: () => app.server.closeAllConnections(),
  });
  await listen(app, config);
  print(
    `Nagrik listens on ${config.publicOrigin}${addressBehind(app, config)} after ${(performance.now() / 1000).toFixed(1)} s. Data: ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}${config.databaseUrl || config.mediaBucket ? `, media in ${media.place}` : ''}. Stop with Ctrl+C.`,
  );
}

// Lazy import: loaded only where configured.
async function startMetrics(address: NonNullable<Config['metrics']>) {
  const { createMetrics, serveMetrics } = await import('./platform/observe/metrics.server.ts');
  const metrics = createMetrics();
  const { port, close } = await serveMetrics(metrics.registry, address);
  print(`Metrics: http://${address.host}:${port}/metrics`);
  return { ...metrics, close };
}

// Fastify's own log line would duplicate ours.
async function listen(app: App, config: Config): Promise<void> {
  const { level } = app.log;
  app.log.level = 'silent';
  // Node's default of 511 overflows in a burst, and a client whose SYN is dropped tries again only seconds later.
  const address = { host: config.host, port: config.port, backlog: 4_096 };
  await listenOnSharedPort(app.server, address, (options) => app.listen(options), app.log);
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

async function builtPages(): Promise<Pages> {
  if (!existsSync(serverBuild)) throw new Error('The pages are not built. Run: npm run build');
  const build = (await import(serverBuild.href)) as ServerBuild;
  return { options: { loadPages: async () => build }, attach: async () => {}, close: async () => {} };
}

type Stopping = {
  /** Makes the readiness probe fail; requests are still served. */
  drain(): void;
  /** Time for the load balancer to react; Ctrl+C skips it. */
  drainMs: number;
  /** Completes requests in flight and releases all resources. */
  close(): Promise<void>;
  /**
   * Closes connections with long streams, such as films: the client resumes with a range request at another instance.
   */
  cutOff(): void;
};

/** On SIGTERM and SIGINT, exits with 0 after `drainMs` plus at most eight seconds. */
function stopOnSignal({ drain, drainMs, close, cutOff }: Stopping): void {
  let isStopping = false;

  async function stop(waitMs: number, patienceMs: number): Promise<void> {
    setTimeout(() => process.exit(1), waitMs + 8_000).unref();
    drain();
    await wait(waitMs);
    setTimeout(cutOff, patienceMs).unref();
    await close();
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      // A second signal exits at once. Ignored during the first second: npm forwards the Ctrl+C that the terminal has
      // sent here too.
      setTimeout(() => void process.on(signal, () => process.exit(1)), 1_000).unref();
      const stopped = signal === 'SIGTERM' && drainMs > 0 ? stop(drainMs, 5_000) : stop(0, 1_000);
      stopped.then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
