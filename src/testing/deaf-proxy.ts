import { createServer, connect as connectTo, type AddressInfo } from 'node:net';

/**
 * A proxy in front of PostgreSQL that drops NotificationResponse ('A') while it `isDeaf`, as a pooler does whose clients
 * keep no connection of their own.
 */
export async function startDeafProxy(databaseUrl: string) {
  let isDeaf = true;
  const { hostname, port } = new URL(databaseUrl);
  const proxy = createServer((near) => {
    const far = connectTo(Number(port || 5432), hostname);
    let rest = Buffer.alloc(0);
    far.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const message = rest.subarray(0, rest.readUInt32BE(1) + 1);
        rest = rest.subarray(message.length);
        if (!isDeaf || message.toString('latin1', 0, 1) !== 'A') near.write(message);
      }
    });
    near.pipe(far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    setDeaf: (now: boolean) => void (isDeaf = now),
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}
