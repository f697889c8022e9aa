import { createServer, connect, type Socket } from 'node:net';

export type VirtualAddress = {
  port: number;
  /** Connections from now on go to this port. Those that stand are cut, or left where they are. */
  pointTo(port: number, standing: 'cut' | 'leave'): void;
};

/** A TCP address before a database, as HAProxy or an address that moves; it ends with the process. */
export async function openVirtualAddress(port: number): Promise<VirtualAddress> {
  let target = port;
  const standing = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      standing.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        standing.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  server.unref();
  return {
    port: (server.address() as { port: number }).port,
    pointTo(next, which) {
      target = next;
      if (which === 'cut') for (const one of standing) one.destroy();
    },
  };
}
