import { z } from 'zod';
import { answerErrors, type ApiApp, takeJson } from '../http/api.server.ts';
import { distinctLines } from './distinct-lines.server.ts';
import { foreignOrigin, invalidInput } from '../wire/errors.ts';
import { networkOf } from '../guard/networks.ts';
import { originOf } from '../guard/own-origin.server.ts';
import type { PageServices } from '../page/page-services.server.ts';
import { closedPolicy } from '../guard/security-headers.server.ts';

/** Receives error reports from our own pages' scripts (src/islands/report-problem.ts). */
export const problemsPath = '/api/problems';

// Closed lists and strict patterns only, so that a report cannot contain what somebody typed.
const problem = z.strictObject({
  kind: z.enum(['error', 'rejection', 'island_not_loaded', 'island_failed']),
  name: z.string().regex(/^[A-Za-z]{0,40}$/),
  island: z.string().regex(/^[a-z-]{0,30}$/),
  place: z.string().regex(/^(?:[\w.-]{1,60}\.js:\d{1,6}:\d{1,6})?$/),
});
export type BrowserProblem = z.infer<typeof problem>;

const largest = 1_024;

type Options = { services: Pick<PageServices, 'config' | 'limits'>; count: (kind: BrowserProblem['kind']) => void };

/** Counts every report, and logs each distinct one once an hour. */
export async function problemReportsApi(app: ApiApp, { services, count }: Options): Promise<void> {
  const mayLog = distinctLines(app);

  // navigator.sendBeacon sends a string as text/plain.
  takeJson(app, ['application/json', 'text/plain']);
  answerErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .header('content-security-policy', closedPolicy)
      .header('cross-origin-resource-policy', 'same-origin');
    if (originOf(services.config, request.headers) === 'foreign') throw foreignOrigin();
    await services.limits.reads(networkOf(request.ip));
  });

  app.post('/', { bodyLimit: largest, schema: { hide: true } }, async (request, reply) => {
    const sent = problem.safeParse(request.body);
    if (!sent.success) throw invalidInput([{ path: '', message: { code: 'field.notOfPage' } }]);
    count(sent.data.kind);
    if (mayLog(Object.values(sent.data).join(' '), request.ip))
      request.log.warn({ problem: sent.data }, 'something failed in a browser');
    return reply.code(204).send();
  });
}
