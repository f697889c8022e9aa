import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { listenOn } from '../../testing/raw-request.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { memoryLimit } from '../guard/limits.server.ts';
import { createMetrics, serveMetrics } from './metrics.server.ts';

const metrics = createMetrics();
const site = openTestApp({
  content: 'demo',
  metrics,
  limits: metrics.counting({ searches: memoryLimit(1, 60) } as never),
});
let origin: string;
let own: Awaited<ReturnType<typeof serveMetrics>>;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenOn(site.app)}`;
  own = await serveMetrics(metrics.registry, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await own.close();
});

const figures = async () => (await fetch(`http://127.0.0.1:${own.port}/metrics`)).text();

it('counts requests by the pattern of their route, never by what stands in their address', async () => {
  for (const path of [
    '/api/article/1001',
    '/article/x-MTAwMg',
    '/no-such-page-9876543210',
    '/api/no-such-call',
    '/about',
    '/about',
  ])
    await fetch(origin + path, { redirect: 'manual' });
  const search = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"articleText":"secret words"}',
  };
  for (let count = 0; count < 2; count += 1) await fetch(`${origin}/api/search/articles`, search);
  const text = await figures();
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/article\/:id",status="200"\} 1$/m,
  );
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/article\/:[a-z]+",status="301"\} 1$/im,
  );
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="POST",route="\/api\/search\/articles",status="429"\} 1$/m,
  );
  expect(text).toMatch(/^limit_refusals_total\{limit="searches"\} 1$/m);
  expect(text).toMatch(/^page_cache\{of="hits"\} 1$/m);
  for (const pool of postgresServer ? ['requests', 'jobs', 'brief_jobs'] : ['all'])
    expect(text).toMatch(new RegExp(`^database_pool_connections\\{pool="${pool}",state="waiting"\\} 0$`, 'm'));
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).not.toMatch(/9876543210|MTAwMg|no-such|secret words/);
});

it('tells how long messages wait', async () => {
  const { db } = site.services.connection;
  await db.execute(
    "insert into outbox_messages (id, channel, purpose, recipient_hash, created_at, next_try_at) values ('0199a0f0-0000-7000-8000-000000000001', 'sms', 'test', 'x', now() - interval '90 seconds', now() - interval '90 seconds')",
  );
  const text = await figures();
  expect(text).toMatch(/^outbox_waiting\{channel="sms"\} 1$/m);
  expect(Number(/^outbox_oldest_seconds\{channel="sms"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(90);
});

it('is on its own port only', async () => {
  expect((await fetch(`${origin}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${own.port}/`)).status).toBe(404);
});
