import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { wideNetworkOf } from '../guard/networks.ts';

export type ConnectionBounds = {
  /** Concurrent connections per network: an IPv4 address, or an IPv6 /48. */
  mostPerNetwork?: number;
  /** Trusted proxies are exempt from the limit per network, since all clients connect through them. */
  isExempt?: (address: string) => boolean;
};

type ErrorHandling = {
  /** Receives what the listener threw; the request has been answered with 500 then. */
  onError?: (error: unknown) => void;
};

/**
 * An exception of the listener would otherwise be uncaught and end the process: one odd request, and the site is down.
 */
const guarded =
  (listener: RequestListener, onError: (error: unknown) => void): RequestListener =>
  (request, response) => {
    try {
      listener(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { connection: 'close', 'content-length': '0' }).end();
      onError(error);
    }
  };

/**
 * An HTTP server that slow and idle clients cannot exhaust: 408 after 4 seconds without complete headers or 5 without a
 * complete request, and one network may hold at most a tenth of all connections.
 */
export function createHttpServer(
  options: object,
  listener: RequestListener,
  { mostPerNetwork = 1_000, isExempt = isFromThisMachine, onError = () => {} }: ConnectionBounds & ErrorHandling = {},
): Server {
  const server = createServer(
    {
      ...options,
      headersTimeout: 4_000,
      requestTimeout: 5_000,
      connectionsCheckingInterval: 100,
      keepAliveTimeout: 65_000,
    },
    guarded(listener, onError),
  );
  // Idle timeout in both directions: also ends clients that have stopped reading.
  server.timeout = 60_000;
  server.maxConnections = 10_000;
  boundConnections(server, mostPerNetwork, isExempt);
  return server;
}

function boundConnections(server: Server, most: number, isExempt: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    const network = wideNetworkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** A client on this machine: a local proxy, or a test harness. */
export const isFromThisMachine = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);
