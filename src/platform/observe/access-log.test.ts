import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const lines: Record<string, unknown>[] = [];
const site = openTestApp({
  env: { ACCESS_LOG: 'on' },
  log: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
});

it('writes a line for each request: its network, never what was asked for after the question mark', async () => {
  lines.length = 0;
  await site.app.inject({ url: '/search?q=my+illness', remoteAddress: '2001:db8:1:2::3' });
  await site.app.inject({ url: '/api/no-such-call', remoteAddress: '203.0.113.7' });
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests).toMatchObject([
    { method: 'GET', path: '/search', status: 200, network: '2001:db8:1', ms: expect.any(Number) },
    { method: 'GET', path: '/api/no-such-call', status: 404, network: '203.0.113.7' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('illness');
});
