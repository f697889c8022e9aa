import type { FastifyInstance } from 'fastify';
import { errorCodes } from '../wire/wire.ts';
import { pageHeaders } from '../guard/security-headers.server.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { siteName } from '../../messages/site-name.ts';

type Operation = {
  summary?: string;
  tags?: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
};
type OpenApi = { info: { title: string }; paths?: Record<string, Record<string, Operation>> };

const block = (title: string, value: unknown) =>
  value === undefined ? '' : `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(value, null, 1))}</pre>`;

/** GET /api/openapi.json, and the same document as an HTML page that works without JavaScript. */
export async function docsApi(app: FastifyInstance): Promise<void> {
  // Generated once; the name of the site may change.
  const describeApi = (): OpenApi => {
    const document = (app as unknown as { swagger(): OpenApi }).swagger();
    return { ...document, info: { ...document.info, title: siteName('en') } };
  };
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(describeApi()),
  );

  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    const document = describeApi();
    const calls = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([
          method,
          operation,
        ]) => `<section><h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2><p>${escapeHtml(operation.summary ?? '')}</p>
<details><summary>Request and answers</summary>${block('Parameters', operation.parameters)}${block('Body', operation.requestBody)}${block('Answers', operation.responses)}</details></section>`,
      ),
    );
    for (const [name, value] of Object.entries(pageHeaders(false, [], { analytics: false, advertising: false })))
      reply.header(name, value);
    return reply.type('text/html; charset=utf-8').serializer(String).send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>API of ${escapeHtml(siteName('en'))}</title></head>
<body><main><h1>API of ${escapeHtml(siteName('en'))}</h1><p>Generated from the schemas that check requests and write answers. <a href="/api/openapi.json">openapi.json</a></p>
<p>An error is <code>{ "status", "code", "message", "details"?, "requestId" }</code>. Codes: ${errorCodes.map((code) => `<code>${code}</code>`).join(', ')}.</p>
${calls.join('\n')}</main></body></html>`);
  });
}
