// @runs slow
import type { InjectOptions } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { invalidatePagesAtOnce } from './platform/cache/page-cache.server.ts';
import { harmless, type Make } from './testing/costly-places.ts';
import { costlyRequests, isWhole, within } from './testing/costly-requests.ts';
import { join, type Member } from './testing/join.ts';
import { allStoredTexts, storedTexts } from './testing/stored-texts.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { prepared } from './testing/prepared.ts';

// Texts that were accepted are read again and again: here each is stored, and whatever shows it afterwards is timed.

const counted = async () => {};
const unlimited = { searches: counted, postsPerMinute: counted, posts: counted, reports: counted, edits: counted };
const test = openTestApp({ content: 'demo', limits: unlimited });
const moderator = prepared(() => join(test.services, { role: 'moderator' }));
const reporter = prepared(() => join(test.services));
const { expectCheap, tellSlowest } = costlyRequests(
  () => test,
  () => invalidatePagesAtOnce(test.services.connection, ['all']),
);

afterAll(() => {
  tellSlowest();
});

const call = (path: string, by: Member | null, payload?: object): InjectOptions => ({
  method: payload ? 'POST' : 'GET',
  url: `/api${path}`,
  headers: by?.lasting ?? {},
  ...(payload ? { payload } : {}),
});

/** The longest text of a kind that is accepted. */
async function store(path: string, by: Member, most: number, make: Make, rest: object) {
  for (let length = most; length > 20; length = Math.floor(length * 0.6)) {
    const answer = await test.app.inject(call(path, by, { ...rest, body: make(length) }));
    if (answer.statusCode === 201) return answer.json<{ data: { id: number; canonicalUrl: string } }>().data;
    expect(answer.statusCode, `${path}: ${answer.body}`).toBe(400);
  }
  throw new Error(`${path} accepts none`);
}

type Thread = { word: string; asker: Member; question: number; comment: number; path: string };

async function threadOf(word: string, make: Make): Promise<Thread> {
  const asker = await join(test.services);
  const helper = await join(test.services);
  const title = `About ${word} and the pension`;
  const question = await store('/communities/question/create', asker, 9_990, prefixed(make), { title });
  let comment = 0;
  for (let round = 0; round < 5; round += 1) {
    const answer = { questionId: question.id };
    comment = (await store('/communities/comment/create', helper, 4_980, prefixed(make, round), answer)).id;
    await store('/communities/reply/create', asker, 4_980, prefixed(make, round), { commentId: comment });
  }
  for (const [entityType, entityId] of Object.entries({ QUESTION: question.id, COMMENT: comment }))
    await test.app.inject(call('/communities/report', reporter, { entityType, entityId, reason: 'SPAM' }));
  return { word, asker, question: question.id, comment, path: question.canonicalUrl };
}
/** Duplicates are refused, and a search has to find something in the text. */
const prefixed =
  (make: Make, round = 0): Make =>
  (length) =>
    `pension ${round} ${make(length - 12)}`;

const readings: Record<string, (thread: Thread) => InjectOptions> = {
  'the page': ({ path }) => ({ url: path }),
  'the page of a reader': ({ path, asker }) => ({ url: path, headers: { cookie: asker.cookies } }),
  'the question': ({ question }) => call(`/communities/question/get/${question}`, null),
  'its answers': ({ question }) => call(`/communities/question/${question}/comments`, null, {}),
  'its replies': ({ comment }) => call(`/communities/comment/${comment}/replies`, null, {}),
  'the newest questions': () => call('/search/question/recent', null, {}),
  'a search by call': ({ word }) => call('/search/questions', null, { questionText: `about ${word} pension` }),
  'a search page': ({ word }) => ({ url: `/search?q=${encodeURIComponent(`${word} pension`)}` }),
  'one kind of hits': ({ word }) => ({ url: `/search?kind=questions&q=${encodeURIComponent(`${word} pension`)}` }),
  'the community': () => ({ url: '/community' }),
  'the home page': () => ({ url: '/' }),
  notifications: ({ asker }) => call('/notifications', asker),
  'the page of notifications': ({ asker }) => ({ url: '/notifications', headers: { cookie: asker.cookies } }),
  'own questions': ({ asker }) => ({ url: '/profile/questions', headers: { cookie: asker.cookies } }),
  'the export': ({ asker }) => call('/user/export', asker),
  'the queue': () => call('/moderation/queue', moderator),
  'the page of the queue': () => ({ url: '/studio/moderation', headers: { cookie: moderator.cookies } }),
  'the page of a person': ({ asker }) => ({
    url: `/studio/moderation/people/${asker.id}`,
    headers: { cookie: moderator.cookies },
  }),
};

it(
  'what was posted is shown, listed, found and exported without holding the thread',
  { timeout: within(300_000) },
  async () => {
    const plain = await threadOf('words', harmless);
    // Warms up the JIT compiler.
    for (let round = 0; round < 3; round += 1)
      for (const [what, reading] of Object.entries(readings))
        expect((await test.app.inject(reading(plain))).statusCode, what).toBe(200);
    for (const [name, make] of Object.entries(isWhole ? allStoredTexts() : storedTexts)) {
      const thread = await threadOf(name, make);
      for (const [what, reading] of Object.entries(readings)) {
        await expectCheap(`${what} with ${name}`, make, (text) => reading(text === make ? thread : plain));
      }
    }
  },
);
