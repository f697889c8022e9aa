import { beforeEach, expect, it } from 'vitest';
import { memoryLimit } from '../guard/limits.server.ts';
import { createMetrics } from './metrics.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const metrics = createMetrics();
const site = openTestApp({
  metrics,
  limits: { reads: memoryLimit(20, 60) },
  log: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
});
const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
});

const failed = { kind: 'island_failed', name: 'TypeError', island: 'finder', place: 'finder.island-a1.js:1:2034' };
const send = (payload: unknown, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
  site.app.inject({
    method: 'POST',
    url: '/api/problems',
    remoteAddress,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const counted = async () =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('nagrik_browser_problems_total'));

it('is logged once and counted every time', async () => {
  for (let round = 0; round < 3; round += 1) expect((await send(failed)).statusCode).toBe(204);
  expect(lines.map(({ problem, msg }) => [msg, problem])).toEqual([['something failed in a browser', failed]]);
  expect(await counted()).toEqual(['nagrik_browser_problems_total{kind="island_failed"} 3']);
});

it('has no room for what somebody typed, in any field', async () => {
  for (const bad of [
    { ...failed, kind: 'my number is 9822200001' },
    { ...failed, name: '9822200001' },
    { ...failed, island: 'asha@example.in' },
    { ...failed, place: '/find-schemes?age=35' },
    { ...failed, message: 'Asha' },
    [failed],
    'not json',
    { ...failed, name: 'x'.repeat(2_000) },
  ]) {
    const { statusCode } = await send(bad, {}, '192.0.2.2');
    expect([400, 413], JSON.stringify(bad)).toContain(statusCode);
  }
  expect(lines).toEqual([]);
});

it('forged reports from one /48 leave room in the log for a real one', async () => {
  for (let at = 0; at < 60; at += 1)
    await send({ ...failed, place: `forged.js:${at}:1` }, {}, `2001:db8:bad:${at.toString(16)}::1`);
  expect(lines).toHaveLength(8);
  await send({ ...failed, place: 'real.js:1:1' }, {}, '192.0.2.9');
  expect(lines.slice(8).map(({ problem }) => problem)).toMatchObject([{ place: 'real.js:1:1' }]);
});

it('another site cannot fill the log, nor can one network', async () => {
  expect((await send(failed, { origin: 'https://evil.example' }, '192.0.2.3')).statusCode).toBe(403);
  const statuses = new Set<number>();
  for (let round = 0; round < 25; round += 1) statuses.add((await send(failed, {}, '192.0.2.4')).statusCode);
  expect(statuses).toEqual(new Set([204, 429]));
});
