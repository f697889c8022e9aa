import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import proxyaddr from '@fastify/proxy-addr';

/** What goes with a request down to its queries. */
export type RequestContext = {
  requestId: string;
  /** Only reads, and for nobody in particular. */
  readsReplica: boolean;
  /** Its queries may take as long as those of no request. */
  isPatient?: boolean;
  /** Of no request, and each of its queries is short. */
  isBrief?: boolean;
  trace?: RequestTrace | undefined;
};

export type RequestTrace = {
  /** @returns what to call when it is over */
  query(statement: string): (isFailed: boolean) => void;
};

// One for the process: the built pages hold a copy of this module, and their queries go through the server's pool.
const ofProcess = globalThis as { [key: symbol]: unknown };
export const requestContext = (ofProcess[Symbol.for('nagrik request context')] ??=
  new AsyncLocalStorage<RequestContext>()) as AsyncLocalStorage<RequestContext>;

/** For what must become whole however much there is of it, while somebody waits. */
export function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = requestContext.getStore();
  return context ? requestContext.run({ ...context, isPatient: true }, begun(work)) : work();
}

/**
 * For jobs of short queries: those that take long cannot hold them up, nor can a server that hangs.
 * @param name stands in the comment of each query
 */
export function briefly<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return requestContext.run({ requestId: name, readsReplica: false, isBrief: true }, begun(work));
}

// A query of Drizzle begins where it is awaited: it has to be here.
const begun =
  <Result>(work: () => Promise<Result>) =>
  async () =>
    work();

const isRequestId = /^[\w.:-]{8,128}$/;

/** Makes the context of each request, and puts it in force for its hooks, its handler and its queries. */
export function carryContext(app: FastifyInstance, make: (request: FastifyRequest) => RequestContext): void {
  const contexts = new WeakMap<FastifyRequest, RequestContext>();
  app.addHook('onRequest', (request, _reply, done) => {
    const context = make(request);
    contexts.set(request, context);
    requestContext.run(context, done);
  });
  // Again once the body is read: reading it leaves the context.
  app.addHook('preValidation', (request, _reply, done) =>
    requestContext.run(contexts.get(request) ?? make(request), done),
  );
}

type Peer = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Whether a request comes straight from a proxy of ours. */
export function trustedPeer(trustedProxies: string[]): (request: Peer) => boolean {
  if (trustedProxies.length === 0) return () => false;
  const isTrusted = proxyaddr.compile(trustedProxies);
  return ({ socket }) => socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
}

/** The id that a proxy of ours has given the request, else a new one. */
export const requestIdOf = (request: Peer, isTrusted: (request: Peer) => boolean): string => {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && isRequestId.test(given) && isTrusted(request) ? given : randomUUID();
};
