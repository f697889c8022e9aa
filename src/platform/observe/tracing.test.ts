import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { listenOn } from '../../testing/raw-request.ts';
import { startTracing } from './tracing.server.ts';

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
};

const received: string[] = [];
const collector = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  received.push(`${request.method} ${request.url} ${body}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}).listen(0, '127.0.0.1');
afterAll(() => collector.close());

it(
  "a request and its queries arrive at the collector as one trace, which a trusted proxy may have begun; nobody's data does",
  { timeout: 60_000 },
  async () => {
    const tracing = startTracing(`http://127.0.0.1:${(collector.address() as { port: number }).port}`);
    const site = await buildTestApp({ content: 'demo', tracing, env: { TRUST_PROXY: '127.0.0.1' } });
    const origin = `http://127.0.0.1:${await listenOn(site.app)}`;
    await fetch(`${origin}/api/article/1001`, {
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    });
    await fetch(`${origin}/api/search/articles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"articleText":"9876543210"}',
    });
    await fetch(`${origin}/article/x-MTAwMg?from=9876543210`, { redirect: 'manual' });
    await site.close();
    await tracing.stop();

    const text = received.join('\n');
    expect(text).toMatch(/^POST \/v1\/traces /);
    expect(text).not.toMatch(/9876543210|MTAwMg/);
    const spans = received.flatMap((line) =>
      (
        JSON.parse(line.slice(line.indexOf('{'))) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    const requests = new Map(spans.filter(({ name }) => name.includes('/')).map((span) => [span.name, span]));
    expect([...requests.keys()].toSorted()).toEqual([
      expect.stringMatching(/^GET \/api\/article\/:id$/),
      expect.stringMatching(/^GET \/article\/:/),
      'POST /api/search/articles',
    ]);
    expect(requests.get('GET /api/article/:id')).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    });
    for (const { traceId, spanId } of requests.values()) {
      const queries = spans.filter(({ name, parentSpanId }) => /^[A-Z]+$/.test(name) && parentSpanId === spanId);
      expect(queries.length).toBeGreaterThan(0);
      expect(queries.every((query) => query.traceId === traceId)).toBe(true);
      expect(
        queries.some(({ attributes }) =>
          attributes.some(({ key, value }) => key === 'db.query.text' && /select/i.test(value.stringValue ?? '')),
        ),
      ).toBe(true);
    }
  },
);
