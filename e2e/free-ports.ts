import { createServer } from 'node:net';

const isFree = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, host, () => probe.close(() => resolve(true)));
  });

/**
 * The first of `count` free ports in a row: the tests' sites stand at fixed distances from each other.
 * Below 32768, where the system takes the ports of outgoing connections; above 10080, which no browser asks.
 */
export async function firstOfFreePorts(count: number): Promise<number> {
  for (
    let first = 11_000 + count * Math.floor((Math.random() * 20_000) / count);
    first + count < 32_768;
    first += count
  ) {
    const ports = Array.from({ length: count }, (_, at) => first + at);
    // One after the other: '::' holds 127.0.0.1 too where a machine listens to both with one socket.
    const free = await Promise.all(ports.map(async (port) => (await isFree(port, '127.0.0.1')) && isFree(port, '::')));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`There are no ${count} free ports in a row.`);
}
