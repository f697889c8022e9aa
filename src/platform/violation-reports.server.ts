import { z } from 'zod';
import { answerErrors, type ApiApp, takeJson } from './api.server.ts';
import { invalidInput } from './errors.ts';
import { closedPolicy } from './security-headers.server.ts';

// A browser's own words (W3C Reporting API, CSP 3): what it adds to them later is no mistake.
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

const mostLines = 100;
const anHour = 3_600_000;

/** Takes what browsers tell of pages that broke their policy, and logs each kind of it once an hour: an attack that was stopped, or a mistake of ours. */
export async function violationReportsApi(app: ApiApp): Promise<void> {
  const told = new Set<string>();
  const forgetting = setInterval(() => told.clear(), anHour);
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
    for (const { type, url, body } of sent.data) {
      if (type !== 'csp-violation' || !body) continue;
      const violation = {
        directive: body.effectiveDirective.slice(0, 40),
        blocked: placeOf(body.blockedURL),
        source: placeOf(body.sourceFile ?? ''),
        page: pathOf(url),
        disposition: body.disposition.slice(0, 10),
      };
      const kind = `${violation.directive} ${violation.blocked} ${violation.source}`;
      if (told.has(kind) || told.size >= mostLines) continue;
      told.add(kind);
      request.log.warn({ violation }, 'a page broke its policy');
    }
    return reply.code(204).send();
  });
}

/** An origin, or the browser's own word (`inline`, `eval`). */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return /^[a-z-]{1,40}$/.test(url) ? url : '';
  const { origin, protocol } = new URL(url);
  return origin === 'null' ? protocol : origin;
}

/** Without what a reader has typed. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.slice(0, 120) : '');
