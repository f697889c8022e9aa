import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { noFields } from '../../../platform/wire/wire.ts';
import { actorOf, admitStaff } from '../people/staff-hook.server.ts';
import {
  acknowledgeComplaint,
  answerComplaint,
  closeComplaint,
  complaintRoles,
  releaseComplaint,
  takeComplaint,
} from './act-on-complaint.server.ts';
import * as wire from './complaints.contract.ts';
import { readComplaint, readComplaints } from './read-complaints.server.ts';

const config = { staff: complaintRoles };
const one = { params: wire.complaintParams };

/** Complaints and messages to support, on the functions of `npm run inbox`. */
export const complaintsApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);

  app.get(
    '/studio/complaints',
    {
      config,
      schema: {
        summary: 'Complaints and messages with their clocks, the next one due first; nothing personal',
        querystring: wire.complaintsQuery,
        response: { 200: wire.complaintList },
      },
    },
    async (request) => readComplaints(services, request.query),
  );
  app.get(
    '/studio/complaints/:id',
    {
      config,
      schema: { ...one, summary: 'One message whole, with its history', response: { 200: wire.oneComplaint } },
    },
    async (request) => ({ data: await readComplaint(services, request.params.id) }),
  );
  app.post(
    '/studio/complaints/:id/take',
    {
      config,
      schema: {
        ...one,
        summary: 'Take a message, or take it over',
        body: wire.takeInput,
        response: { 200: wire.complaintStands },
      },
    },
    async (request) => ({
      data: await takeComplaint(services, actorOf(request), request.params.id, request.body.from),
    }),
  );
  app.post(
    '/studio/complaints/:id/release',
    {
      config,
      schema: { ...one, summary: 'Give a message back', body: noFields, response: { 200: wire.complaintStands } },
    },
    async (request) => ({ data: await releaseComplaint(services, actorOf(request), request.params.id) }),
  );
  app.post(
    '/studio/complaints/:id/acknowledge',
    {
      config,
      schema: {
        ...one,
        summary: 'The receipt was given by phone',
        body: noFields,
        response: { 200: wire.complaintStands },
      },
    },
    async (request) => ({ data: await acknowledgeComplaint(services, actorOf(request), request.params.id) }),
  );
  app.post(
    '/studio/complaints/:id/answers',
    {
      config: { ...config, isIdempotent: true },
      schema: {
        ...one,
        summary: 'Answer by mail: an interim reply, or the decision',
        body: wire.answerInput,
        response: { 201: wire.complaintAnswered },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send({ data: await answerComplaint(services, actorOf(request), request.params.id, request.body) }),
  );
  app.post(
    '/studio/complaints/:id/close',
    {
      config,
      schema: {
        ...one,
        summary: 'Close a message without an answer, with a reason',
        body: wire.closeInput,
        response: { 200: wire.complaintStands },
      },
    },
    async (request) => {
      const { reason, answersSeen } = request.body;
      return { data: await closeComplaint(services, actorOf(request), request.params.id, reason, answersSeen) };
    },
  );
};
