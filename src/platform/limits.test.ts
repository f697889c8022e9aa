import { describe, expect, it } from 'vitest';
import { isAppError } from './errors.ts';
import { memoryLimit, networkOf } from './limits.server.ts';

describe('limits', () => {
  it('allow the limit, and refuse the next call with Retry-After', async () => {
    const limit = memoryLimit(3, 60);
    await Promise.all([limit('a'), limit('a'), limit('a'), limit('b')]);
    const refusal = await limit('a').catch((error: unknown) => error);
    expect(isAppError(refusal) && refusal.status).toBe(429);
    expect(
      isAppError(refusal) && Number.isInteger(refusal.retryAfterSeconds) && refusal.retryAfterSeconds,
    ).toBeGreaterThan(0);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
