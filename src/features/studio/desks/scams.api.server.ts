import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import { pieceParams } from '../studio.contract.ts';
import * as wire from './scams.contract.ts';
import { readScamDesk, scamEditors, scamReaders, settleReported } from './scams.server.ts';

/** Scams that readers told of, and how often known ones were met. */
export const scamDeskApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);

  call('GET /studio/told-scams', {
    staff: scamReaders,
    summary: 'Messages that readers told the editors of, and matches of known scams in the last 30 days',
    one: wire.scamDesk,
    run: () => readScamDesk(services),
  });
  call('POST /studio/told-scams/:id', {
    staff: scamEditors,
    summary: 'Take such a message off the desk, or begin a known scam from it',
    params: pieceParams,
    body: wire.settleInput,
    one: wire.settled,
    run: ({ actor, params, body }) => settleReported(services, actor, params.id, body.as),
  });
};
