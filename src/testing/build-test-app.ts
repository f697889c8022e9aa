import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { ServerBuild } from 'react-router';
import { type App, buildApp } from '../app.server.ts';
import type { Connection } from '../database/connect.server.ts';
import { readConfig } from '../platform/config.server.ts';
import { defaultLimits, type Limits } from '../platform/limits.server.ts';
import type { Metrics } from '../platform/metrics.server.ts';
import type { Overload } from '../platform/overload.server.ts';
import { createOutbox, type OutboxOptions } from '../platform/outbox.server.ts';
import type { PageServices } from '../platform/page-services.server.ts';
import type { Tracing } from '../platform/tracing.server.ts';
import { openTestDatabase, type TestContent, type TestDatabase } from './test-database.ts';

export type TestApp = { app: App; services: PageServices; close(): Promise<void> };

export type TestAppOptions = {
  content?: TestContent;
  /** In place of a new one; it goes with the app. */
  database?: TestDatabase;
  limits?: Partial<Limits>;
  /** Settings, as in the environment. */
  env?: Record<string, string>;
  clock?: () => Date;
  /** Longer than in earnest, unless it is what a test is about: a busy machine is no fault of the product. */
  longestAnswer?: number;
  /** Everything is taken in unless a test is about what is not. */
  overload?: Pick<Overload, 'admit'>;
  metrics?: Metrics;
  tracing?: Tracing;
  /** Given every line of the log. */
  log?: (line: string) => void;
  /** What delivers messages; without it they stay in the development outbox, whatever the settings say. */
  outbox?: Pick<OutboxOptions, 'providers' | 'timings' | 'log'>;
};

/** The limits of the contract, lifted. */
export const unlimited = (connection: Connection) =>
  Object.fromEntries(Object.keys(defaultLimits(connection)).map((name) => [name, async () => {}])) as unknown as Limits;
const pages = new URL('../../build/server/index.js', import.meta.url);
const clientDir = fileURLToPath(new URL('../../build/client', import.meta.url));

/** The real app on a real database of its own. `app.inject` needs no port. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase(options.content ?? 'empty'));
  const config = readConfig({ ...options.env, DATA_DIR: database.dataDir });
  const services: PageServices = {
    config,
    connection: database.connection,
    limits: { ...unlimited(database.connection), ...options.limits },
    outbox: createOutbox({
      connection: database.connection,
      config,
      keepsForDevelopment: options.outbox?.providers === undefined,
      ...options.outbox,
    }),
    clock: options.clock ?? (() => new Date()),
    longestAnswer: options.longestAnswer ?? 25_000,
  };
  const { log } = options;
  const logger = log && pino({ level: 'trace' }, { write: log });
  const app = await buildApp({
    services,
    clientDir,
    overload: options.overload ?? { admit: () => true },
    metrics: options.metrics,
    tracing: options.tracing,
    ...(logger ? { logger } : {}),
    loadPages: () => import(pages.href) as Promise<ServerBuild>,
  });
  await app.ready();
  services.outbox.start();
  return {
    app,
    services,
    async close() {
      await app.close();
      await services.outbox.stop();
      await database.close();
    },
  };
}
