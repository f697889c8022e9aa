import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
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
};
