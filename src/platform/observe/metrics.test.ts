// @runs on both databases
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { listenOn } from '../../testing/raw-request.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { commands } from '../../commands/commands.server.ts';
import { tickets } from '../../database/schema.ts';
import { commandContext } from '../../testing/command-context.ts';
import { memoryLimit } from '../guard/limits.server.ts';
import { repeat } from '../process/repeat.server.ts';
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
    /^nagrik_http_request_duration_seconds_count\{method="GET",route="\/api\/article\/:id",status="200"\} 1$/m,
  );
  expect(text).toMatch(
    /^nagrik_http_request_duration_seconds_count\{method="GET",route="\/article\/:[a-z]+",status="301"\} 1$/im,
  );
  expect(text).toMatch(
    /^nagrik_http_request_duration_seconds_count\{method="POST",route="\/api\/search\/articles",status="429"\} 1$/m,
  );
  expect(text).toMatch(/^nagrik_limit_refusals_total\{limit="searches"\} 1$/m);
  expect(text).toMatch(/^nagrik_page_cache_hits_total 1$/m);
  for (const pool of postgresServer ? ['requests', 'jobs', 'brief_jobs'] : ['all'])
    expect(text).toMatch(new RegExp(`^nagrik_database_pool_connections\\{pool="${pool}",state="waiting"\\} 0$`, 'm'));
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).not.toMatch(/9876543210|MTAwMg|no-such|secret words/);
});

it('tells how long messages wait', async () => {
  await site.db.execute(
    "insert into outbox_messages (id, channel, purpose, recipient_hash, created_at, next_try_at) values ('0199a0f0-0000-7000-8000-000000000001', 'sms', 'test', 'x', now() - interval '90 seconds', now() - interval '90 seconds')",
  );
  const text = await figures();
  expect(text).toMatch(/^nagrik_outbox_waiting\{channel="sms"\} 1$/m);
  expect(Number(/^nagrik_outbox_oldest_seconds\{channel="sms"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(90);
});

/** The conventions of Prometheus, as far as a name shows them. */
function breaches({ name, help, type }: { name: string; help: string; type: unknown }): string[] {
  const rules: [boolean, string][] = [
    [/^(?:nagrik|nodejs|process)_[a-z0-9_]+$/.test(name), 'has our prefix, or its library’s'],
    [name.endsWith('_total') === (type === 'counter'), 'ends in _total if and only if it counts'],
    [!/(?:_ms|milliseconds|minutes|hours|_kb|_mb|percent|count|sum|bucket)$/.test(name), 'has base units'],
    [help.length > 0, 'says what it is'],
  ];
  return rules.flatMap(([isKept, rule]) => (isKept ? [] : [`${name}: ${rule}`]));
}

it('names every metric by the conventions', async () => {
  const all = await metrics.registry.getMetricsAsJSON();
  expect(all.length).toBeGreaterThan(40);
  expect(all.flatMap(breaches)).toEqual([]);
  // Prometheus takes these labels for itself.
  expect(await figures()).not.toMatch(/[{,](?:job|instance)=/);
  expect(breaches({ name: 'wait_ms', help: '', type: 'counter' })).toHaveLength(4);
});

it('gives every metric that the dashboard and the alerts of deploy/ ask for', async () => {
  const text = await figures();
  for (const file of ['dashboard.json', 'alerts.yaml']) {
    const names = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8').matchAll(
      /\b(?:nagrik|nodejs|process)_\w+/g,
    );
    const asked = [...new Set([...names].map(([name]) => name.replace(/_(?:bucket|count)$/, '')))];
    expect(asked.length, file).toBeGreaterThan(9);
    expect(asked.filter((name) => !text.includes(`\n# TYPE ${name} `))).toEqual([]);
  }
});

it('says what runs, and how the database and the complaints stand', async () => {
  const { connection } = site.services;
  const due = new Date('2031-05-06T07:08:09Z');
  await connection.db.insert(tickets).values({
    kind: 'grievance',
    name: 'Meena',
    subject: 'OTHER',
    body: 'A complaint',
    acknowledgeBy: new Date('2031-01-01T00:00:00Z'),
    acknowledgedAt: new Date(),
    decideBy: due,
  });
  const before = await figures();
  expect(before).toMatch(/^nagrik_backup_last_success_timestamp_seconds 0$/m);
  expect(before).toMatch(/^nagrik_build_info\{version="[\d.]+",node="v\d+[\d.]+"\} 1$/m);
  expect(Number(/^nagrik_schema_migrations (\d+)$/m.exec(before)?.[1])).toBeGreaterThan(60);
  expect(Number(/^nagrik_database_size_bytes (\S+)$/m.exec(before)?.[1])).toBeGreaterThan(1_000_000);
  expect(before).toMatch(/^nagrik_complaints_open\{clock="acknowledge"\} 0$/m);
  expect(before).toMatch(/^nagrik_complaints_open\{clock="decide"\} 1$/m);
  expect(before).not.toMatch(/next_due_timestamp_seconds\{clock="acknowledge"\}/);
  expect(before).toMatch(
    new RegExp(`^nagrik_complaints_next_due_timestamp_seconds\\{clock="decide"\\} ${due.getTime() / 1_000}$`, 'm'),
  );

  await commands['note-backup']!.run(['backup', 'nagrik-2026'], commandContext(site.services));
  const at = Number(/^nagrik_backup_last_success_timestamp_seconds (\S+)$/m.exec(await figures())?.[1]);
  expect(Math.abs(at - Date.now() / 1_000)).toBeLessThan(120);
});

it('counts background work by how it ended', async () => {
  let fails = false;
  const work = { name: 'work of the test', everyMs: 20, log: { error: () => {} } };
  const stop = repeat(work, async () => {
    if (fails) throw new Error('no');
    fails = true;
  });
  try {
    await expect.poll(figures).toMatch(/^nagrik_job_runs_total\{work="work of the test",result="failed"\} [1-9]/m);
  } finally {
    await stop();
  }
  const text = await figures();
  expect(text).toMatch(/^nagrik_job_runs_total\{work="work of the test",result="done"\} 1$/m);
  expect(text).toMatch(/^nagrik_job_last_success_timestamp_seconds\{work="work of the test"\} \d+/m);
});

it('is on its own port only', async () => {
  expect((await fetch(`${origin}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${own.port}/`)).status).toBe(404);
});
