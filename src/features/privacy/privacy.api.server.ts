import { patientAnswer } from '../../platform/http/answer-in-time.server.ts';
import { inTime } from '../../platform/process/in-time.server.ts';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { addCookies } from '../../platform/http/cookies.server.ts';
import { AppError, invalidInput } from '../../platform/wire/errors.ts';
import { normalisePhone } from '../otp/identifiers.ts';
import { withdrawChildConsent } from '../profiles/remove-profile.server.ts';
import { clearedCookies, hintCookies } from '../sessions/session-cookies.server.ts';
import { findSession } from '../sessions/sessions.queries.server.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { listAllConsents, withdrawReferralConsent } from './all-consents.server.ts';
import { allConsents, oneUser } from '../users/users.contract.ts';
import { toUser } from '../users/users.queries.server.ts';
import { confirmIdentity, freshSeconds, sendConfirmation } from './confirm-identity.server.ts';
import { deleteAccount } from './delete-account.server.ts';
import { exportAccount } from './export-account.server.ts';
import { mergeAccounts } from './merge-accounts.server.ts';
import * as wire from './privacy.contract.ts';
import { problems } from '../../messages/problems.ts';
import { siteName } from '../../messages/site-name.ts';
import { problem } from '../../platform/wire/problem.ts';

/** The site's name in letters that every header and file system takes. */
const fileName = () =>
  siteName('en')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? 'account';

const needsViewer = { config: { needs: 'viewer' as const } };
/** Fastify's deadline counts until the last byte is sent: a file of some megabytes on a slow network. */
const longestDownload = 15 * 60_000;
const takesLong = { ...needsViewer, handlerTimeout: patientAnswer };

export const privacyApi: ApiPlugin = async (app, { services }) => {
  const { config } = services;
  const { db } = services.connection;

  app.get(
    '/user/export',
    {
      ...needsViewer,
      handlerTimeout: longestDownload,
      schema: { summary: "Everything of one's own, as a file", response: { 200: wire.exported } },
    },
    async (request, reply) => {
      const making = exportAccount(services, viewerOf(request));
      const { stream, bytes } = await inTime(making, Math.max(services.longestAnswer, patientAnswer)).catch(
        (error: unknown) => {
          // Made too late: nobody reads it.
          void making.then(({ stream: late }) => late.destroy()).catch(() => {});
          throw error;
        },
      );
      return reply
        .type('application/json; charset=utf-8')
        .header('content-length', String(bytes))
        .header(
          'content-disposition',
          `attachment; filename="${fileName()}-${services.clock().toISOString().slice(0, 10)}.json"`,
        )
        .send(stream as never);
    },
  );

  app.delete(
    '/user',
    {
      ...takesLong,
      schema: {
        summary: 'Delete the account for good; needs a code proven in the last 10 minutes (sign-in, or /user/confirm)',
        body: wire.deleteAccountInput,
        response: { 200: wire.accountDeleted },
      },
    },
    async (request, reply) => {
      await deleteAccount(services, viewerOf(request), { withPosts: request.body?.withPosts ?? false });
      addCookies(reply, clearedCookies(config));
      return { data: { deleted: true as const } };
    },
  );

  app.post(
    '/user/confirm/send',
    {
      ...needsViewer,
      schema: {
        summary: "Send a code to one's own number or address: for what asks for a fresh proof",
        body: wire.sendConfirmationInput,
        response: { 200: wire.confirmationSent },
      },
    },
    async (request) => {
      const { identifier: _, ...data } = await sendConfirmation(services, viewerOf(request), {
        channel: request.body?.channel,
        address: request.ip,
      });
      return { data };
    },
  );

  app.post(
    '/user/confirm/verify',
    {
      ...needsViewer,
      schema: {
        summary: 'The code of /user/confirm/send; good for ten minutes of this session',
        body: wire.confirmInput,
        response: { 200: wire.confirmed },
      },
    },
    async (request) => {
      await confirmIdentity(services, viewerOf(request), {
        code: request.body.providerToken,
        channel: request.body.channel,
      });
      return { data: { confirmed: true as const, forSeconds: freshSeconds } };
    },
  );

  app.post(
    '/user/merge',
    {
      ...takesLong,
      schema: {
        summary:
          "Join the account of a number into one's own, once codes have proven both in this session (the number by /user/phone/otp/verify, one's own by sign-in or /user/confirm)",
        body: wire.mergeInput,
        response: { 200: oneUser },
      },
    },
    async (request, reply) => {
      const phone = normalisePhone(request.body.mobile);
      if (phone === null) throw invalidInput([{ path: 'mobile', message: problem('field.mobile') }]);
      const viewer = viewerOf(request);
      const { user } = await mergeAccounts(services, viewer, phone);
      const living = await findSession(db, viewer.sessionId);
      if (living) addCookies(reply, hintCookies(config, user, living.session));
      return { data: toUser(user) };
    },
  );

  app.get(
    '/user/consents',
    {
      ...needsViewer,
      schema: { summary: 'What was agreed to, in which wording, and when', response: { 200: allConsents } },
    },
    async (request) => ({ data: await listAllConsents(db, viewerOf(request).userId) }),
  );

  app.post(
    '/user/consents/withdraw',
    {
      ...needsViewer,
      schema: {
        summary: "Take a consent back: a child's profile is emptied, and a referral's answers are deleted, at once",
        body: wire.withdrawConsentInput,
        response: { 200: allConsents },
      },
    },
    async (request) => {
      const { userId } = viewerOf(request);
      if (request.body.kind === 'account') throw new AppError(409, 'conflict', () => problems.consentNeeded);
      if (request.body.kind === 'child') await withdrawChildConsent(db, userId, request.body.profileId!);
      else await withdrawReferralConsent(db, userId, request.body.referralId!);
      return { data: await listAllConsents(db, userId) };
    },
  );
};
