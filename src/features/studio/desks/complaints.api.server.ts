import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { noFields } from '../../../platform/wire/wire.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import {
  acknowledgeComplaint,
  answerComplaint,
  closeComplaint,
  releaseComplaint,
  takeComplaint,
} from './act-on-complaint.server.ts';
import { moderators } from '../studio.policy.ts';
import * as wire from './complaints.contract.ts';
import { readComplaint, readComplaints } from './read-complaints.server.ts';

const one = { staff: moderators, params: wire.complaintParams };
const act = { ...one, one: wire.complaintStands };

/** Complaints and messages to support, on the functions of `npm run inbox`. */
export const complaintsApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);

  call('GET /studio/complaints', {
    staff: moderators,
    summary: 'Complaints and messages with their clocks, the next one due first; nothing personal',
    query: wire.complaintsQuery,
    list: wire.complaintList,
    run: ({ query }) => readComplaints(services, query),
  });
  call('GET /studio/complaints/:id', {
    ...one,
    summary: 'One message whole, with its history',
    one: wire.oneComplaint,
    run: ({ params }) => readComplaint(services, params.id),
  });
  call('POST /studio/complaints/:id/take', {
    ...act,
    summary: 'Take a message, or take it over',
    body: wire.takeInput,
    run: ({ actor, params, body }) => takeComplaint(services, actor, params.id, body.from),
  });
  call('POST /studio/complaints/:id/release', {
    ...act,
    summary: 'Give a message back',
    body: noFields,
    run: ({ actor, params }) => releaseComplaint(services, actor, params.id),
  });
  call('POST /studio/complaints/:id/acknowledge', {
    ...act,
    summary: 'The receipt was given by phone',
    body: noFields,
    run: ({ actor, params }) => acknowledgeComplaint(services, actor, params.id),
  });
  call('POST /studio/complaints/:id/answers', {
    ...one,
    config: { isIdempotent: true },
    summary: 'Answer by mail: an interim reply, or the decision',
    body: wire.answerInput,
    made: wire.complaintAnswered,
    run: ({ actor, params, body }) => answerComplaint(services, actor, params.id, body),
  });
  call('POST /studio/complaints/:id/close', {
    ...act,
    summary: 'Close a message without an answer, with a reason',
    body: wire.closeInput,
    run: ({ actor, params, body }) => closeComplaint(services, actor, params.id, body.reason, body.answersSeen),
  });
};
