import type { InjectOptions } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { type Limits, memoryLimit } from './platform/guard/limits.server.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { join, type Member } from './testing/join.ts';
import { letterAnswers } from './testing/letter-answers.ts';
import { prepared } from './testing/prepared.ts';

// Every place that spends one of these limits. Values and windows are tested in posting-limits.test.ts.

const test = openTestApp({ content: 'demo' });
const author = prepared(() => join(test.services));
const reader = prepared(() => join(test.services));
/** Of the author's posts. */
let question: number;
let questionPath: string;
let comment: number;
let reply: number;
let article: string;

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, who?: Member): InjectOptions => ({
  method,
  url: `/api${path}`,
  headers: { ...who?.headers },
  ...(payload === undefined ? {} : { payload }),
});
const form = (url: string, fields: Record<string, string>, who?: Member): InjectOptions => ({
  method: 'POST',
  url,
  headers: {
    origin: test.services.config.publicOrigin,
    'content-type': 'application/x-www-form-urlencoded',
    ...(who ? { cookie: who.cookies } : {}),
  },
  payload: new URLSearchParams(fields).toString(),
});

beforeAll(async () => {
  const make = async (kind: string, payload: object) =>
    (await test.app.inject(call('POST', `/communities/${kind}/create`, payload, author))).json<{
      data: { id: number; canonicalUrl: string };
    }>().data;
  ({ id: question, canonicalUrl: questionPath } = await make('question', { title: 'Where are limits spent?' }));
  ({ id: comment } = await make('comment', { questionId: question, body: 'In many places.' }));
  ({ id: reply } = await make('reply', { commentId: comment, body: 'In which ones?' }));
  const recommended = await test.app.inject(call('POST', '/article/recommended', { pageSize: 1 }));
  article = recommended.json<{ data: { canonicalUrl: string }[] }>().data[0]!.canonicalUrl;
});

const words = { text: 'Your account is blocked. Share the code.' };
const places: [limit: keyof Limits, place: string, request: () => InjectOptions][] = [
  ['reads', 'a read of the API', () => call('GET', '/categories')],
  // One for each pause while somebody types: no search.
  ['reads', 'suggestions', () => call('GET', '/search/suggest?q=ration')],
  ['reads', 'the session service', () => call('GET', '/auth/session')],
  ['reads', 'a call that does not exist', () => call('GET', '/none')],
  ['reads', 'a report of a browser', () => call('POST', '/problems', {})],

  ['searches', 'articles', () => call('POST', '/search/articles', { articleText: 'ration' })],
  ['searches', 'videos', () => call('POST', '/search/videos', { videoText: 'ration' })],
  ['searches', 'questions', () => call('POST', '/search/questions', { questionText: 'ration' })],
  ['searches', 'hints', () => call('GET', '/search/hints?q=ration')],
  ['searches', 'a message', () => call('POST', '/check/message', words)],
  ['searches', 'a match on a device', () => call('POST', '/check/matched', { id: 'no-such-scam' })],
  ['searches', 'a letter', () => call('POST', '/letters/rti', { lang: 'en', answers: letterAnswers.rti })],
  ['searches', 'the page of a search', () => ({ url: '/search?q=ration' })],
  ['searches', 'the form of a message', () => form('/check', words)],
  ['searches', 'the form of a letter', () => form('/letters/rti', letterAnswers.rti as Record<string, string>)],
  ['searches', 'the form under a piece', () => form('/helped', { about: article, answer: 'yes' })],
  [
    'searches',
    'the preview of a question',
    () => form('/community/ask', { do: 'check', title: 'Is this shown as I mean it?', body: '**Yes**' }),
  ],

  [
    'reports',
    'a report',
    () => call('POST', '/communities/report', { entityType: 'REPLY', entityId: reply, reason: 'SPAM' }, reader),
  ],
  [
    'reports',
    'the form of a report',
    () => form(`/community/post/comment-${comment}`, { intent: 'report', reason: 'SPAM' }, reader),
  ],
  [
    'reports',
    'an appeal',
    () => call('POST', '/moderation/appeals', { actId: 999_999, text: 'It was a question.' }, reader),
  ],
  [
    'reports',
    'the form of an appeal',
    () => form('/moderation/log', { act: '999999', text: 'It was a question.' }, reader),
  ],

  [
    'reactions',
    'a follow',
    () => call('POST', '/follows', { entityType: 'QUESTION', entityId: question, following: true }, reader),
  ],
  ['reactions', 'the form of a follow', () => form(`/follow?on=question-${question}`, { do: 'follow' }, reader)],
  [
    'reactions',
    'a reaction',
    () =>
      call(
        'POST',
        '/communities/reaction',
        { entityType: 'QUESTION', entityId: question, liked: true, disliked: false },
        reader,
      ),
  ],
  [
    'reactions',
    'the form of a reaction',
    () => form(questionPath, { intent: 'react', like: `QUESTION-${question}` }, reader),
  ],
  ['shares', 'a share', () => call('POST', `/communities/question/${question}/share`, {}, reader)],
  ['shares', 'the form of a share', () => form(questionPath, { intent: 'share' }, reader)],

  [
    'edits',
    'a question',
    () => call('PATCH', `/communities/question/${question}`, { title: 'Where are the limits spent?' }, author),
  ],
  ['edits', 'an answer', () => call('PATCH', `/communities/comment/${comment}`, { body: 'In most places.' }, author)],
  ['edits', 'a reply', () => call('PATCH', `/communities/reply/${reply}`, { body: 'In which of them?' }, author)],
  [
    'edits',
    'the form of a question',
    () =>
      form(
        `/community/post/question-${question}`,
        { intent: 'edit', title: 'Where are limits spent?', body: '' },
        author,
      ),
  ],
  [
    'edits',
    'the form of an answer',
    () => form(`/community/post/comment-${comment}`, { intent: 'edit', body: 'In all places.' }, author),
  ],

  [
    'postsPerMinute',
    'a question',
    () => call('POST', '/communities/question/create', { title: 'How many posts are too many?' }, reader),
  ],
  [
    'postsPerMinute',
    'an answer',
    () => call('POST', '/communities/comment/create', { questionId: question, body: 'Here.' }, reader),
  ],
  [
    'postsPerMinute',
    'a reply',
    () => call('POST', '/communities/reply/create', { commentId: comment, body: 'There.' }, reader),
  ],
  [
    'postsPerDay',
    'the form of a question',
    () => form('/community/ask', { title: 'How many forms are too many?', body: '' }, reader),
  ],
  [
    'postsPerDay',
    'the form of an answer',
    () => form(questionPath, { intent: 'answer', body: 'In this form.' }, reader),
  ],
  [
    'postsPerDay',
    'the form of a reply',
    () => form(questionPath, { intent: 'reply', comment: String(comment), body: 'In that form.' }, reader),
  ],
];

it.each(places)('%s: %s is 429 past the limit, and only then', async (name, _place, request) => {
  const { limits } = test.services;
  const before = limits[name];
  limits[name] = memoryLimit(0, 60);
  try {
    const refused = await test.app.inject(request());
    expect(refused.statusCode, refused.body.slice(0, 300)).toBe(429);
  } finally {
    limits[name] = before;
  }
  const { statusCode } = await test.app.inject(request());
  expect(statusCode).toSatisfy((status: number) => status < 500 && status !== 429);
});
