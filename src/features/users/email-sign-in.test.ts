import { describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { codeFor, endWaits, signIn } from '../../testing/sign-in.ts';

const test = openTestApp({ env: { EMAIL_SIGN_IN_ENDS: '2027-03-31' }, clock: () => now });
let now = new Date('2027-03-30T18:29:59Z');

const post = (url: string, body: object, headers = {}) => test.send('POST', `/api${url}`, body, headers);

describe('the end of signing in by email', () => {
  it('comes at midnight in India of the day that is set, for known and unknown addresses alike; numbers go on', async () => {
    await signIn(test, { email: 'early@example.in' });
    now = new Date('2027-03-30T18:30:00Z');
    const answers = [
      await test.app.inject('/api/otp/send/email/early@example.in'),
      await test.app.inject('/api/otp/send/email/nobody@example.in'),
      await post('/user/create', { firstName: 'A', lastName: 'B', email: 'new@example.in' }),
    ];
    for (const answer of answers)
      expect(answer.json()).toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: 'Signing in by email has ended. Use your mobile number.',
      });
    await expect(codeFor(test, 'nobody@example.in')).rejects.toThrow('No code');
    expect((await post('/user/create', { firstName: 'A', lastName: 'B', phoneNo: '9511111111' })).statusCode).toBe(201);
  });

  it('leaves an address good for proving whose account it is', async () => {
    now = new Date('2027-03-30T18:29:59Z');
    const person = await signIn(test, { email: 'late@example.in' });
    now = new Date('2027-03-30T18:30:00Z');
    await endWaits(test, 'late@example.in');
    expect((await post('/user/confirm/send', {}, person.headers)).statusCode).toBe(200);
  });

  it('is a date, or the server does not start', () => {
    expect(() => readConfig({ EMAIL_SIGN_IN_ENDS: 'soon', DATA_DIR: test.services.config.dataDir })).toThrow(
      'EMAIL_SIGN_IN_ENDS: must be a date such as 2027-03-31',
    );
  });
});
