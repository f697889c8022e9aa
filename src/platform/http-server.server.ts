import { createServer, type RequestListener, type Server } from 'node:http';

/** A server that slow and idle clients cannot fill: 408 after 4 seconds without headers, after 5 without the whole request. */
export function createHttpServer(options: object, listener: RequestListener): Server {
  const server = createServer(
    {
      ...options,
      headersTimeout: 4_000,
      requestTimeout: 5_000,
      connectionsCheckingInterval: 100,
      keepAliveTimeout: 65_000,
    },
    listener,
  );
  // Nothing moves, in either direction: a reader who has stopped reading.
  server.timeout = 60_000;
  server.maxConnections = 10_000;
  return server;
}
