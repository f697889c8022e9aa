import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { listBrokenLinks } from '../../publishing/links/check-links.server.ts';
import { actorOf, admitStaff } from '../people/staff-hook.server.ts';
import { actOnFact, readFacts } from './facts.server.ts';
import * as wire from './freshness.contract.ts';
import { checkPiece, freshnessRoles, readFreshness } from './freshness.server.ts';

const config = { staff: freshnessRoles };

/** What has to be checked again, and when. */
export const freshnessApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);

  app.get(
    '/studio/freshness',
    {
      config,
      schema: {
        summary: 'Live pieces by the day of their next check, the most overdue first',
        querystring: wire.freshnessQuery,
        response: { 200: wire.freshnessList },
      },
    },
    async (request) => readFreshness(services, request.query),
  );
  app.get(
    '/studio/freshness/facts',
    {
      config,
      schema: {
        summary: "Helplines, fees and sources in the site's own code, with the day each was read",
        response: { 200: wire.factList },
      },
    },
    async () => ({ data: await readFacts(services) }),
  );
  app.post(
    '/studio/freshness/facts',
    {
      config,
      schema: {
        summary: "'Checked today, still right' of such a fact, or who looks after it",
        body: wire.factInput,
        response: { 200: wire.factNoted },
      },
    },
    async (request) => ({ data: await actOnFact(services, actorOf(request), request.body) }),
  );
  app.get(
    '/studio/freshness/links',
    {
      config,
      schema: {
        summary: 'External links that are broken, with the live pieces that use them',
        response: { 200: wire.brokenLinks },
      },
    },
    async () => ({ data: await listBrokenLinks(services.connection.db) }),
  );
  app.post(
    '/studio/freshness/checks',
    {
      config: { ...config, isIdempotent: true },
      schema: {
        summary: "'Checked today, still right' of a live piece",
        body: wire.checkInput,
        response: { 201: wire.checkNoted },
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await checkPiece(services, actorOf(request), request.body) }),
  );
};
