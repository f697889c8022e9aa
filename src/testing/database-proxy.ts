import { createServer, connect as connectTo, type Server, type Socket } from 'node:net';
import { postgresServer } from './test-database.ts';

/**
 * A TCP proxy in front of PostgreSQL that can refuse, cut or stall connections; `swallow` stalls the existing ones and
 * lets new ones through.
 */
export async function startDatabaseProxy(server = postgresServer!): Promise<{
  through(databaseUrl: string): string;
  cut(): void;
  hold(): void;
  swallow(): void;
  release(): void;
  close(): Promise<void>;
}> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  let mode: 'open' | 'cut' | 'held' = 'open';
  const proxy: Server = createServer((near) => {
    if (mode === 'cut') return void near.destroy();
    const far = connectTo(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
      if (mode === 'held') one.pause();
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`;
      return url.href;
    },
    cut() {
      mode = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    hold() {
      mode = 'held';
      for (const socket of sockets) socket.pause();
    },
    swallow() {
      for (const socket of sockets) socket.pause();
    },
    release() {
      mode = 'open';
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
