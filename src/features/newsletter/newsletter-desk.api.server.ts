import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { noFields } from '../../platform/wire/wire.ts';
import { admitStaff } from '../studio/people/staff-hook.server.ts';
import { pagingQuery, pieceParams } from '../studio/studio.contract.ts';
import * as wire from './newsletter-desk.contract.ts';
import * as desk from './newsletters.server.ts';

/** Newsletters: written, approved by somebody else, and sent. */
export const newsletterDeskApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);
  const staff = desk.newsletterRoles;
  const one = { staff, params: pieceParams, one: wire.oneNewsletter };

  call('GET /studio/newsletters', {
    staff,
    summary: 'Newsletters, the newest first',
    query: pagingQuery,
    list: wire.newsletterList,
    run: ({ query }) => desk.listNewsletters(services, query),
  });
  call('POST /studio/newsletters', {
    staff,
    config: { isIdempotent: true },
    summary: 'Begin a newsletter',
    body: wire.newsletterInput,
    made: wire.discarded,
    run: ({ actor, body }) => desk.beginNewsletter(services, actor, body),
  });
  call('GET /studio/newsletters/readers', {
    staff,
    summary: 'How many people get news by mail, and how it ended for others',
    one: wire.newsletterReaders,
    run: () => desk.countReaders(services),
  });
  call('GET /studio/newsletters/:id', {
    ...one,
    summary: 'One newsletter, as it will arrive, with the number of its recipients',
    run: ({ params }) => desk.readNewsletter(services, params.id),
  });
  call('PUT /studio/newsletters/:id', {
    ...one,
    summary: 'Change it, before it has left: that takes its approval away',
    body: wire.changeInput,
    run: ({ actor, params, body }) => desk.changeNewsletter(services, actor, params.id, body),
  });
  call('DELETE /studio/newsletters/:id', {
    ...one,
    one: wire.discarded,
    summary: 'Discard it, before it has left',
    run: ({ actor, params }) => desk.discardNewsletter(services, actor, params.id),
  });
  call('POST /studio/newsletters/:id/test', {
    ...one,
    one: wire.tested,
    summary: "Send it to the caller's own address",
    body: noFields,
    run: ({ actor, params }) => desk.testNewsletter(services, actor, params.id),
  });
  call('POST /studio/newsletters/:id/submit', {
    ...one,
    summary: 'Ask for an approval',
    body: wire.actInput,
    run: ({ actor, params, body }) => desk.askForApproval(services, actor, params.id, body),
  });
  call('POST /studio/newsletters/:id/approve', {
    ...one,
    summary: 'Approve exactly this revision; neither by who changed it last nor by who asked',
    body: wire.actInput,
    run: ({ actor, params, body }) => desk.approveNewsletter(services, actor, params.id, body),
  });
  call('POST /studio/newsletters/:id/send', {
    ...one,
    summary: 'Send what is approved, now or at a time; go on with one that was stopped',
    body: wire.sendInput,
    run: ({ actor, params, body }) => desk.sendNewsletter(services, actor, params.id, body),
  });
  call('POST /studio/newsletters/:id/stop', {
    ...one,
    summary: 'Stop it on its way, or take its time away',
    body: wire.actInput,
    run: ({ actor, params, body }) => desk.stopNewsletter(services, actor, params.id, body),
  });
};
