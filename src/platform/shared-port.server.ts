import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net';

/**
 * libuv accepts one connection of a listening socket per turn of the event loop. Under load a turn takes 30 ms and more:
 * new connections would wait for seconds in the kernel, where admission control does not see them.
 */
const listeningSockets = 16;
/** Elsewhere the kernel does not distribute connections among the sockets of a port. */
const canShare = process.platform === 'linux';

/**
 * Listens with several sockets on one port (SO_REUSEPORT). All connections belong to `server`, and `server.close` closes
 * all sockets and waits for the connections of each.
 * @param listen with the options given, on `server`
 * @throws EADDRINUSE like a plain server: another process of ours on the same port is not noticed otherwise
 */
export async function listenOnSharedPort(
  server: Server,
  { host, port, backlog }: { host: string; port: number; backlog: number },
  listen: (options: ListenOptions) => Promise<unknown>,
): Promise<void> {
  if (!canShare) return void (await listen({ host, port, backlog }));
  const free = await findFree(host, port);
  await listen({ host, port: free, backlog, reusePort: true });
  const { address } = server.address() as AddressInfo;
  boundConnections(server);
  const others = await Promise.all(
    Array.from({ length: listeningSockets - 1 }, async () => {
      const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        // Node's HTTP server reports errors of a connection to the server named here.
        server.emit('connection', Object.assign(socket, { server }));
      });
      other.listen({ host: address, port: free, backlog, reusePort: true });
      await once(other, 'listening');
      return other;
    }),
  );
  const close = server.close.bind(server);
  server.close = (done) => {
    const closed = others.map((other) => new Promise<void>((resolve) => other.close(() => resolve())));
    return close(async (error) => {
      await Promise.all(closed);
      done?.(error);
    });
  };
}

/** @returns the port, or any where it is 0 */
async function findFree(host: string, port: number): Promise<number> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

/** Each listening socket alone would allow the maximum. */
function boundConnections(server: Server): void {
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open > server.maxConnections) socket.destroy();
  });
}
