import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import { listOfficeHours } from '../../communities/office-hours.queries.server.ts';
import { oneId, pieceParams } from '../studio.contract.ts';
import { publishers } from '../studio.policy.ts';
import { endOfficeHour, setOfficeHour } from './office-hours.server.ts';
import * as wire from './questions.contract.ts';
import { questionRoles as staff, readOpenQuestions } from './questions.server.ts';

/** Questions of the community that wait for an answer. */
export const questionsApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);

  call('GET /studio/questions', {
    staff,
    summary: 'Questions without an answer by how long they wait, the longest first',
    query: wire.questionsQuery,
    list: wire.openQuestions,
    run: ({ query }) => readOpenQuestions(services, query),
  });
  call('GET /studio/office-hours', {
    staff,
    summary: 'Office hours that are not over, the next first',
    one: wire.officeHourList,
    run: () => listOfficeHours(services.connection.db, services.clock()),
  });
  call('POST /studio/office-hours', {
    staff: publishers,
    config: { isIdempotent: true },
    summary: 'A helper, or somebody of the newsroom, answers questions on a topic at this time',
    body: wire.officeHourInput,
    made: wire.oneOfficeHour,
    run: ({ actor, body }) => setOfficeHour(services, actor, body),
  });
  call('DELETE /studio/office-hours/:id', {
    staff: publishers,
    summary: 'Call an office hour off',
    params: pieceParams,
    one: oneId,
    run: ({ actor, params }) => endOfficeHour(services, actor, params.id),
  });
};
