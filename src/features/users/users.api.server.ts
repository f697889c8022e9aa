import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { addCookies } from '../../platform/http/cookies.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { browserOf } from '../otp/browser.server.ts';
import { hintCookies } from '../sessions/session-cookies.server.ts';
import { findSession } from '../sessions/sessions.queries.server.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { unauthenticated } from '../../platform/wire/errors.ts';
import { changeNames } from './change-names.server.ts';
import { startSignUp } from './start-sign-up.server.ts';
import { createUserInput, oneUser, pendingUser, updateUserInput } from './users.contract.ts';
import { toUser, type UserRow } from './users.queries.server.ts';

const needsViewer = { config: { needs: 'viewer' as const } };

/** Existing clients send the fields inside `userData`. */
async function unwrapUserData(request: FastifyRequest): Promise<void> {
  const body = request.body as { userData?: unknown } | null;
  if (typeof body !== 'object' || body === null || Object.keys(body).join() !== 'userData') return;
  if (typeof body.userData === 'object' && body.userData !== null) request.body = body.userData;
}

export const usersApi: ApiPlugin = async (app, { services }) => {
  const { config } = services;
  const { db } = services.connection;

  app.post(
    '/user/create',
    {
      config: { isIdempotent: true },
      preValidation: unwrapUserData,
      schema: {
        summary: 'Sign up: sends a code; the account exists once the code has proven the number or address',
        description: 'The fields may also stand inside `userData`.',
        body: createUserInput,
        response: { 201: pendingUser },
      },
    },
    async (request, reply) => {
      const browser = browserOf(config, { cookie: request.headers.cookie, address: request.ip, now: services.clock() });
      const sent = await startSignUp(services, request.body, { browser, address: request.ip });
      addCookies(reply, browser.setCookies);
      return reply.code(201).send({ data: { pending: true, ...sent } });
    },
  );

  app.get(
    '/user/get',
    {
      ...needsViewer,
      schema: { summary: 'Who I am', response: { 200: oneUser } },
    },
    async (request, reply) => ({ data: toUser(await present(viewerOf(request), reply)) }),
  );

  app.patch(
    '/user',
    {
      ...needsViewer,
      schema: {
        summary: 'Change names, and the language of messages',
        body: updateUserInput,
        response: { 200: oneUser },
      },
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await changeNames(services, viewer.userId, request.body);
      return { data: toUser(await present(viewer, reply)) };
    },
  );

  /** Reloads the account and refreshes the hint cookies. */
  async function present(viewer: Viewer, reply: FastifyReply): Promise<UserRow> {
    const living = await findSession(db, viewer.sessionId);
    if (!living) throw unauthenticated();
    addCookies(reply, hintCookies(config, living.user, living.session));
    return living.user;
  }
};
