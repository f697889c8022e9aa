import { z } from 'zod';
import { answerErrors, type ApiApp, takeJson } from './api.server.ts';
import { invalidInput } from './errors.ts';
import { wideNetworkOf } from './networks.ts';
import { closedPolicy } from './security-headers.server.ts';

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

// Log lines per hour: in total, and per network. A real violation is seen from many networks.
const mostLines = 500;
const mostOfNetwork = 8;
const anHour = 3_600_000;
/** CSP's own directives: a report that names any other did not come from a browser. */
const directives =
  /^(?:(?:default|script|style|img|font|connect|media|object|frame|child|worker|manifest|prefetch|fenced-frame)-src|(?:script|style)-src-(?:elem|attr)|base-uri|form-action|frame-ancestors|navigate-to|sandbox|trusted-types|require-trusted-types-for|upgrade-insecure-requests)$/;

/**
 * Receives CSP violation reports and logs each kind once an hour: a blocked attack, or a bug of ours. Bounded by kind
 * and by network, so that forged reports cannot suppress real ones.
 */
export async function violationReportsApi(app: ApiApp): Promise<void> {
  const told = new Set<string>();
  const linesOf = new Map<string, number>();
  const forgetting = setInterval(() => {
    told.clear();
    linesOf.clear();
  }, anHour);
  forgetting.unref();
  app.addHook('onClose', async () => clearInterval(forgetting));

  takeJson(app, ['application/reports+json']);
  answerErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .header('content-security-policy', closedPolicy)
      .header('cross-origin-resource-policy', 'same-origin');
  });

  app.post('/', { schema: { hide: true } }, async (request, reply) => {
    const sent = reports.safeParse(request.body);
    if (!sent.success) throw invalidInput([{ path: '', message: 'Not what a browser reports.' }]);
    const network = wideNetworkOf(request.ip);
    for (const { type, url, body } of sent.data) {
      if (type !== 'csp-violation' || !body || !directives.test(body.effectiveDirective)) continue;
      const violation = {
        directive: body.effectiveDirective,
        blocked: placeOf(body.blockedURL),
        source: placeOf(body.sourceFile ?? ''),
        page: pathOf(url),
        disposition: body.disposition.slice(0, 10),
      };
      const kind = `${violation.directive} ${violation.blocked} ${violation.source}`;
      const lines = linesOf.get(network) ?? 0;
      if (told.has(kind) || told.size >= mostLines || lines >= mostOfNetwork) continue;
      told.add(kind);
      linesOf.set(network, lines + 1);
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
