import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { actorOf, admitStaff } from '../people/staff-hook.server.ts';
import { pieceParams } from '../studio.contract.ts';
import * as wire from './scams.contract.ts';
import { readScamDesk, scamEditors, scamReaders, settleTold } from './scams.server.ts';

/** Scams that readers told of, and how often known ones were met. */
export const scamDeskApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);

  app.get(
    '/studio/told-scams',
    {
      config: { staff: scamReaders },
      schema: {
        summary: 'Messages that readers told the editors of, and matches of known scams in the last 30 days',
        response: { 200: wire.scamDesk },
      },
    },
    async () => ({ data: await readScamDesk(services) }),
  );
  app.post(
    '/studio/told-scams/:id',
    {
      config: { staff: scamEditors },
      schema: {
        summary: 'Take such a message off the desk, or begin a known scam from it',
        params: pieceParams,
        body: wire.settleInput,
        response: { 200: wire.settled },
      },
    },
    async (request) => ({
      data: await settleTold(services, actorOf(request), request.params.id, request.body.as),
    }),
  );
};
