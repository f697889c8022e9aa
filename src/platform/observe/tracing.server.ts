import type { IncomingHttpHeaders } from 'node:http';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestTrace } from '../http/request-context.server.ts';

export type Tracing = {
  /** @param isTrusted whether a trusted proxy sent it, whose trace is continued */
  begin(request: FastifyRequest, isTrusted: boolean): RequestTrace;
  /** @param patternOf the route pattern of a page URL, which Fastify does not know */
  measure(app: FastifyInstance, patternOf: (url: string) => string): void;
  /** Flushes pending spans. */
  stop(): Promise<void>;
};

const propagator = new W3CTraceContextPropagator();
const fromHeaders = {
  get: (headers: IncomingHttpHeaders, name: string) => headers[name],
  keys: (headers: IncomingHttpHeaders) => Object.keys(headers),
};

/**
 * Spans of requests and their queries. They carry route patterns and statements, never a URL or a parameter.
 * @param endpoint of the collector, for OTLP over HTTP, as in `http://127.0.0.1:4318`
 */
export function startTracing(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'nagrik' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('nagrik');

  const spans = new WeakMap<FastifyRequest, Span>();

  return {
    begin(request, isTrusted) {
      const { method } = request;
      const parent = isTrusted ? propagator.extract(ROOT_CONTEXT, request.headers, fromHeaders) : ROOT_CONTEXT;
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        parent,
      );
      spans.set(request, span);
      const within = trace.setSpan(ROOT_CONTEXT, span);
      return {
        query(statement) {
          const operation = /[a-z]+/i.exec(statement)?.[0].toUpperCase() ?? 'QUERY';
          const attributes = {
            'db.system.name': 'postgresql',
            'db.operation.name': operation,
            'db.query.text': statement,
          };
          const querying = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, within);
          return (isFailed) => {
            if (isFailed) querying.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', '_OTHER');
            querying.end();
          };
        },
      };
    },
    measure(app, patternOf) {
      app.addHook('onResponse', async (request, { raw: { statusCode } }) => {
        const route = request.routeOptions.url ?? patternOf(request.url);
        const span = spans
          .get(request)
          ?.updateName(`${request.method} ${route}`)
          .setAttributes({ 'http.route': route, 'http.response.status_code': statusCode });
        if (statusCode >= 500)
          span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(statusCode));
        span?.end();
      });
    },
    stop: () => provider.shutdown(),
  };
}
