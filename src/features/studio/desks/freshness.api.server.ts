import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { listBrokenLinks } from '../../publishing/links/check-links.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import { actOnFact, readFacts } from './facts.server.ts';
import * as wire from './freshness.contract.ts';
import { checkPiece, freshnessRoles as staff, readFreshness } from './freshness.server.ts';

/** What has to be checked again, and when. */
export const freshnessApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);

  call('GET /studio/freshness', {
    staff,
    summary: 'Live pieces by the day of their next check, the most overdue first',
    query: wire.freshnessQuery,
    list: wire.freshnessList,
    run: ({ query }) => readFreshness(services, query),
  });
  call('GET /studio/freshness/facts', {
    staff,
    summary: "Helplines, fees and sources in the site's own code, with the day each was read",
    one: wire.factList,
    run: () => readFacts(services),
  });
  call('POST /studio/freshness/facts', {
    staff,
    summary: "'Checked today, still right' of such a fact, or who looks after it",
    body: wire.factInput,
    one: wire.factNoted,
    run: ({ actor, body }) => actOnFact(services, actor, body),
  });
  call('GET /studio/freshness/links', {
    staff,
    summary: 'External links that are broken, with the live pieces that use them',
    one: wire.brokenLinks,
    run: () => listBrokenLinks(services.connection.db),
  });
  call('POST /studio/freshness/checks', {
    staff,
    config: { isIdempotent: true },
    summary: "'Checked today, still right' of a live piece",
    body: wire.checkInput,
    made: wire.checkNoted,
    run: ({ actor, body }) => checkPiece(services, actor, body),
  });
};
