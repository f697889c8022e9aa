import type { FastifyInstance } from 'fastify';
import { errorCodes } from './wire.ts';
import { pageHeaders } from './security-headers.server.ts';

type Operation = {
  summary?: string;
  tags?: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
};
type OpenApi = { paths?: Record<string, Record<string, Operation>> };

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string);
const block = (title: string, value: unknown) =>
  value === undefined ? '' : `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(value, null, 1))}</pre>`;

/** GET /api/openapi.json, and the same document as an HTML page that works without JavaScript. */
export async function docsApi(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send((app as unknown as { swagger(): object }).swagger()),
  );

  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    const document = (app as unknown as { swagger(): OpenApi }).swagger();
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
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>API of Nagrik</title></head>
<body><main><h1>API of Nagrik</h1><p>Generated from the schemas that check requests and write answers. <a href="/api/openapi.json">openapi.json</a></p>
<p>An error is <code>{ "status", "code", "message", "details"?, "requestId" }</code>. Codes: ${errorCodes.map((code) => `<code>${code}</code>`).join(', ')}.</p>
${calls.join('\n')}</main></body></html>`);
  });
}
