import type { Member } from '../../src/testing/join.ts';
import { type Answer, wait } from './site.ts';
import { atMost, exactly, type Goal, none } from './verdict.ts';

export type Ask = (
  path: string,
  options?: { method?: string; headers?: Record<string, string>; body?: unknown },
) => Promise<Answer>;
type Count = (sql: string) => Promise<number>;

/** Counters, limits and sessions that must be exact across several instances. */
export async function shareAmong(instances: Ask[], members: Member[], count: Count): Promise<Goal[]> {
  const [author, ...others] = members as [Member, ...Member[]];
  const ask = (turn: number, ...[path, options]: Parameters<Ask>) => instances[turn % instances.length]!(path, options);
  const post = (turn: number, path: string, headers: Record<string, string>, body: unknown) =>
    ask(turn, `/api${path}`, { method: 'POST', headers, body });
  const statuses = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;
  const many = (times: number, one: (turn: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: times }, (_, turn) => one(turn)));
  const {
    data: { id },
  } = (await post(0, '/communities/question/create', author.headers, { title: 'A question that two instances share' }))
    .body as { data: { id: number } };

  const shares = await many(200, (turn) =>
    post(turn, `/communities/question/${id}/share`, others[turn % others.length]!.headers, {}),
  );
  const counted = await count(`select share_count as count from questions where id = ${id}`);
  await many(100, (turn) =>
    post(turn, '/communities/reaction', others[0]!.headers, {
      entityType: 'QUESTION',
      entityId: id,
      liked: turn % 2 === 0,
      disliked: false,
    }),
  );
  const reactions = await count(
    `select count(*)::int as count from reactions where entity_type = 'QUESTION' and entity_id = ${id}`,
  );
  const likes = await count(`select like_count as count from questions where id = ${id}`);
  await many(50, (turn) => post(turn, '/profile/create', others[1]!.headers, { relation: 'SELF' }));
  const selves = await count(
    `select count(*)::int as count from profiles where user_id = '${others[1]!.id}' and relation = 'SELF'`,
  );
  const same = await many(50, (turn) =>
    post(
      turn,
      '/communities/question/create',
      { ...others[2]!.headers, 'idempotency-key': 'the-same' },
      { title: 'The same question fifty times' },
    ),
  );
  const stored = await count(
    `select count(*)::int as count from questions where title = 'The same question fifty times'`,
  );
  const sends = await many(40, (turn) => ask(turn, '/api/otp/send/phone/9811100001'));
  await many(200, (turn) =>
    post(turn, '/provider-token/verify', {}, { providerToken: '000000', phoneNo: '9811100001', provider: 'JB' }),
  );
  const tries = await count(`select tries as count from code_challenges where identifier = '+919811100001'`);

  const leaving = others[3]!;
  const seenBy = () => Promise.all(instances.map((one) => one('/api/user/get', { headers: leaving.headers })));
  const signedIn = statuses(await seenBy(), 200);
  await ask(0, '/api/user', { method: 'DELETE', headers: leaving.headers, body: {} });
  const goneAt = performance.now();
  while (statuses(await seenBy(), 401) < instances.length && performance.now() - goneAt < 10_000) await wait(10);
  const endedAfter = performance.now() - goneAt;

  return [
    {
      // A busy machine answers 503 where the write took longer than its deadline, and is done all the same.
      name: `shares counted, of ${statuses(shares, 200)} acknowledged and ${statuses(shares, 503)} that ran out of time`,
      figure: counted,
      goal: 'all acknowledged, none twice',
      isMet: counted >= statuses(shares, 200) && counted <= statuses(shares, 200) + statuses(shares, 503),
    },
    {
      name: 'rows of 100 reactions of one person, and their count',
      figure: `${reactions}, ${likes}`,
      goal: 'at most 1, and the same',
      isMet: reactions <= 1 && reactions === likes,
    },
    exactly('SELF profiles of 50 at once', selves, 1),
    exactly('questions of one key sent 50 times', stored, 1),
    none('answers 500', statuses([...shares, ...same, ...sends], 500)),
    exactly('codes sent of 40 asked for at once', statuses(sends, 200), 1),
    { name: 'wrong codes evaluated of 200', figure: tries, goal: 'at most 5', isMet: tries <= 5 },
    exactly('instances on which a session was good', signedIn, instances.length),
    atMost('once ended on one, it is dead on all', endedAfter, 1_000, 'ms'),
  ];
}
