// @runs on both databases
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ticketAnswers } from '../../../database/schema.ts';
import { join } from '../../../testing/join.ts';
import { openNewsroom } from '../../../testing/studio-instances.ts';

let newsroom: Awaited<ReturnType<typeof openNewsroom>>;
beforeAll(async () => {
  newsroom = await openNewsroom();
});
afterAll(() => newsroom.close());

async function complain(round: number): Promise<number> {
  const answer = await newsroom.test.send('POST', '/api/support/contactUs', {
    name: 'Asha',
    email: `asha${round}@example.in`,
    subject: 'A fee',
    message: 'The fee is wrong.',
  });
  return answer.json<{ data: { ticketId: number } }>().data.ticketId;
}

it.each([
  ['answer', true],
  ['decide', false],
])('of two moderators who %s at the same moment one does; the other is told', async (_act, isInterim) => {
  const { test, instances } = newsroom;
  const two = await Promise.all([1, 2].map(() => join(test.services, { roles: ['moderator'] })));
  for (let round = 0; round < 4; round += 1) {
    const id = await complain(round + (isInterim ? 0 : 10));
    // The last round: one person presses twice.
    const people = round === 3 ? [two[0]!, two[0]!] : two;
    const answers = await Promise.all(
      people.map(({ headers }, at) =>
        instances[at % instances.length]!.send(
          'POST',
          `/api/studio/complaints/${id}/answers`,
          { text: `The answer number ${at}.`, isInterim, answersSeen: 0 },
          headers,
        ),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(await test.db.$count(ticketAnswers, eq(ticketAnswers.ticketId, id))).toBe(1);
    const mails = await test.services.outbox.listForDevelopment();
    expect(mails.filter(({ text }) => text.includes(`message number ${id}`))).toHaveLength(1);
  }
});
