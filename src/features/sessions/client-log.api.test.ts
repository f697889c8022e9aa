// @runs on both databases
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { authCalls } from '../../testing/session-calls.ts';

const test = openTestApp({ log: (line) => log.push(line) });
let log: string[] = [];
beforeEach(() => {
  log = [];
});

const { send } = authCalls(() => test);

describe('POST _log', () => {
  it('writes one short line, whatever is in it', async () => {
    const answer = await send('_log', {
      level: 'error',
      code: 'CLIENT_FETCH_ERROR',
      message: `a\n{"level":60,"msg":"forged"}\r\u2028b \u001b[31m 9876543210 +91 98765 43210 someone@example.in ${'x'.repeat(500)}`,
      client: 'true',
    });
    expect([answer.statusCode, answer.body]).toEqual([200, '{}']);
    const [line, ...rest] = log
      .join('')
      .trim()
      .split('\n')
      .filter((one) => one.includes('browser reports'));
    expect(rest).toEqual([]);
    expect(line!.length).toBeLessThan(600);
    expect(JSON.parse(line!)).toMatchObject({ level: 40, code: 'CLIENT_FETCH_ERROR', msg: 'browser reports' });
    expect(line).not.toMatch(/98765|example\.in|\\u001b|\\n/);
  });

  it('that is no error and says nothing is a line of the lowest level', async () => {
    await send('_log', { level: 'info', code: 'BARE' });
    expect(JSON.parse(log.find((line) => line.includes('browser reports'))!)).toMatchObject({
      level: 30,
      code: 'BARE',
      said: '',
    });
  });

  it('accepts malformed beacons, and logs at most 20 a minute', async () => {
    for (let count = 0; count < 60; count += 1)
      expect((await send('_log', { level: 'x'.repeat(100), message: '' })).body).toBe('{}');
    expect((await test.send('POST', '/api/auth/_log')).statusCode).toBe(200);
    expect(log.filter((line) => line.includes('browser reports')).length).toBeLessThanOrEqual(20);
  });

  it('more than 64 KB is 413', async () => {
    expect((await send('_log', { message: 'x'.repeat(70_000) })).statusCode).toBe(413);
  });
});
