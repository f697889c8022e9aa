import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tickets, users } from '../../database/schema.ts';
import { join } from '../../testing/join.ts';
import { openNewsroom } from '../../testing/studio-instances.ts';
import { notifyClocks } from './notify-clocks.server.ts';

let newsroom: Awaited<ReturnType<typeof openNewsroom>>;
let now = new Date();
beforeAll(async () => {
  newsroom = await openNewsroom({ env: { SUPPORT_EMAIL: 'help@nagrik.example' }, clock: () => now });
  await staff('desk@nagrik.example', 'moderator', 'hi');
  await staff('head@nagrik.example', 'admin', null);
});
afterAll(() => newsroom.close());

const db = () => newsroom.test.services.connection.db;
async function staff(email: string, role: 'moderator' | 'admin', lang: 'hi' | null): Promise<void> {
  const { id } = await join(newsroom.test.services, { roles: [role] });
  await db().update(users).set({ email, lang }).where(eq(users.id, id));
}

async function complain(category: string, email?: string): Promise<number> {
  const { app } = newsroom.test;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/support/grievance',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      name: 'Latika Rao',
      ...(email ? { email } : { phoneNo: '9876501234' }),
      category,
      text: `My neighbour did it ${Math.random()}.`,
    }),
  });
  const { ticketId } = answer.json<{ data: { ticketId: number } }>().data;
  return ticketId;
}

/** Every instance looks at once, as many times as there are timers. */
async function lookAfter(id: number, hours: number): Promise<void> {
  const [ticket] = await db().select().from(tickets).where(eq(tickets.id, id));
  // The database's moments are finer than a millisecond.
  now = new Date(ticket!.createdAt.getTime() + hours * 3_600_000 + 10);
  const { instances, test } = newsroom;
  await Promise.all(
    Array.from({ length: 4 }, (_, at) =>
      notifyClocks({ ...test.services, connection: instances[at % instances.length]!.connection }),
    ),
  );
}

const about = async (id: number, to: string) =>
  (await newsroom.test.services.outbox.listForDevelopment())
    .filter((mail) => mail.to === to && mail.text.includes(`/studio/complaints/${id}`) && !mail.text.includes('Latika'))
    .filter(({ text }) => !text.includes('npm run inbox'))
    .map(({ text }) => text)
    .toReversed();

const act = async (path: string, payload: object) => {
  const { test, people } = newsroom;
  now = new Date();
  const { statusCode } = await test.send('POST', `/api/studio/complaints/${path}`, payload, people.moderator.headers);
  expect(statusCode).toBeLessThan(300);
};

it.each([
  ['UNLAWFUL', 36],
  ['WRONG', 168],
  ['INTIMATE', 2],
])(
  'half and four fifths of the clock of %s (%d hours) are told once each, without a word of it',
  async (category, hours) => {
    const id = await complain(category, 'latika@example.in');
    const counts: number[] = [];
    for (const share of [0.49, 0.5, 0.6, 0.79, 0.8, 0.9, 1.1]) {
      await lookAfter(id, hours * share);
      counts.push((await about(id, 'head@nagrik.example')).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2]);
    expect(await about(id, 'desk@nagrik.example')).toHaveLength(2);
    expect(await about(id, 'help@nagrik.example')).toHaveLength(0);
    const [half, late] = await about(id, 'head@nagrik.example');
    expect(half).toContain(`Number ${id}`);
    expect(half).toContain('half the time is over');
    expect(late).toContain('four fifths of the time are over');
    expect(half).not.toMatch(/latika|neighbour/i);
    const [inHindi] = await about(id, 'desk@nagrik.example');
    expect(inHindi).toContain(`नंबर ${id}`);
    expect(inHindi).toContain(`/hi/studio/complaints/${id}`);
  },
);

it('the receipt has a clock of its own until it is given', async () => {
  const [given, open] = [await complain('WRONG'), await complain('WRONG')];
  await act(`${given}/acknowledge`, {});
  await lookAfter(open, 12.1);
  expect(await about(open, 'head@nagrik.example')).toEqual([expect.stringContaining('Receipt by')]);
  expect(await about(given, 'head@nagrik.example')).toEqual([]);
  await lookAfter(open, 19.3);
  expect(await about(open, 'head@nagrik.example')).toHaveLength(2);
});

it('an interim reply leaves the alarms of the decision; the decision ends them', async () => {
  const [interim, decided] = [await complain('UNLAWFUL'), await complain('UNLAWFUL')];
  await act(`${interim}/answers`, { text: 'We look into it.', isInterim: true, answersSeen: 0 });
  await act(`${decided}/answers`, { text: 'It is gone.', isInterim: false, answersSeen: 0 });
  await lookAfter(interim, 18.1);
  await lookAfter(interim, 30);
  const mails = await about(interim, 'head@nagrik.example');
  expect(mails).toEqual([expect.stringContaining('Decision by'), expect.stringContaining('Decision by')]);
  expect(mails.join()).not.toContain('Receipt');
  expect(await about(decided, 'head@nagrik.example')).toEqual([]);
});

it('a site that was down tells only the later alarm; without an address of staff, the owner', async () => {
  await db().update(users).set({ email: null });
  const id = await complain('UNLAWFUL', 'latika@example.in');
  await lookAfter(id, 40);
  expect(await about(id, 'help@nagrik.example')).toEqual([expect.stringContaining('OVERDUE')]);
});

it('a complaint that is closed rings no more, and a hundred of them hide none that is open', async () => {
  const open = await complain('WRONG');
  const [ticket] = await db().select().from(tickets).where(eq(tickets.id, open));
  const { id: _, ...row } = ticket!;
  const earlier = new Date(row.decideBy!.getTime() - 1);
  const closed = await db()
    .insert(tickets)
    .values(Array.from({ length: 101 }, () => ({ ...row, sameAs: null, status: 'closed' as const, decideBy: earlier })))
    .returning({ id: tickets.id });
  await lookAfter(open, 168 * 0.55);
  expect(await about(open, 'help@nagrik.example')).not.toEqual([]);
  expect(await about(closed[0]!.id, 'help@nagrik.example')).toEqual([]);
});
