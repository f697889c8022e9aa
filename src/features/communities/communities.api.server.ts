import type { z } from 'zod';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { AppError } from '../../platform/wire/errors.ts';
import { noFields } from '../../platform/wire/wire.ts';
import type { ApiApp, ApiPlugin } from '../../platform/http/api.server.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { findViewerId, viewerOf } from '../sessions/viewer-hook.server.ts';
import { checkAnswer, tryAnswer } from './answer-trust.server.ts';
import { askQuestion } from './ask-question.server.ts';
import {
  acceptComment,
  closeQuestion,
  deletePost,
  editComment,
  editQuestion,
  editReply,
  shareQuestion,
  summariseQuestion,
} from './change-post.server.ts';
import * as wire from './communities.contract.ts';
import { describeError } from '../../platform/observe/describe-error.server.ts';
import { recentQuestionsIfAny } from './communities.queries.server.ts';
import { maskAsked } from './hold-post.server.ts';
import { listRevisions } from './answer-revisions.server.ts';
import { markDuplicate } from './merge-questions.server.ts';
import { getQuestion, listComments, listReplies } from './thread.queries.server.ts';
import { getComment, getReply } from './one-post.queries.server.ts';
import { findSameComment, findSameQuestion, findSameReply } from './same-post.queries.server.ts';
import { answerQuestion, replyToComment } from './write-answer.server.ts';
import { problems } from '../../messages/problems.ts';
import { orAsWritten } from './or-as-written.server.ts';

