import { describe, expect, it } from 'vitest';
import { openStep, sealStep } from './code-step.server.ts';

const now = new Date('2026-11-21T10:00:00Z');
const step = { identifier: '+919876543210', againAt: now.getTime() + 30_000 };

describe('the code step in an address', () => {
  it('comes back as it was, and shows nobody the number', () => {
    const sealed = sealStep('secret', step, now);
    expect(openStep('secret', sealed, now)).toEqual(step);
    expect(sealed).not.toContain('9876');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('9876');
  });
  it('ends after a quarter of an hour', () =>
    expect(openStep('secret', sealStep('secret', step, now), new Date(now.getTime() + 900_000))).toBeNull());
  it('is rejected when sealed with another key, or not sealed', () => {
    const sealed = sealStep('secret', step, now);
    for (const text of [
      null,
      '',
      'x',
      sealed.slice(0, -4),
      `${sealed.slice(0, -3)}AAA`,
      'A'.repeat(60),
      'A'.repeat(5_000),
    ])
      expect(openStep('secret', text, now)).toBeNull();
    expect(openStep('another', sealed, now)).toBeNull();
  });
});
