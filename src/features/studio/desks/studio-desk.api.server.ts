import { patientAnswer } from '../../../platform/http/answer-in-time.server.ts';
import { type ApiPlugin, errorLanguageOf } from '../../../platform/http/api.server.ts';
import { noFields } from '../../../platform/wire/wire.ts';
import { viewerOf } from '../../sessions/viewer-hook.server.ts';
import { readActLog, readWork } from './desk.queries.server.ts';
import { endInvitation, invite, linkAuthor, listInvitations, listPeople, setRoles } from '../people/people.server.ts';
import { publishTogether } from '../pieces/publish-together.server.ts';
import { beginFactor, giveFactorCode } from '../people/second-factor.server.ts';
import { admitStaff, staffOf } from '../people/staff-hook.server.ts';
import * as wire from '../studio.contract.ts';
import { staff, admins, publishers, readers, reviewers } from '../studio.policy.ts';

/** The desk: work, the second factor, people and invitations. */
export const studioDeskApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);
  const { db } = services.connection;

  call('GET /studio/me', {
    staff,
    config: { isBeforeFactor: true },
    summary: 'Roles and second factor of the caller',
    one: wire.me,
    async run({ request }) {
      const { actor, factor, lacksFactor } = staffOf(request);
      return {
        id: actor.id,
        roles: [...actor.roles],
        secondFactor: factor,
        needsSecondFactor: lacksFactor,
      };
    },
  });
  call('POST /studio/second-factor', {
    staff,
    config: { isBeforeFactor: true },
    summary: 'A new secret for an authenticator app',
    body: noFields,
    made: wire.factorSecret,
    run: ({ request }) => beginFactor(services, viewerOf(request)),
  });
  call('POST /studio/second-factor/verify', {
    staff,
    config: { isBeforeFactor: true },
    summary: 'A code of the app, for this session; the first one confirms the secret',
    body: wire.factorInput,
    one: wire.factorGiven,
    async run({ request, body }) {
      await giveFactorCode(services, viewerOf(request), body.code);
      return { secondFactor: 'given' as const };
    },
  });

  call('GET /studio/work', {
    staff: readers,
    summary: 'What waits for the caller, what is overdue, what they wrote',
    one: wire.work,
    run: ({ actor }) => readWork(services, actor),
  });
  call('POST /studio/publish-together', {
    staff: publishers,
    route: { handlerTimeout: patientAnswer },
    summary: 'Publish several approved pieces, now or at one time; each outcome is told',
    body: wire.togetherInput,
    one: wire.publishedTogether,
    run: ({ request, actor, body }) => publishTogether(services, actor, body.pieces, body, errorLanguageOf(request)),
  });
  call('GET /studio/acts', {
    staff: reviewers,
    summary: 'Every act, the newest first',
    query: wire.pagingQuery,
    list: wire.actList,
    run: ({ query }) => readActLog(db, query),
  });

  call('GET /studio/people', {
    staff: admins,
    summary: 'Everybody with a role',
    one: wire.people,
    run: () => listPeople(db),
  });
  call('PUT /studio/people/:userId/roles', {
    staff: admins,
    summary: 'Set the roles of a person; an empty list ends them all, at once',
    params: wire.personParams,
    body: wire.rolesInput,
    one: wire.rolesSet,
    run: ({ actor, params, body }) => setRoles(services, actor, params.userId, body.roles),
  });
  call('GET /studio/invitations', {
    staff: admins,
    summary: 'Invitations that nobody has taken',
    one: wire.invitationList,
    run: () => listInvitations(db, services.clock()),
  });
  call('POST /studio/invitations', {
    staff: admins,
    config: { isIdempotent: true },
    summary: 'Invite a person by number or address',
    body: wire.invitationInput,
    made: wire.oneInvitation,
    run: ({ actor, body }) => invite(services, actor, body),
  });
  call('DELETE /studio/invitations/:id', {
    staff: admins,
    summary: 'Take an invitation back',
    params: wire.pieceParams,
    one: wire.oneId,
    run: ({ actor, params }) => endInvitation(services, actor, params.id),
  });
  call('PUT /studio/authors/:id/person', {
    staff: admins,
    summary: 'Link the page of an author with a person',
    params: wire.pieceParams,
    body: wire.authorLinkInput,
    one: wire.authorLink,
    run: ({ actor, params, body }) => linkAuthor(services, actor, params.id, body.userId),
  });
};
