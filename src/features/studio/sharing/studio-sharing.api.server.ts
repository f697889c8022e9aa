import type { ApiApp, ApiPlugin } from '../../../platform/http/api.server.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { endPreviewLink, listPreviewLinks, makePreviewLink } from './preview-links.server.ts';
import { sharePiece } from '../people/people.server.ts';
import { actorOf, admitStaff } from '../people/staff-hook.server.ts';
import * as wire from '../studio.contract.ts';
import { kindRules, studioKinds } from '../studio-kinds.ts';
import { publishers, reviewers } from '../studio.policy.ts';

type Kind = (typeof studioKinds)[number];
/** Preview links, and sharing a piece with a writer. */
export const studioSharingApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);
  for (const kind of studioKinds) sharingCalls(app, services, kind);
  app.delete(
    '/studio/preview-links/:linkId',
    {
      config: { staff: publishers },
      schema: { summary: 'End a preview link', params: wire.linkParams, response: { 200: wire.endedLink } },
    },
    async (request) => ({ data: await endPreviewLink(services, actorOf(request), request.params.linkId) }),
  );
};

function sharingCalls(app: ApiApp, services: PageServices, kind: Kind): void {
  const params = wire.pieceParams;
  app.get(
    `/studio/${kind}/:id/preview-links`,
    {
      config: { staff: reviewers },
      schema: { summary: 'Preview links and what came back through them', params, response: { 200: wire.linkList } },
    },
    async (request) => ({ data: await listPreviewLinks(services, actorOf(request), { kind, id: request.params.id }) }),
  );
  app.post(
    `/studio/${kind}/:id/preview-links`,
    {
      config: { staff: publishers, isIdempotent: 'sealed' },
      schema: {
        summary: 'An address that opens the working copy to whoever has it',
        params,
        body: wire.previewInput,
        response: { 201: wire.oneLink },
      },
    },
    async (request, reply) =>
      reply.code(201).send({
        data: await makePreviewLink(services, actorOf(request), { kind, id: request.params.id }, request.body.hours),
      }),
  );
  if (!kindRules[kind].writers.includes('writer')) return;
  app.post(
    `/studio/${kind}/:id/share`,
    {
      config: { staff: kindRules[kind].writers },
      schema: { summary: 'Share it with a writer', params, body: wire.shareInput, response: { 200: wire.oneShare } },
    },
    async (request) => ({
      data: await sharePiece(
        services,
        actorOf(request),
        { kind, id: request.params.id },
        request.body.person,
        request.body.isShared,
      ),
    }),
  );
}
