import type { Logger } from 'pino';
import { type App, buildApp } from '../app.server.ts';
import { createOutbox } from '../platform/delivery/outbox.server.ts';
import { buildTestApp, builtPages, type TestApp } from './build-test-app.ts';

/** An app whose requests and outbox write to the logger, as in production; closed by `close`. */
export async function openLoggingApp(logger: Logger): Promise<{ site: TestApp; app: App; close(): Promise<void> }> {
  const site = await buildTestApp();
  const { connection, config } = site.services;
  site.services.outbox = createOutbox({ connection, config, log: logger });
  const app = await buildApp({ services: site.services, ...builtPages, logger });
  await app.ready();
  return {
    site,
    app,
    async close() {
      await app.close();
      await site.close();
    },
  };
}

type Options = { method?: 'GET' | 'POST' | 'HEAD' | 'PUT'; headers?: Record<string, string>; payload?: string };
export const askForCode = (app: App, target: string, options: Options = {}) =>
  app.inject({ method: 'GET', url: `/api/otp/send/${target}`, ...options });
