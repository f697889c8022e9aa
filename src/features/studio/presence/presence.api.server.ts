import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { namesOf } from '../pieces/pieces.queries.server.ts';
import { byName } from '../pieces/present-piece.server.ts';
import { readable } from '../pieces/read-piece.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import { pieceParams, studioKinds } from '../studio.contract.ts';
import { readers } from '../studio.policy.ts';
import { heartbeatInput, whoIsHere } from './presence.contract.ts';
import { endPresence, listPresent, noteHeartbeat } from './presence.queries.server.ts';

/** Who has a piece open now, and whether a newer revision stands there: told to each open editor. */
export const presenceApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);
  const { db } = services.connection;
  for (const kind of studioKinds)
    call(`POST /studio/${kind}/:id/presence`, {
      staff: readers,
      config: { countsNoWrite: true },
      summary: 'Say that the piece is open here; answers who else has it open',
      params: pieceParams,
      body: heartbeatInput,
      one: whoIsHere,
      async run({ actor, params, body }) {
        const own = { userId: actor.id!, tab: body.tab };
        await services.limits.heartbeats(own.userId);
        const { piece, upTo, isWhole } = await readable(services, actor, { kind, id: params.id });
        if (body.isLeaving) await endPresence(db, own);
        else await noteHeartbeat(db, own, piece, body.isTyping);
        const present = await listPresent(db, piece, own);
        const names = await namesOf(db, [piece.updatedBy, ...present.map(({ userId }) => userId)]);
        return {
          revision: upTo,
          savedBy: byName(names, piece.updatedBy),
          isSavedByYou: piece.updatedBy === own.userId,
          here: present.map(({ userId, since, isTyping }) => ({
            name: byName(names, userId),
            isYou: userId === own.userId,
            since: since.toISOString(),
            // Who may read only what is live learns nothing of a change that is being written.
            isTyping: isWhole && isTyping,
          })),
        };
      },
    });
};
