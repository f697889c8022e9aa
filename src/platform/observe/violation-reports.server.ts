import { z } from 'zod';
import type { ApiApp } from '../http/api.server.ts';
import { invalidInput } from '../wire/errors.ts';
import { problem } from '../wire/problem.ts';
import { takeReports } from './take-reports.server.ts';

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
  const mayLog = takeReports(app, ['application/reports+json']);

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
