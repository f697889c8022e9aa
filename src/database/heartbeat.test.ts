import { expect, it } from 'vitest';
import { createMetrics } from '../platform/observe/metrics.server.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { startDeafProxy } from '../testing/deaf-proxy.ts';
import { openTestDatabase, postgresServer, urlOf } from '../testing/test-database.ts';
import { connect } from './connect.server.ts';

async function hears(metrics: ReturnType<typeof createMetrics>) {
  const text = await metrics.registry.metrics();
  const lines = text.matchAll(/^nagrik_listener_hears\{channel="(\w+)"\} (\d)$/gm);
  return Object.fromEntries([...lines].map(([, channel, value]) => [channel, value]));
}

it.skipIf(postgresServer === undefined)(
  'an instance that hears no notification is not ready, says so, and reconnects until it hears again',
  { timeout: 60_000 },
  async () => {
    const other = await openTestDatabase('empty');
    const proxy = await startDeafProxy(await urlOf(other));
    proxy.setDeaf(false);
    const { dataDir } = other;
    const connection = await connect({ databaseUrl: proxy.url, dataDir });
    const metrics = createMetrics();
    const { app, close } = await buildTestApp({
      database: { connection, dataDir, close: () => connection.close() },
      metrics,
    });
    try {
      const arrived: string[] = [];
      let reconnects = 0;
      await connection.listen(
        'test_channel',
        (payload) => void arrived.push(payload),
        () => (reconnects += 1),
      );
      const readiness = async () => {
        const { statusCode, payload } = await app.inject('/readyz');
        return `${statusCode} ${payload}`;
      };
      expect(await readiness()).toBe('200 ready');
      expect(await hears(metrics)).toMatchObject({ pages_changed: '1', test_channel: '1' });

      proxy.setDeaf(true);
      await expect
        .poll(readiness, { timeout: 20_000, interval: 200 })
        .toMatch(/^503 no notification arrives: .*pages_changed.*test_channel/);
      expect(await hears(metrics)).toMatchObject({ pages_changed: '0', test_channel: '0' });
      await other.connection.notify('test_channel', 'while deaf');
      // A new connection alone proves nothing.
      await expect.poll(() => reconnects, { timeout: 20_000 }).toBe(1);
      expect(await readiness()).toMatch(/^503/);

      proxy.setDeaf(false);
      await expect.poll(readiness, { timeout: 20_000, interval: 200 }).toBe('200 ready');
      expect(await hears(metrics)).toMatchObject({ pages_changed: '1', test_channel: '1' });
      await other.connection.notify('test_channel', 'heard again');
      await expect.poll(() => arrived).toEqual(['heard again']);
    } finally {
      await close();
      await proxy.close();
      await other.close();
    }
  },
);
