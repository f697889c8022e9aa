import { categories, tags } from '../database/schema.ts';
import { buildTestApp } from './build-test-app.ts';
import { join, type Member } from './join.ts';

/** A site with two categories, two tags, four users, and helpers for their API calls. */
export async function openCommunity() {
  const test = await buildTestApp();
  const [asker, helper, other, moderator] = [
    await join(test.services, { firstName: 'Meena' }),
    await join(test.services, { firstName: 'Ravi', lastName: '' }),
    await join(test.services),
    await join(test.services, { role: 'moderator' }),
  ];
  const { db } = test.services.connection;
  await db.insert(categories).values([
    { id: 252, key: 'schemes', name: 'Schemes', displayName: 'Schemes' },
    { id: 253, key: 'tax', name: 'Tax', displayName: 'Tax' },
  ]);
  await db.insert(tags).values([
    { id: 7, name: 'ration card', displayName: 'Ration card' },
    { id: 8, name: 'pan', displayName: 'PAN' },
  ]);

  async function call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    who: Member | null,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    const answer = await test.send(method, `/api${path}`, payload, { ...who?.headers, ...headers });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }
  const post = (path: string, who: Member | null, payload: object = {}) => call('POST', path, who, payload);
  let serial = 0;
  return {
    test,
    asker,
    helper,
    other,
    moderator,
    call,
    post,
    get: (path: string, who: Member | null = null) => call('GET', path, who),
    ask: async (who = asker, more: object = {}): Promise<number> =>
      (
        await post('/communities/question/create', who, {
          title: `How do I get a ration card (${(serial += 1)})?`,
          ...more,
        })
      ).body.data.id,
    answer: async (questionId: number, who = helper): Promise<number> =>
      (
        await post('/communities/comment/create', who, {
          questionId,
          body: `At the nearest office (${(serial += 1)}).`,
        })
      ).body.data.id,
    replyTo: async (commentId: number, who = asker): Promise<number> =>
      (await post('/communities/reply/create', who, { commentId, body: `Thank you (${(serial += 1)})!` })).body.data.id,
  };
}
