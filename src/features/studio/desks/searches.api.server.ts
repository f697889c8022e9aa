import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import * as wire from './searches.contract.ts';
import { answerSearch, readAnswered, unanswerSearch } from './answer-search.server.ts';
import { hideSearch, readSearches, searchRoles as staff } from './searches.server.ts';

/** What readers looked for and did not find. */
export const searchesApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);

  call('GET /studio/searches', {
    staff,
    summary: 'Searches without results that several visits made, of the last 7 or 30 days',
    query: wire.searchesQuery,
    one: wire.searchList,
    run: ({ query }) => readSearches(services, query.days === '30' ? 30 : 7),
  });
  call('POST /studio/searches/hide', {
    staff,
    summary: 'Hide a search from the desk',
    body: wire.hideInput,
    one: wire.hidden,
    run: ({ actor, body }) => hideSearch(services, actor, body.text),
  });
  call('GET /studio/searches/answered', {
    staff,
    summary: 'Pieces that are also found by other words',
    one: wire.answeredList,
    run: () => readAnswered(services),
  });
  call('POST /studio/searches/answer', {
    staff,
    summary: 'Say which live piece answers a search',
    body: wire.answerInput,
    one: wire.answeredOne,
    run: ({ actor, body }) => answerSearch(services, actor, body),
  });
  call('POST /studio/searches/unanswer', {
    staff,
    summary: 'Take words away from a piece again',
    body: wire.answerInput,
    one: wire.answeredOne,
    run: ({ actor, body }) => unanswerSearch(services, actor, body),
  });
};
