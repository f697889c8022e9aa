import { z } from 'zod';
import type { ApiApp } from '../http/api.server.ts';
import { foreignOrigin, invalidInput } from '../wire/errors.ts';
import { networkOf } from '../guard/networks.ts';
import { originOf } from '../guard/own-origin.server.ts';
import type { PageServices } from '../page/page-services.server.ts';
import { takeReports } from './take-reports.server.ts';

/** Receives error reports from our own pages' scripts (src/islands/report-problem.ts). */
export const problemsPath = '/api/problems';

// Closed lists and strict patterns only, so that a report cannot contain what somebody typed.
const browserProblem = z.strictObject({
  kind: z.enum(['error', 'rejection', 'island_not_loaded', 'island_failed']),
  name: z.string().regex(/^[A-Za-z]{0,40}$/),
  island: z.string().regex(/^[a-z-]{0,30}$/),
  place: z.string().regex(/^(?:[\w.-]{1,60}\.js:\d{1,6}:\d{1,6})?$/),
});
export type BrowserProblem = z.infer<typeof browserProblem>;

const largest = 1_024;

type Options = { services: Pick<PageServices, 'config' | 'limits'>; count: (kind: BrowserProblem['kind']) => void };

/** Counts every report, and logs each distinct one once an hour. */
export async function problemReportsApi(app: ApiApp, { services, count }: Options): Promise<void> {
  // navigator.sendBeacon sends a string as text/plain.
  const mayLog = takeReports(app, ['application/json', 'text/plain']);
  app.addHook('onRequest', async (request) => {
    if (originOf(services.config, request.headers) === 'foreign') throw foreignOrigin();
    await services.limits.reads(networkOf(request.ip));
  });

  app.post('/', { bodyLimit: largest, schema: { hide: true } }, async (request, reply) => {
    const sent = browserProblem.safeParse(request.body);
    if (!sent.success) throw invalidInput([{ path: '', message: { code: 'field.notOfPage' } }]);
    count(sent.data.kind);
    if (mayLog(Object.values(sent.data).join(' '), request.ip))
      request.log.warn({ problem: sent.data }, 'something failed in a browser');
    return reply.code(204).send();
  });
}
