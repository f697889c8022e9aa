import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import proxyaddr from '@fastify/proxy-addr';
import { type Language, takeLanguageFrom, sourceLanguage } from '../../messages/catalogue.ts';
import '../../messages/name-site.server.ts';
import '../../messages/translations.ts';

/** Per-request context that reaches its queries through AsyncLocalStorage. */
export type RequestContext = {
  requestId: string;
  /** Language of the response; the default language where it is not set. */
  language?: Language;
  /** Reads only, and data that depends on no viewer. */
  readsReplica: boolean;
  /** Its queries have the statement timeout of background work. */
  isPatient?: boolean;
  /** A background job whose queries are all short. */
  isBrief?: boolean;
  trace?: RequestTrace | undefined;
  /** The caller's network (an IPv4 address or an IPv6 /48), for the log's limits. */
  networkOf?: () => string;
};

export type RequestTrace = {
  /** @returns a callback for the end of the query */
  query(statement: string): (isFailed: boolean) => void;
};

export const requestContext = new AsyncLocalStorage<RequestContext>();

takeLanguageFrom(() => requestContext.getStore()?.language ?? sourceLanguage);

/** Runs `work` with texts and formats in this language: for mails, and for pages under a language prefix. */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  const context = requestContext.getStore() ?? { requestId: 'none', readsReplica: false };
  return requestContext.run({ ...context, language }, work);
}

/** Lifts the short statement timeout for work that must complete whatever its size, while somebody waits. */
export function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = requestContext.getStore();
  return context ? requestContext.run({ ...context, isPatient: true }, begun(work)) : work();
}

/**
 * For jobs of short queries: neither slow queries nor a hanging database server can block them.
 * @param name appears in the comment of each query
 */
export function briefly<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return requestContext.run({ requestId: name, readsReplica: false, isBrief: true }, begun(work));
}

// A Drizzle query is lazy and starts when it is awaited, so it must be awaited inside the context.
const begun =
  <Result>(work: () => Promise<Result>) =>
  async () =>
    work();

const isRequestId = /^[\w.:-]{8,128}$/;

/** Creates each request's context and enters it for its hooks, handler and queries. */
export function carryContext(app: FastifyInstance, make: (request: FastifyRequest) => RequestContext): void {
  const contexts = new WeakMap<FastifyRequest, RequestContext>();
  app.addHook('onRequest', (request, _reply, done) => {
    const context = make(request);
    contexts.set(request, context);
    requestContext.run(context, done);
  });
  // Reading the body leaves the async context: enter it again.
  app.addHook('preValidation', (request, _reply, done) =>
    requestContext.run(contexts.get(request) ?? make(request), done),
  );
}

type Peer = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Whether the direct peer of a request is a trusted proxy. */
export function trustedPeer(trustedProxies: string[]): (request: Peer) => boolean {
  if (trustedProxies.length === 0) return () => false;
  const isTrusted = proxyaddr.compile(trustedProxies);
  return ({ socket }) => socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
}

/** The same by peer address, before there is a request. */
export function trustedAddress(trustedProxies: string[]): (address: string) => boolean {
  if (trustedProxies.length === 0) return () => false;
  const isTrusted = proxyaddr.compile(trustedProxies);
  return (address) => isTrusted(address, 0);
}

/** The request id set by a trusted proxy, else a new one. */
export const requestIdOf = (request: Peer, isTrusted: (request: Peer) => boolean): string => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && isRequestId.test(given) && isTrusted(request) ? given : randomUUID();
};
