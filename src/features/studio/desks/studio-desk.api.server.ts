import { patientAnswer } from '../../../platform/http/answer-in-time.server.ts';
import { type ApiPlugin, errorLanguageOf } from '../../../platform/http/api.server.ts';
import { noFields } from '../../../platform/wire/wire.ts';
import { viewerOf } from '../../sessions/viewer-hook.server.ts';
import { readActLog, readWork } from './desk.queries.server.ts';
import { endInvitation, invite, linkAuthor, listInvitations, listPeople, setRoles } from '../people/people.server.ts';
import { publishTogether } from '../pieces/publish-together.server.ts';
import { beginFactor, giveFactorCode } from '../people/second-factor.server.ts';
import { actorOf, admitStaff, lacksFactor, staffOf } from '../people/staff-hook.server.ts';
import * as wire from '../studio.contract.ts';
import { staff, admins, publishers, readers } from '../studio.policy.ts';

/** The desk: work, the second factor, people and invitations. */
export const studioDeskApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);
  const { db } = services.connection;

  app.get(
    '/studio/me',
    {
      config: { staff, isBeforeFactor: true },
      schema: { summary: 'Roles and second factor of the caller', response: { 200: wire.me } },
    },
    async (request) => {
      const { actor, factor } = staffOf(request);
      return {
        data: {
          id: actor.id!,
          roles: [...actor.roles],
          secondFactor: factor,
          needsSecondFactor: lacksFactor(services, actor.roles, factor),
        },
      };
    },
  );
  app.post(
    '/studio/second-factor',
    {
      config: { staff, isBeforeFactor: true },
      schema: {
        summary: 'A new secret for an authenticator app',
        body: noFields,
        response: { 201: wire.factorSecret },
      },
    },
    async (request, reply) => reply.code(201).send({ data: await beginFactor(services, viewerOf(request)) }),
  );
  app.post(
    '/studio/second-factor/verify',
    {
      config: { staff, isBeforeFactor: true },
      schema: {
        summary: 'A code of the app, for this session; the first one confirms the secret',
        body: wire.factorInput,
        response: { 200: wire.factorGiven },
      },
    },
    async (request) => {
      await giveFactorCode(services, viewerOf(request), request.body.code);
      return { data: { secondFactor: 'given' as const } };
    },
  );

  app.get(
    '/studio/work',
    {
      config: { staff: readers },
      schema: { summary: 'What waits for the caller, what is overdue, what they wrote', response: { 200: wire.work } },
    },
    async (request) => ({ data: await readWork(services, actorOf(request)) }),
  );
  app.post(
    '/studio/publish-together',
    {
      config: { staff: publishers },
      handlerTimeout: patientAnswer,
      schema: {
        summary: 'Publish several approved pieces, now or at one time; each outcome is told',
        body: wire.togetherInput,
        response: { 200: wire.publishedTogether },
      },
    },
    async (request) => ({
      data: await publishTogether(
        services,
        actorOf(request),
        request.body.pieces,
        request.body,
        errorLanguageOf(request),
      ),
    }),
  );
  app.get(
    '/studio/acts',
    {
      config: { staff: ['editor', 'checker', 'admin'] },
      schema: {
        summary: 'Every act, the newest first',
        querystring: wire.pagingQuery,
        response: { 200: wire.actList },
      },
    },
    async (request) => readActLog(db, request.query),
  );

  app.get(
    '/studio/people',
    { config: { staff: admins }, schema: { summary: 'Everybody with a role', response: { 200: wire.people } } },
    async () => ({ data: await listPeople(db) }),
  );
  app.put(
    '/studio/people/:userId/roles',
    {
      config: { staff: admins },
      schema: {
        summary: 'Set the roles of a person; an empty list ends them all, at once',
        params: wire.personParams,
        body: wire.rolesInput,
        response: { 200: wire.rolesSet },
      },
    },
    async (request) => ({
      data: await setRoles(services, actorOf(request), request.params.userId, request.body.roles),
    }),
  );
  app.get(
    '/studio/invitations',
    {
      config: { staff: admins },
      schema: { summary: 'Invitations that nobody has taken', response: { 200: wire.invitationList } },
    },
    async () => ({ data: await listInvitations(db, services.clock()) }),
  );
  app.post(
    '/studio/invitations',
    {
      config: { staff: admins, isIdempotent: true },
      schema: {
        summary: 'Invite a person by number or address',
        body: wire.invitationInput,
        response: { 201: wire.oneInvitation },
      },
    },
    async (request, reply) => reply.code(201).send({ data: await invite(services, actorOf(request), request.body) }),
  );
  app.delete(
    '/studio/invitations/:id',
    {
      config: { staff: admins },
      schema: { summary: 'Take an invitation back', params: wire.pieceParams, response: { 200: wire.oneId } },
    },
    async (request) => ({ data: await endInvitation(services, actorOf(request), request.params.id) }),
  );
  app.put(
    '/studio/authors/:id/person',
    {
      config: { staff: admins },
      schema: {
        summary: 'Link the page of an author with a person',
        params: wire.pieceParams,
        body: wire.authorLinkInput,
        response: { 200: wire.authorLink },
      },
    },
    async (request) => ({
      data: await linkAuthor(services, actorOf(request), request.params.id, request.body.userId),
    }),
  );
};
