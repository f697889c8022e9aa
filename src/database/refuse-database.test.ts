import { createServer, connect as connectTo, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { postgresServer } from '../testing/test-database.ts';
import { refuseDatabase } from './refuse-database.server.ts';

/** A proxy that drops NotificationResponse ('A'), as a pooler does whose clients keep no connection of their own. */
async function startForgetfulProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const proxy = createServer((near) => {
    const far = connectTo(Number(port || 5432), hostname);
    let rest = Buffer.alloc(0);
    far.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const message = rest.subarray(0, rest.readUInt32BE(1) + 1);
        rest = rest.subarray(message.length);
        if (message.toString('latin1', 0, 1) !== 'A') near.write(message);
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
  return { url: url.href, close: () => new Promise((resolve) => proxy.close(resolve)) };
}

it.skipIf(postgresServer === undefined)('a database behind a pooler in transaction mode is refused', async () => {
  const direct = new URL('/postgres', postgresServer).href;
  await refuseDatabase(direct);
  const pooler = await startForgetfulProxy(direct);
  try {
    await expect(refuseDatabase(pooler.url, 500)).rejects.toThrow(/pooler in transaction mode.*session mode/);
  } finally {
    await pooler.close();
  }
});

it('PGlite has no address to check', async () => {
  await expect(refuseDatabase(undefined)).resolves.toBeUndefined();
});
