import type { FastifyReply } from 'fastify';
import type { ApiPlugin } from '../../platform/api.server.ts';
import { addCookies } from '../../platform/cookies.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { hintCookies } from '../sessions/session-cookies.server.ts';
import { findSession } from '../sessions/sessions.queries.server.ts';
import { unauthenticated, viewerOf } from '../sessions/viewer-hook.server.ts';
import { changeNames } from './change-names.server.ts';
import { startSignUp } from './start-sign-up.server.ts';
import { createUserInput, oneUser, pendingUser, updateUserInput } from './users.contract.ts';
import { toUser, type UserRow } from './users.queries.server.ts';

const needsViewer = { config: { needs: 'viewer' as const } };

export const usersApi: ApiPlugin = async (app, { services }) => {
  const {
    config,
    connection: { db },
  } = services;

  app.post(
    '/user/create',
    {
      config: { isIdempotent: true },
      schema: {
        summary: 'Sign up: sends a code; the account exists once the code has proven the number or address',
        tags: ['Account'],
        body: createUserInput,
        response: { 201: pendingUser },
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: { pending: true, ...(await startSignUp(services, request.body, request.ip)) } }),
  );

  app.get(
    '/user/get',
    {
      ...needsViewer,
      schema: { summary: 'Who I am', tags: ['Account'], response: { 200: oneUser } },
    },
    async (request, reply) => ({ data: toUser(await present(viewerOf(request), reply)) }),
  );

  app.patch(
    '/user',
    {
      ...needsViewer,
      schema: { summary: 'Change names', tags: ['Account'], body: updateUserInput, response: { 200: oneUser } },
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await changeNames(services, viewer.userId, request.body);
      return { data: toUser(await present(viewer, reply)) };
    },
  );

  /** The account as it is now, with the interface's hints brought up to it. */
  async function present(viewer: Viewer, reply: FastifyReply): Promise<UserRow> {
    const living = await findSession(db, viewer.sessionId);
    if (!living) throw unauthenticated();
    addCookies(reply, hintCookies(config, living.user, living.session));
    return living.user;
  }
};
