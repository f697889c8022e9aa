import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { addCookies } from '../../platform/http/cookies.server.ts';
import { invalidInput, notFound, forbidden } from '../../platform/wire/errors.ts';
import { oneOf } from '../../platform/wire/wire.ts';
import { normaliseEmail, normalisePhone } from '../otp/identifiers.ts';
import { browserOf } from '../otp/browser.server.ts';
import { sendCode } from '../otp/send-code.server.ts';
import { linkPhoneByCode } from '../users/link-phone.server.ts';
import { toUser, type UserRow } from '../users/users.queries.server.ts';
import { endOtherSessions } from './open-session.server.ts';
import { hintCookies } from './session-cookies.server.ts';
import { codeSent } from '../otp/otp.contract.ts';
import * as wire from './sessions.contract.ts';
import { deleteSession, findSession, listSessions } from './sessions.queries.server.ts';
import { signInWithCode } from './sign-in-with-code.server.ts';
import { viewerOf } from './viewer-hook.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { problem, refusal } from '../../platform/wire/problem.ts';

const needsViewer = { config: { needs: 'viewer' as const } };
const endsSessions = { config: { needs: 'viewer' as const, countsNoWrite: true as const } };

/** @throws AppError validation_failed */
function phoneOf(text: string, path: string): string {
  const phone = normalisePhone(text);
  if (phone === null) throw invalidInput([{ path, message: problem('field.indianMobile') }]);
  return phone;
}

export const sessionsApi: ApiPlugin = async (app, { services }) => {
  const { config } = services;
  const { db } = services.connection;
  const browserOfRequest = ({ headers: { cookie }, ip }: FastifyRequest) =>
    browserOf(config, { cookie, address: ip, now: services.clock() });

  app.post(
    '/provider-token/verify',
    {
      schema: {
        summary: 'Sign in, or up, with the code that was sent',
        body: wire.verifyInput,
        response: { 200: wire.signedIn },
      },
    },
    async (request, reply) => {
      const { providerToken, phoneNo, emailId } = request.body;
      const identifier = phoneNo === undefined ? normaliseEmail(emailId!) : phoneOf(phoneNo, 'phoneNo');
      if (identifier === null) throw invalidInput([{ path: 'emailId', message: problem('field.email') }]);
      const { cookies, token, isNew, user } = await signInWithCode(services, {
        identifier,
        code: providerToken,
        headers: request.headers,
        address: request.ip,
      });
      addCookies(reply, cookies);
      return { data: { token, newUser: isNew, user: toUser(user) } };
    },
  );

  app.post(
    '/user/otp/verify',
    {
      ...needsViewer,
      schema: {
        summary: 'Link a mobile number with the code that was sent to it',
        body: wire.verifyPhoneInput,
        response: { 200: wire.phoneVerified },
      },
    },
    async (request, reply) => {
      const { providerToken, phoneNo, userId } = request.body;
      const viewer = viewerOf(request);
      const phone = phoneOf(phoneNo, 'phoneNo');
      if (userId.toLowerCase() !== viewer.userId) throw forbidden();
      const user = await proveAndLink(request, viewer, phone, providerToken, reply);
      return { data: { isPhoneLinked: true as const, user: toUser(user) } };
    },
  );

  app.post(
    '/user/phone/otp/send',
    {
      ...needsViewer,
      schema: {
        summary: 'Send a code to a mobile number that is to be linked',
        body: wire.sendPhoneCodeInput,
        response: { 200: codeSent },
      },
    },
    async (request) => ({
      data: await sendCode(services, {
        identifier: phoneOf(request.body.mobile, 'mobile'),
        purpose: 'link',
        sessionId: viewerOf(request).sessionId,
        browser: browserOfRequest(request),
        address: request.ip,
      }),
    }),
  );

  app.post(
    '/user/phone/otp/verify',
    {
      ...needsViewer,
      schema: {
        summary: 'Link that number with the code',
        body: wire.linkPhoneInput,
        response: { 200: wire.phoneLinked },
      },
    },
    async (request, reply) => {
      const user = await proveAndLink(
        request,
        viewerOf(request),
        phoneOf(request.body.mobile, 'mobile'),
        request.body.otp,
        reply,
      );
      return { data: { isPhoneLinked: user.phone !== null } };
    },
  );

  async function proveAndLink(
    request: FastifyRequest,
    viewer: Viewer,
    phone: string,
    code: string,
    reply: FastifyReply,
  ): Promise<UserRow> {
    const { user } = await linkPhoneByCode(services, viewer, phone, code, browserOfRequest(request));
    const living = viewer.via === 'cookie' ? await findSession(db, viewer.sessionId) : null;
    if (living) addCookies(reply, hintCookies(config, user, living.session));
    return user;
  }

  app.get(
    '/user/sessions',
    {
      ...needsViewer,
      schema: { summary: 'Where I am signed in', response: { 200: z.object({ data: z.array(wire.device) }) } },
    },
    async (request) => {
      const viewer = viewerOf(request);
      const rows = await listSessions(db, viewer.userId);
      return {
        data: rows.map((row) => ({
          id: row.id,
          device: row.device,
          isCurrent: row.id === viewer.sessionId,
          createdAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        })),
      };
    },
  );

  app.delete(
    '/user/sessions/:id',
    {
      ...endsSessions,
      schema: {
        summary: 'Sign one device out',
        params: z.object({ id: z.uuid(refusal('field.sessionId')) }),
        response: { 200: oneOf(z.object({ id: z.string() })) },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await deleteSession(db, id, viewerOf(request).userId))) throw notFound('session');
      return { data: { id } };
    },
  );

  app.delete(
    '/user/sessions',
    {
      ...endsSessions,
      schema: { summary: 'Sign all other devices out', response: { 200: oneOf(z.object({ ended: z.int() })) } },
    },
    async (request) => {
      const viewer = viewerOf(request);
      return { data: { ended: await endOtherSessions(services, viewer.userId, viewer.sessionId) } };
    },
  );
};