export const communitiesApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;

  /** What the viewer does to one post. */
  type Act<Body extends z.ZodType, Data> = {
    summary: string;
    body: Body;
    answer: z.ZodType<unknown, { data: Data }>;
    run(all: PageServices, viewer: Viewer, id: number, input: z.output<Body>): Promise<NoInfer<Data>>;
  };
  const act = <Body extends z.ZodType, Data>(
    method: 'PATCH' | 'POST',
    path: string,
    { summary, body, answer, run }: Act<Body, Data>,
  ) =>
    app.route({
      method,
      url: `/communities/${path}`,
      config: { needs: 'viewer' },
      schema: { summary, params: wire.idOnly, body, response: { 200: answer } },
      handler: async (request) => ({
        data: await run(services, viewerOf(request), request.params.id, request.body as z.output<Body>),
      }),
    });

  app.post(
    '/communities/question/create',
    {
      config: { needs: 'viewer', isIdempotent: 'exactly' },
      schema: { summary: 'Ask a question', body: wire.createQuestionInput, response: { 201: wire.oneQuestion } },
    },
    async (request, reply) => {
      const { userId } = viewerOf(request);
      const { title, body = '' } = request.body;
      // As it is stored.
      const masked = maskAsked(viewerOf(request), services.clock(), { title, body });
      const find = () => findSameQuestion(db, userId, { ...request.body, body, ...masked });
      const data = await orAsWritten(
        request,
        () => askQuestion(services, viewerOf(request), request.body),
        find,
        (id) => getQuestion(db, id, userId),
      );
      return reply.code(201).send({ data });
    },
  );

  app.post(
    '/communities/comment/create',
    {
      config: { needs: 'viewer', isIdempotent: 'exactly' },
      schema: { summary: 'Answer a question', body: wire.createCommentInput, response: { 201: wire.oneComment } },
    },
    async (request, reply) => {
      const { userId } = viewerOf(request);
      const find = () => findSameComment(db, userId, request.body.questionId, request.body.body);
      const data = await orAsWritten(
        request,
        () => answerQuestion(services, viewerOf(request), request.body),
        find,
        (id) => getComment(db, id, userId),
      );
      return reply.code(201).send({ data });
    },
  );

  app.post(
    '/communities/reply/create',
    {
      config: { needs: 'viewer', isIdempotent: 'exactly' },
      schema: { summary: 'Reply to a comment', body: wire.createReplyInput, response: { 201: wire.oneReply } },
    },
    async (request, reply) => {
      const { userId } = viewerOf(request);
      const find = () => findSameReply(db, userId, request.body.commentId, request.body.body);
      const data = await orAsWritten(
        request,
        () => replyToComment(services, viewerOf(request), request.body),
        find,
        (id) => getReply(db, id, userId),
      );
      return reply.code(201).send({ data });
    },
  );

  app.get(
    '/communities/question/get/:id',
    {
      schema: {
        summary: 'One question',
        params: wire.idOnly,
        querystring: wire.asUser,
        response: { 200: wire.oneQuestion },
      },
    },
    async (request) => ({ data: await getQuestion(db, request.params.id, await findViewerId(request)) }),
  );

  app.post(
    '/communities/question/:id/comments',
    {
      schema: {
        summary: 'The comments of a question: the accepted one, then the oldest',
        params: wire.idOnly,
        querystring: wire.asUser,
        body: wire.threadQuery,
        response: { 200: wire.commentList },
      },
    },
    async (request) => listComments(db, request.params.id, request.body, await findViewerId(request)),
  );

  app.post(
    '/communities/comment/:id/replies',
    {
      schema: {
        summary: 'The replies to a comment, oldest first',
        params: wire.idOnly,
        querystring: wire.asUser,
        body: wire.threadQuery,
        response: { 200: wire.replyList },
      },
    },
    async (request) => listReplies(db, request.params.id, request.body, await findViewerId(request)),
  );

  app.post(
    '/search/question/recent',
    {
      schema: {
        summary: 'Questions, newest or most lively first',
        querystring: wire.asUser,
        body: wire.recentQuery,
        response: { 200: wire.questionList },
      },
    },
    async (request) => {
      const { questions, failure } = await recentQuestionsIfAny(db, request.body, await findViewerId(request));
      if (failure !== null) request.log.error({ err: describeError(failure) }, 'questions could not be read');
      return questions;
    },
  );

  act('PATCH', 'question/:id', {
    summary: "Change one's own question, within 24 hours",
    body: wire.editQuestionInput,
    answer: wire.oneQuestion,
    run: editQuestion,
  });

  act('PATCH', 'comment/:id', {
    summary: "Change one's own comment, within 24 hours; a trusted member another's, with a reason",
    body: wire.editCommentInput,
    answer: wire.oneComment,
    run: editComment,
  });

  app.get(
    '/communities/comment/:id/revisions',
    {
      schema: {
        summary: 'The versions of a comment that a trusted member has improved, newest first',
        params: wire.idOnly,
        querystring: wire.revisionsQuery,
        response: { 200: wire.revisionList },
      },
    },
    async (request) => listRevisions(db, request.params.id, request.query),
  );

  act('PATCH', 'reply/:id', {
    summary: "Change one's own reply, within 24 hours",
    body: wire.editAnswerInput,
    answer: wire.oneReply,
    run: (all, viewer, id, { body }) => editReply(all, viewer, id, body),
  });

  deletion(app, services, 'question', 'QUESTION');
  deletion(app, services, 'comment', 'COMMENT');
  deletion(app, services, 'reply', 'REPLY');

  act('POST', 'question/:id/share', {
    summary: 'Count that it was shared',
    body: noFields,
    answer: wire.shared,
    run: shareQuestion,
  });

  act('POST', 'question/:id/accept', {
    summary: 'Say which comment helped; the asker only',
    body: wire.acceptInput,
    answer: wire.oneQuestion,
    run: (all, viewer, id, { commentId }) => acceptComment(all, viewer, id, commentId),
  });

  act('POST', 'comment/:id/check', {
    summary: 'Say that an answer was checked against a source; people of the newsroom only',
    body: wire.checkInput,
    answer: wire.oneComment,
    run: checkAnswer,
  });

  act('POST', 'comment/:id/worked', {
    summary: 'Say whether an answer worked; counts once a person',
    body: wire.workedInput,
    answer: wire.workedTally,
    run: tryAnswer,
  });

  act('POST', 'question/:id/summary', {
    summary: 'Say what a thread says in short; people of the newsroom only',
    body: wire.summaryInput,
    answer: wire.oneQuestion,
    run: summariseQuestion,
  });

  act('POST', 'question/:id/close', {
    summary: 'Close a question to answers, or open it again; the asker or a moderator',
    body: wire.closeInput,
    answer: wire.oneQuestion,
    run: (all, viewer, id, { isClosed }) => closeQuestion(all, viewer, id, isClosed),
  });

  act('POST', 'question/:id/duplicate', {
    summary: 'Say that a question was asked before: moderators merge it, trusted members propose that',
    body: wire.duplicateInput,
    answer: wire.oneQuestion,
    run: (all, viewer, id, { duplicateOf }) => markDuplicate(all, viewer, id, duplicateOf),
  });
};

function deletion(app: ApiApp, services: PageServices, name: string, entityType: PostType): void {
  app.delete(
    `/communities/${name}/delete/:id`,
    {
      config: { needs: 'viewer' },
      schema: {
        summary: `Delete a ${name}; its author or a moderator`,
        params: wire.idOnly,
        response: { 200: wire.deletedPost },
      },
    },
    async (request) => {
      await deletePost(services, viewerOf(request), entityType, request.params.id);
      return { data: { id: request.params.id } };
    },
  );
  app.delete(`/communities/${name}/delete`, { config: { needs: 'viewer' }, schema: { hide: true } }, async () => {
    throw new AppError(400, 'validation_failed', () => problems.idMissing, {
      details: [{ path: 'id', message: () => problems.idMissing }],
    });
  });
}
