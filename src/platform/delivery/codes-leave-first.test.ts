// @runs slow, on both databases
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { outboxMessages } from '../../database/schema.ts';
import {
  config,
  database,
  db,
  mail,
  open,
  openOutboxSite,
  provider,
  second,
  until,
  wait,
} from '../../testing/outbox-site.ts';
import { createOutbox, recipientHash } from './outbox.server.ts';
import { seal } from '../guard/seal.server.ts';

openOutboxSite();
const code = { ...mail, purpose: 'signin', code: '123456', to: 'ravi@example.in' };

async function queueOthers(count: number): Promise<void> {
  const { authSecret } = config();
  for (let at = 0; at < count; at += 1_000)
    await db()
      .insert(outboxMessages)
      .values(
        Array.from({ length: Math.min(1_000, count - at) }, () => {
          const id = randomUUIDv7();
          return {
            id,
            channel: 'email' as const,
            purpose: mail.purpose,
            recipientHash: recipientHash(config(), mail.to),
            sealed: seal({ authSecret, use: 'outbox messages' }, id, mail),
            nextTryAt: sql`now() - interval '1 day'`,
          };
        }),
      );
}

it('a code that is queued after 10,000 other mails leaves first, whichever instance takes it', async () => {
  await queueOthers(10_000);
  const none = createOutbox({
    connection: database.connection,
    config: config(),
    providers: { email: async () => {} },
  });
  for (let nth = 0; nth < 3; nth += 1) await none.send(db(), code);
  const shared = provider(() => wait(20) as Promise<void>);
  open({ email: shared.deliver });
  open({ email: shared.deliver }, { connection: second });
  await until(() => shared.taken.length >= 20, 20_000);
  const places = shared.taken.flatMap(({ purpose }, at) => (purpose === 'signin' ? [at] : []));
  expect(places).toHaveLength(3);
  expect(Math.max(...places)).toBeLessThan(10);
}, 60_000);

it('waits for no other mail that a slow provider is still taking', async () => {
  await queueOthers(50);
  const slow = provider(({ purpose }) => (purpose === 'signin' ? undefined : (wait(3_000) as Promise<void>)));
  const outbox = open({ email: slow.deliver }, { timings: { timeoutMs: 10_000, leaseMs: 20_000 } });
  await until(() => slow.taken.length >= 4);
  const before = performance.now();
  await outbox.send(db(), code);
  await until(() => slow.taken.some(({ purpose }) => purpose === 'signin'));
  expect(performance.now() - before).toBeLessThan(2_000);
  expect(slow.taken).toHaveLength(5);
}, 20_000);
