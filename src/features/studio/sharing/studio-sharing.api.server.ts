import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { endPreviewLink, listPreviewLinks, makePreviewLink } from './preview-links.server.ts';
import { sharePiece } from '../people/people.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import * as wire from '../studio.contract.ts';
import { kindRules } from '../studio-kinds.ts';
import { publishers, reviewers } from '../studio.policy.ts';

const params = wire.pieceParams;

/** Preview links, and sharing a piece with a writer. */
export const studioSharingApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);
  for (const kind of wire.studioKinds) {
    call(`GET /studio/${kind}/:id/preview-links`, {
      staff: reviewers,
      summary: 'Preview links and what came back through them',
      params,
      one: wire.linkList,
      run: ({ actor, params: { id } }) => listPreviewLinks(services, actor, { kind, id }),
    });
    call(`POST /studio/${kind}/:id/preview-links`, {
      staff: publishers,
      config: { isIdempotent: 'sealed' },
      summary: 'An address that opens the working copy to whoever has it',
      params,
      body: wire.previewInput,
      made: wire.oneLink,
      run: ({ actor, params: { id }, body }) => makePreviewLink(services, actor, { kind, id }, body.hours),
    });
    if (!kindRules[kind].writers.includes('writer')) continue;
    call(`POST /studio/${kind}/:id/share`, {
      staff: kindRules[kind].writers,
      summary: 'Share it with a writer',
      params,
      body: wire.shareInput,
      one: wire.oneShare,
      run: ({ actor, params: { id }, body }) => sharePiece(services, actor, { kind, id }, body.person, body.isShared),
    });
  }
  call('DELETE /studio/preview-links/:linkId', {
    staff: publishers,
    summary: 'End a preview link',
    params: wire.linkParams,
    one: wire.endedLink,
    run: ({ actor, params: { linkId } }) => endPreviewLink(services, actor, linkId),
  });
};
