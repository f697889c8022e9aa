import { nameSite } from '../messages/name-site.server.ts';
import { fileURLToPath } from 'node:url';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import type { ServerBuild } from 'react-router';
import { type App, buildApp } from '../app.server.ts';
import type { Connection } from '../database/connect.server.ts';
import { startCommunityTexts } from '../features/communities/start-community-texts.server.ts';
import { personalData } from '../features.server.ts';
import { startPieceTexts } from '../features/studio/pieces/start-piece-texts.server.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import { defaultLimits, type Limits } from '../platform/guard/limits.server.ts';
import type { Metrics } from '../platform/observe/metrics.server.ts';
import type { Overload } from '../platform/guard/overload.server.ts';
import { createOutbox, type OutboxOptions } from '../platform/delivery/outbox.server.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';
import type { Tracing } from '../platform/observe/tracing.server.ts';
import { connectAgain, openTestDatabase, type TestContent, type TestDatabase } from './test-database.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';
type Payload = string | object | Buffer | undefined;
export type Send = (
  method: Method,
  url: string,
  payload?: Payload,
  headers?: Record<string, string | undefined>,
) => Promise<LightMyRequestResponse>;
export type TestApp = {
  app: App;
  services: PageServices;
  db: Connection['db'];
  /** Sends one request: an object as JSON, URLSearchParams as a form, anything else as it stands. */
  send: Send;
  close(): Promise<void>;
};

export type TestAppOptions = {
  content?: TestContent;
  /** An existing database to use instead of a new one; it is closed with the app. */
  database?: TestDatabase;
  limits?: Partial<Limits>;
  /** Settings, as environment variables. */
  env?: Record<string, string>;
  clock?: () => Date;
  /** Response deadline: longer than in production by default, because the test machine may be busy. */
  longestAnswer?: number;
  /** Admission control; by default every request is admitted. */
  overload?: Pick<Overload, 'enter'>;
  metrics?: Metrics;
  tracing?: Tracing;
  /** Receives every log line. */
  log?: (line: string) => void;
  /** Outbox providers; by default messages stay in the development outbox, whatever the settings say. */
  outbox?: Pick<OutboxOptions, 'providers' | 'timings' | 'log'>;
};

/** Rate limits that refuse nothing. */
export const unlimited = (connection: Connection) =>
  Object.fromEntries(Object.keys(defaultLimits(connection)).map((name) => [name, async () => {}])) as unknown as Limits;
const serverBuild = new URL('../../build/server/index.js', import.meta.url);
// Node remembers a module by its URL; vitest would read and map these megabytes anew for each page.
let pages: Promise<ServerBuild> | undefined;

/** The built pages, for `buildApp`. */
export const builtPages = {
  clientDir: fileURLToPath(new URL('../../build/client', import.meta.url)),
  loadPages: () => (pages ??= import(serverBuild.href) as Promise<ServerBuild>),
};

const formType = 'application/x-www-form-urlencoded';
export const sender =
  (app: App): Send =>
  (method, url, payload, headers = {}) =>
    payload instanceof URLSearchParams
      ? app.inject({ method, url, payload: String(payload), headers: { 'content-type': formType, ...headers } })
      : app.inject({ method, url, payload, headers });

/** The real app with a database of its own. `app.inject` needs no port. */
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
    personalData,
    texts: startCommunityTexts(),
    pieceTexts: startPieceTexts(),
    clock: options.clock ?? (() => new Date()),
    longestAnswer: options.longestAnswer ?? 25_000,
  };
  const { log } = options;
  const logger = log && pino({ level: 'trace' }, { write: log });
  const app = await buildApp({
    services,
    ...builtPages,
    overload: options.overload ?? { enter: (_kind, _request, _response, start) => start() },
    metrics: options.metrics,
    tracing: options.tracing,
    ...(logger ? { logger } : {}),
  });
  await app.ready();
  services.outbox.start();
  return {
    app,
    services,
    db: services.connection.db,
    send: sender(app),
    async close() {
      nameSite(undefined);
      await app.close();
      await services.outbox.stop();
      await services.texts.close();
      await services.pieceTexts.close();
      await database.close();
    },
  };
}

export type SecondInstance = Awaited<ReturnType<typeof openSecondInstance>>;
/** A second instance on a test's PostgreSQL database. */
export async function openSecondInstance(services: PageServices) {
  const connection = await connectAgain(services, services.config.dataDir);
  const app = await buildApp({ services: { ...services, connection }, ...builtPages });
  return {
    app,
    connection,
    async close() {
      await app.close();
      await connection.close();
    },
  };
}
