import { z } from 'zod';
import { answerErrors, type ApiApp, takeJson } from '../http/api.server.ts';
import { foreignOrigin, invalidInput } from '../wire/errors.ts';
import { networkOf, wideNetworkOf } from '../guard/networks.ts';
import { originOf } from '../guard/own-origin.server.ts';
import type { PageServices } from '../page/page-services.server.ts';
import { closedPolicy } from '../guard/security-headers.server.ts';
import { problem } from '../wire/problem.ts';

// Log lines per hour: in total, and per network. A real fault is seen from many networks.
const mostLines = 500;
const mostOfNetwork = 8;
const anHour = 3_600_000;

/**
 * What browsers report is logged once an hour for each kind. Bounded by network, so that forged reports cannot suppress
 * real ones.
 * @returns whether to log a report of this kind, from this address
 */
export function distinctLines(app: ApiApp): (kind: string, ip: string) => boolean {
  const logged = new Set<string>();
  const linesOf = new Map<string, number>();
  const forgetting = setInterval(() => {
    logged.clear();
    linesOf.clear();
  }, anHour);
  forgetting.unref();
  app.addHook('onClose', async () => clearInterval(forgetting));
  return (kind, ip) => {
    const network = wideNetworkOf(ip);
    const lines = linesOf.get(network) ?? 0;
    if (logged.has(kind) || logged.size >= mostLines || lines >= mostOfNetwork) return false;
    logged.add(kind);
    linesOf.set(network, lines + 1);
    return true;
  };
}

function takeReports(app: ApiApp, types: string[]): void {
  takeJson(app, types);
  answerErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .header('content-security-policy', closedPolicy)
      .header('cross-origin-resource-policy', 'same-origin');
  });
}

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
  const mayLog = distinctLines(app);

  // navigator.sendBeacon sends a string as text/plain.
  takeReports(app, ['application/json', 'text/plain']);
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

// The browsers' formats (W3C Reporting API, CSP 3), which may gain fields: unknown keys are accepted.
const reports = z
  .array(
    z.object({
      type: z.string(),
      url: z.string().default(''),
      body: z
        .object({
          effectiveDirective: z.string(),
          blockedURL: z.string().default(''),
          sourceFile: z.string().nullish(),
          disposition: z.string().default(''),
        })
        .optional()
        .catch(undefined),
    }),
  )
  .max(50);

/** CSP's own directives: a report that names any other did not come from a browser. */
const directives =
  /^(?:(?:default|script|style|img|font|connect|media|object|frame|child|worker|manifest|prefetch|fenced-frame)-src|(?:script|style)-src-(?:elem|attr)|base-uri|form-action|frame-ancestors|navigate-to|sandbox|trusted-types|require-trusted-types-for|upgrade-insecure-requests)$/;

/** Receives CSP violation reports and logs each kind once an hour: a blocked attack, or a bug of ours. */
export async function violationReportsApi(app: ApiApp): Promise<void> {
  const mayLog = distinctLines(app);

  takeReports(app, ['application/reports+json']);

  app.post('/', { schema: { hide: true } }, async (request, reply) => {
    const sent = reports.safeParse(request.body);
    if (!sent.success) throw invalidInput([{ path: '', message: problem('field.notOfBrowser') }]);
    for (const { type, url, body } of sent.data) {
      if (type !== 'csp-violation' || !body || !directives.test(body.effectiveDirective)) continue;
      const violation = {
        directive: body.effectiveDirective,
        blocked: placeOf(body.blockedURL),
        source: placeOf(body.sourceFile ?? ''),
        page: pathOf(url),
        disposition: body.disposition.slice(0, 10),
      };
      if (mayLog(`${violation.directive} ${violation.blocked} ${violation.source}`, request.ip))
        request.log.warn({ violation }, 'a page broke its policy');
    }
    return reply.code(204).send();
  });
}

/** An origin, or the browser's keyword (`inline`, `eval`). */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return /^[a-z-]{1,40}$/.test(url) ? url : '';
  const { origin, protocol } = new URL(url);
  return origin === 'null' ? protocol : origin;
}

/** Without the query, which may hold what the visitor has typed. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.slice(0, 120) : '');
