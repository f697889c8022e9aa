import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyaddr from '@fastify/proxy-addr';

/** What goes with a request down to its queries. */
export type RequestContext = {
  requestId: string;
  /** Only reads, and for nobody in particular. */
  readsReplica: boolean;
};

export const requestContext = new AsyncLocalStorage<RequestContext>();

const isRequestId = /^[\w.:-]{8,128}$/;

/** The id that a proxy of ours has given the request, else a new one. */
export function requestIds(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies.length > 0 ? proxyaddr.compile(trustedProxies) : () => false;
  return ({ headers: { 'x-request-id': given }, socket }) =>
    (typeof given === 'string' && isRequestId.test(given) && socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0) ? given : randomUUID());
}
