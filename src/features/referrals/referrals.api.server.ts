import type { FastifyRequest } from 'fastify';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { visitIdOf } from '../../platform/http/cookies.server.ts';
import { rememberAnswer } from '../../platform/http/idempotency.server.ts';
import { findViewer } from '../sessions/viewer-hook.server.ts';
import * as wire from './referrals.contract.ts';
import { ctaPath, listActiveCtas } from './referrals.queries.server.ts';
import { type Caller, checkEligibility, getCta, submitReferral } from './submit-referral.server.ts';

const callerOf = async (request: FastifyRequest): Promise<Caller> => ({
  viewer: await findViewer(request),
  address: request.ip,
  visitId: visitIdOf(request.headers.cookie),
  userAgent: request.headers['user-agent'] ?? '',
});

export const referralsApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;

  app.get(
    '/referral/cta/all',
    { schema: { summary: 'Every call to action that is open', response: { 200: wire.ctaList } } },
    async () => ({
      data: (await listActiveCtas(db)).map(({ id, key, lang, translations, title, description }) => ({
        ctaId: id,
        key,
        title,
        description,
        lang,
        translations,
        canonicalUrl: ctaPath({ lang, id }),
      })),
    }),
  );

  app.get(
    '/referral/cta/questions',
    {
      schema: {
        summary: 'What a call to action asks',
        querystring: wire.questionsQuery,
        response: { 200: wire.ctaQuestions },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id, key, lang, translations, title, description, isActive, definition } = await getCta(
        services,
        request.query.ctaId,
      );
      return {
        data: {
          ctaId: id,
          key,
          lang,
          translations,
          title,
          description,
          isActive,
          questions: definition.questions.map(({ id, type, text, note, options, required, min, max }) => ({
            id,
            type,
            text,
            note,
            options,
            required,
            min,
            max,
          })),
        },
      };
    },
  );

  app.post(
    '/referral/data',
    {
      config: { isIdempotent: 'exactly' },
      schema: {
        summary: 'Send the answers, with consent; once a mobile number and call to action',
        description: '10 a day for a person or network address.',
        body: wire.referralInput,
        response: { 201: wire.storedReferral },
      },
    },
    async (request, reply) => {
      const data = await submitReferral(services, request.body, await callerOf(request), (tx, answer) =>
        rememberAnswer(tx, request, 201, answer),
      );
      return reply.code(201).send({ data });
    },
  );

  app.get(
    '/referral/cta/check-eligibility',
    {
      schema: {
        summary:
          "Whether the call to action is for the caller, for their own proven number; for any other only the campaign's own state",
        querystring: wire.eligibilityQuery,
        response: { 200: wire.eligibility },
      },
    },
    async (request, reply) => {
      // Set before the lookup, so that the response headers cannot reveal whether the number is known.
      reply.header('cache-control', 'private, no-store');
      return { data: await checkEligibility(services, request.query, await callerOf(request)) };
    },
  );
};
