import { like } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { outboxMessages } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { ensureUser } from '../users/ensure-user.server.ts';
import { remindOfLetter } from './letter-reminder.server.ts';
import { procedures } from './procedures.ts';

const test = openTestApp({ outbox: { providers: { email: async () => {} } } });
let userId: string;
const rows = () => test.db.select().from(outboxMessages).where(like(outboxMessages.purpose, 'letter_reminder%'));
const remind = (dueOn: string) =>
  remindOfLetter(
    test.services,
    { userId, address: '127.0.0.1' },
    {
      procedure: procedures.rti,
      language: 'hi',
      dueOn,
      next: procedures['rti-first-appeal'],
    },
  );

beforeAll(async () => {
  const { user } = await ensureUser(test.db, test.services.config, 'asha@example.in', {
    firstName: 'Asha',
    lastName: '',
  });
  userId = user.id;
});
beforeEach(() => test.db.delete(outboxMessages));

it('waits until nine in the morning in India on the day after, and is queued once', async () => {
  expect(await remind('2099-12-31')).toBe('queued');
  expect(await remind('2099-12-31')).toBe('queued');
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(row!.nextTryAt.toISOString()).toBe('2100-01-01T03:30:00.000Z');
  expect([row!.deliveredAt, row!.failedAt]).toEqual([null, null]);
  expect(await remind('2099-12-30')).toBe('queued');
  expect(await rows()).toHaveLength(2);
});

it('is refused where many wait already', async () => {
  for (let day = 1; day <= 20; day += 1) await remind(`2099-10-${String(day).padStart(2, '0')}`);
  expect(await remind('2099-10-21')).toBe('many');
  expect(await rows()).toHaveLength(20);
});

it('needs an e-mail address', async () => {
  const { user } = await ensureUser(test.db, test.services.config, '+919876500001', {
    firstName: 'Ravi',
    lastName: '',
  });
  userId = user.id;
  expect(await remind('2099-12-31')).toBe('no-address');
});
