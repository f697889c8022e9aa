import { beforeAll, describe, expect, it } from 'vitest';
import { join, type Member } from '../../testing/join.ts';
import { type CommunityCall, describeFailure, type FailedCall } from './community-failures.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const came = (status: number, message: string | null = null, statusText = ''): FailedCall => ({
  status,
  message,
  statusText,
});

describe("the product's catalogue of errors, a case a row", () => {
  it.each<[string, CommunityCall, FailedCall, string, string | null]>([
    ['401', 'write', came(401, 'whatever'), 'Session expired, Sign in to continue.', null],
    ['400 with a message', 'write', came(400, 'The title is too short.'), 'The title is too short.', null],
    ['400 without one', 'write', came(400), 'Bad Request', null],
    ['403', 'write', came(403, 'whatever'), "Forbidden. You don't have permission.", null],
    ['another answer with a message', 'write', came(409, 'This question is closed.'), 'This question is closed.', null],
    ['another answer without one', 'write', came(500), 'An error occurred', null],
    ['no response', 'write', null, 'No response received from server', null],
    ['delete without id', 'delete', came(400, 'id not found'), 'id not found', null],
    ['delete while signed out', 'delete', came(401), 'Session expired, Sign in to continue.', null],
    ["delete of another's", 'delete', came(403), "Forbidden. You don't have permission.", null],
    ['delete otherwise failing', 'delete', came(500), 'An error occured', null],
    [
      'comment that is not posted',
      'comment',
      came(500, 'Something went wrong.'),
      'Error posting comment',
      'Something went wrong.',
    ],
    [
      'comment while signed out',
      'comment',
      came(401),
      'Error posting comment',
      'Session expired, Sign in to continue.',
    ],
    ['comment without an answer', 'comment', null, 'Error posting comment', 'No response received from server'],
    ['share failing', 'share', came(429, null, 'Too Many Requests'), 'Error: 429 - Too Many Requests', null],
    ['share without an answer', 'share', null, 'No response received from server', null],
    [
      'share while signed out',
      'share',
      came(401, null, 'Unauthorized'),
      'Error: 401 - Unauthorized',
      'Session expired, Sign in to continue.',
    ],
    ['delete without an answer', 'delete', null, 'No response received from server', null],
    [
      'delete otherwise failing, with a message',
      'delete',
      came(409, 'Somebody deleted it.'),
      'An error occured',
      'Somebody deleted it.',
    ],
  ])('%s', (_, call, failed, text, reason) => {
    expect(describeFailure(call, failed)).toEqual({ text, reason });
  });
});

describe('what the server answers, a case a row', () => {
  const test = openTestApp();
  let owner: Member;
  let other: Member;
  let questionId: number;
  beforeAll(async () => {
    [owner, other] = [await join(test.services), await join(test.services)];
    questionId = (
      await test.send('POST', '/api/communities/question/create', { title: 'A question to fail about' }, owner.headers)
    ).json().data.id;
  });

  type Row = [
    situation: string,
    method: 'POST' | 'DELETE' | 'GET',
    path: () => string,
    who: () => Member | null,
    payload: object | undefined,
    status: number,
    message: string | RegExp,
  ];
  it.each<Row>([
    [
      '401',
      'POST',
      () => '/communities/question/create',
      () => null,
      { title: 'A question by nobody' },
      401,
      'Session expired, Sign in to continue.',
    ],
    ['400 says what is wrong', 'POST', () => '/communities/question/create', () => owner, { title: 'short' }, 400, /./],
    [
      '403',
      'DELETE',
      () => `/communities/question/delete/${questionId}`,
      () => other,
      undefined,
      403,
      "Forbidden. You don't have permission.",
    ],
    ['delete without id', 'DELETE', () => '/communities/question/delete/', () => owner, undefined, 400, 'id not found'],
    [
      'delete of what is not there',
      'DELETE',
      () => '/communities/question/delete/2000000000',
      () => owner,
      undefined,
      404,
      /./,
    ],
    [
      'a comment on what is not there',
      'POST',
      () => '/communities/comment/create',
      () => owner,
      { questionId: 2_000_000_000, body: 'x' },
      404,
      /./,
    ],
    [
      'another answer',
      'GET',
      () => '/communities/question/get/2000000000',
      () => null,
      undefined,
      404,
      'That question was not found.',
    ],
    [
      'both like and dislike',
      'POST',
      () => '/communities/reaction',
      () => owner,
      { entityType: 'QUESTION', entityId: 1, liked: true, disliked: true },
      400,
      /./,
    ],
    [
      "another's user_id",
      'POST',
      () => '/communities/reaction',
      () => owner,
      { entityType: 'QUESTION', entityId: 1, liked: true, disliked: false, user_id: 'x' },
      403,
      "Forbidden. You don't have permission.",
    ],
  ])('%s', async (_, method, path, who, payload, status, message) => {
    const answer = await test.send(method, `/api${path()}`, payload, who()?.headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toMatch(message);
    expect(answer.json()).toMatchObject({ status, code: expect.any(String), requestId: expect.any(String) });
  });
});
