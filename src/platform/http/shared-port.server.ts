import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net';
import { describeError } from '../observe/describe-error.server.ts';

/**
 * libuv accepts one connection of a listening socket per turn of the event loop. Under load a turn takes 30 ms and more:
 * new connections would wait for seconds in the kernel, where admission control does not see them.
 */
const listeningSockets = 16;
/** Elsewhere the kernel does not distribute connections among the sockets of a port. */
const canShare = process.platform === 'linux';

type Log = { error(about: { err: object }, message: string): void };

/**
 * Listens with several sockets on one port (SO_REUSEPORT). All connections belong to `server`, and `server.close` closes
 * all sockets and waits for the connections of each. A connection that cannot be accepted is logged.
 * @param listen with the options given, on `server`
 * @throws EADDRINUSE like a plain server: another process of ours on the same port is not noticed otherwise
 */
export async function listenOnSharedPort(
  server: Server,
  { host, port, backlog }: { host: string; port: number; backlog: number },
  listen: (options: ListenOptions) => Promise<unknown>,
  log: Log,
): Promise<void> {
  // A listening socket reports errors of accept(), and without a listener they would end the process.
  const report = (error: Error) => log.error({ err: describeError(error) }, 'a connection was not accepted');
  if (!canShare) {
    await listen({ host, port, backlog });
    return void server.on('error', report);
  }
  const release = await claimPort(host, port);
  await listen({ host, port, backlog, reusePort: true }).finally(release);
  server.on('error', report);
  const { address, port: free } = server.address() as AddressInfo;
  boundConnections(server);
  const others = await Promise.all(
    Array.from({ length: listeningSockets - 1 }, async () => {
      const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        // Node's HTTP server reports errors of a connection to the server named here.
        server.emit('connection', Object.assign(socket, { server }));
      });
      other.listen({ host: address, port: free, backlog, reusePort: true });
      await once(other, 'listening');
      other.on('error', (error) => server.emit('error', error));
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

/**
 * Makes sure that nobody listens on a port, and that none of our processes passes this check until the returned
 * function is called. Of port 0 the kernel gives one that has no socket, shared or not.
 */
async function claimPort(host: string, port: number): Promise<() => void> {
  if (port === 0) return () => {};
  // An abstract socket: exclusive within the network namespace, as the port is, and gone with the process.
  const claim = createServer().listen({ path: `\0nagrik ${host}:${port}` });
  const isClaimed = await once(claim, 'listening').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') throw Object.assign(error, { address: host, port });
      return false;
    },
  );
  const release = () => void (isClaimed && claim.close());
  try {
    const probe = createServer().listen({ host, port });
    await once(probe, 'listening');
    await new Promise((resolve) => probe.close(resolve));
  } catch (error) {
    release();
    throw error;
  }
  return release;
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
