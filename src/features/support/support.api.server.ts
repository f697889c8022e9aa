import type { FastifyRequest } from 'fastify';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { rememberAnswer } from '../../platform/http/idempotency.server.ts';
import { findViewerId } from '../sessions/viewer-hook.server.ts';
import { countForm } from './count-form.server.ts';
import { openContact, openGrievance, type Sender } from './open-ticket.server.ts';
import { contactInput, grievanceInput, grievanceOpened, nothingOpened, ticketOpened } from './support.contract.ts';

const config = { isIdempotent: 'exactly' } as const;

const senderOf = async (request: FastifyRequest): Promise<Sender> => ({
  userId: await findViewerId(request),
  address: request.ip,
  within: (tx, answer) => rememberAnswer(tx, request, 201, answer),
});

export const supportApi: ApiPlugin = async (app, { services }) => {
  app.post(
    '/support/contactUs',
    {
      config,
      schema: {
        summary: 'Write to support; nobody needs to be signed in',
        description: '`website` is a trap for robots: filled in, nothing is stored. 5 an hour from a network address.',
        body: contactInput,
        response: { 200: nothingOpened, 201: ticketOpened },
      },
    },
    async (request, reply) => {
      await countForm(services, 'contact', request.ip);
      const { website, ...input } = request.body;
      if (website) return { data: { ticketId: null } };
      const data = await openContact(services, input, await senderOf(request));
      return reply.code(201).send({ data });
    },
  );

  app.post(
    '/support/grievance',
    {
      config,
      schema: {
        summary: 'Complain to the grievance officer; the clock starts at once',
        description: 'INTIMATE is decided within 2 hours, UNLAWFUL within 36, everything else within 7 days.',
        body: grievanceInput,
        response: { 200: nothingOpened, 201: grievanceOpened },
      },
    },
    async (request, reply) => {
      await countForm(services, 'grievance', request.ip);
      const { website, ...input } = request.body;
      if (website) return { data: { ticketId: null } };
      const data = await openGrievance(services, input, await senderOf(request));
      return reply.code(201).send({ data });
    },
  );
};
