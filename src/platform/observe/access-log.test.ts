import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const lines: Record<string, unknown>[] = [];
const site = openTestApp({
  env: { ACCESS_LOG: 'on' },
  log: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
});

it('writes a line for each request: its network and route, no number, name or word of the address', async () => {
  lines.length = 0;
  await site.app.inject({ url: '/search?q=my+illness', remoteAddress: '2001:db8:1:2::3' });
  await site.app.inject({ url: '/api/no-such-call', remoteAddress: '203.0.113.7' });
  await site.app.inject({ method: 'POST', url: '/api/otp/send/phone/9876543210', remoteAddress: '203.0.113.7' });
  await site.app.inject({ url: '/preview/a-secret-of-somebody' });
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.slice(0, 2)).toMatchObject([
    { method: 'GET', route: '/search', status: 200, network: '2001:db8:1', ms: expect.any(Number) },
    { method: 'GET', route: 'none', status: 404, network: '203.0.113.7' },
  ]);
  expect(requests).toHaveLength(4);
  expect(JSON.stringify(requests)).not.toMatch(/illness|9876543210|a-secret/);
});
