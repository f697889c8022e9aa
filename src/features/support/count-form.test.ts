import { beforeAll, describe, expect, it } from 'vitest';
import { type BudgetState, defaultLimits } from '../../platform/guard/limits.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { AppError } from '../../platform/wire/errors.ts';
import { sendLimited } from '../otp/send-limited.server.ts';
import { countForm } from './count-form.server.ts';

const test = openTestApp();
const told: [string, BudgetState][] = [];
beforeAll(async () => {
  const budgets = { receiptsPerDay: 6, formsPerDay: 40 };
  Object.assign(
    test.services.limits,
    defaultLimits(test.services.connection, budgets, (...what) => told.push(what)),
  );
});

const complain = (email: string, at: number) =>
  test.app.inject({
    method: 'POST',
    url: '/api/support/grievance',
    headers: { 'content-type': 'application/json' },
    remoteAddress: `198.51.100.${at}`,
    payload: JSON.stringify({ name: 'Asha Rao', email, category: 'WRONG', text: `The fee is not ₹200 but ₹${at}.` }),
  });
const receipts = async () =>
  (await test.services.outbox.listForDevelopment()).filter(({ subject }) => subject.includes('We have your complaint'));

describe('receipts', () => {
  it('are three an hour for a mailbox, however it is spelled, and the site’s budget for all; every complaint is taken', async () => {
    const answers = [];
    for (let at = 0; at < 8; at += 1) answers.push(await complain(`a.sha+${at}@gmail.com`, at));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
    expect(await receipts()).toHaveLength(3);
    for (let at = 10; at < 15; at += 1) expect((await complain(`other${at}@example.in`, at)).statusCode).toBe(201);
    expect(await receipts()).toHaveLength(6);
    expect(told).toContainEqual(['receipts', 'used']);
  });

  it('are refused by their limits alone: any other failure is one', async () => {
    const failing = (error: Error) => ({
      ...test.services,
      // Another connection remembers no refusal of before.
      connection: { ...test.services.connection },
      limits: { ...test.services.limits, mailsPerMailbox: () => Promise.reject(error) },
    });
    const mail = {
      channel: 'email' as const,
      to: 'asha@example.in',
      purpose: 'receipt',
      subject: 'Hello',
      text: 'Good day',
    };
    for (const error of [new Error('away'), new AppError(503, 'unavailable', () => 'Not now.')])
      await expect(sendLimited(failing(error), test.db, mail, { by: 'site' })).rejects.toBe(error);
  });
});

describe('forms', () => {
  it('of a /48 are held back once more than half of the site’s day is spent; others go on', async () => {
    const form = (address: string) => countForm(test.services, 'contact', address);
    for (let at = 0; at < 8; at += 1) await form(`2001:db8:a:${at}00::1`);
    await expect(form('2001:db8:a:f000::1')).rejects.toMatchObject({ status: 429 });
    await form('2001:db8:b::1');
    await form('203.0.113.7');
  });

  it('are five an hour of each kind for a network: who has written much may still complain', async () => {
    for (const kind of ['contact', 'grievance'] as const) {
      for (let at = 0; at < 5; at += 1) await countForm(test.services, kind, '203.0.113.8');
      await expect(countForm(test.services, kind, '203.0.113.8')).rejects.toMatchObject({ status: 429 });
    }
  });
});
