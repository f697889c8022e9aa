import type { FastifyRequest } from 'fastify';
import { type ApiApp, type ApiPlugin, errorLanguageOf, varyByLanguage } from '../../platform/http/api.server.ts';
import { invalidInput } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { noFields } from '../../platform/wire/wire.ts';
import { listPieces } from './pieces/list-pieces.server.ts';
import { findRevision } from './pieces/pieces.queries.server.ts';
import { oldNumbers, wordPieceProblem } from './pieces/problems-of-piece.server.ts';
import { publishPiece } from './pieces/publish-piece.server.ts';
import { readActs, readPiece, readRevision, readRevisions } from './pieces/read-piece.server.ts';
import { approvePiece, requestChanges, submitPiece } from './pieces/review-piece.server.ts';
import { actorOf, admitStaff } from './people/staff-hook.server.ts';
import * as wire from './studio.contract.ts';
import { anyFeedSchema, draftSchema, kindRules, studioKinds } from './studio-kinds.ts';
import { cancelSchedule, endPiece, removeForGood } from './pieces/withdraw-piece.server.ts';
import { beginPiece, changePiece, type Sent } from './pieces/write-piece.server.ts';
import { admins, publishers, readers, reviewers } from './studio.policy.ts';
import { problem } from '../../platform/wire/problem.ts';

type Kind = (typeof studioKinds)[number];

/**
 * Bytes of a piece's request: the longest body that can be rendered (500 kB), every letter of it escaped once, and its
 * fields.
 */
const longestPiece = 1024 * 1024;

/** What was sent, before defaults and trimming: a piece keeps what its writer wrote. */
const written = new WeakMap<FastifyRequest, Sent>();
const keepWritten = async (request: FastifyRequest) => {
  if (typeof request.body === 'object' && request.body !== null) written.set(request, request.body as Sent);
};
const sentIn = (request: FastifyRequest): Sent => written.get(request) ?? {};

/** The calls on pieces, once for each kind. */
export const studioApi: ApiPlugin = async (app, { services }) => {
  admitStaff(app, services);
  for (const kind of studioKinds) {
    readingCalls(app, services, kind);
    writingCalls(app, services, kind);
    reviewCalls(app, services, kind);
    publishingCalls(app, services, kind);
  }
};

function readingCalls(app: ApiApp, services: PageServices, kind: Kind): void {
  const config = { staff: readers };
  app.get(
    `/studio/${kind}`,
    {
      config,
      schema: { summary: `Pieces of the kind ${kind}`, querystring: wire.listQuery, response: { 200: wire.pieceList } },
    },
    async (request) => listPieces(services.connection.db, actorOf(request), kind, request.query),
  );
  app.get(
    `/studio/${kind}/:id`,
    { config, schema: { summary: 'The working copy', params: wire.pieceParams, response: { 200: wire.onePiece } } },
    async (request, reply) => {
      varyByLanguage(reply);
      const named = { kind, id: request.params.id };
      return { data: await inLanguage(errorLanguageOf(request), () => readPiece(services, actorOf(request), named)) };
    },
  );
  app.get(
    `/studio/${kind}/:id/revisions`,
    {
      config,
      schema: {
        summary: 'All revisions, the newest first',
        params: wire.pieceParams,
        querystring: wire.pagingQuery,
        response: { 200: wire.revisionList },
      },
    },
    async (request) => readRevisions(services, actorOf(request), { kind, id: request.params.id }, request.query),
  );
  app.get(
    `/studio/${kind}/:id/revisions/:n`,
    { config, schema: { summary: 'One revision', params: wire.revisionParams, response: { 200: wire.oneRevision } } },
    async (request) => ({
      data: await readRevision(services, actorOf(request), { kind, id: request.params.id }, request.params.n),
    }),
  );
  app.get(
    `/studio/${kind}/:id/acts`,
    {
      config,
      schema: {
        summary: 'Who did what to it, the newest first',
        params: wire.pieceParams,
        querystring: wire.pagingQuery,
        response: { 200: wire.actList },
      },
    },
    async (request) => readActs(services, actorOf(request), { kind, id: request.params.id }, request.query),
  );
}

function writingCalls(app: ApiApp, services: PageServices, kind: Kind): void {
  const config = { staff: kindRules[kind].writers };
  const draft = kind === 'feed' ? anyFeedSchema : draftSchema(kind);
  if (kindRules[kind].canBegin)
    app.post(
      `/studio/${kind}`,
      {
        config: { ...config, isIdempotent: true },
        bodyLimit: longestPiece,
        preValidation: keepWritten,
        schema: { summary: 'Begin a draft', body: draft, response: { 201: wire.standing } },
      },
      async (request, reply) =>
        reply.code(201).send({ data: await beginPiece(services, actorOf(request), kind, sentIn(request)) }),
    );
  app.put(
    `/studio/${kind}/:id`,
    {
      config,
      bodyLimit: longestPiece,
      preValidation: keepWritten,
      schema: {
        summary: 'Change the working copy; 409 with what stands there now where somebody else was first',
        params: wire.pieceParams,
        body: draft.extend({ baseRevision: wire.baseRevision }),
        response: { 200: wire.changed },
      },
    },
    async (request) => {
      const { baseRevision, ...sent } = sentIn(request);
      if (kind === 'feed') insistOnPart(request.params.id, sent);
      const { id } = request.params;
      const saved = await changePiece(services, actorOf(request), { kind, id }, Number(baseRevision), sent);
      const { db } = services.connection;
      const copy = await findRevision(db, { kind, id }, saved.revision);
      const problems = copy ? await oldNumbers(db, { kind, id }, copy) : [];
      const worded = inLanguage(errorLanguageOf(request), () => problems.map(wordPieceProblem));
      return { data: { ...saved, problems: worded } };
    },
  );
}

/** The home page's sections and the rail beside it have different fields. */
function insistOnPart(id: number, sent: Sent): void {
  const fields = Object.keys(draftSchema('feed', id === 2 ? 'rail' : 'home').shape);
  const unknown = Object.keys(sent).filter((name) => !fields.includes(name));
  if (unknown.length > 0)
    throw invalidInput(
      unknown.map((path) => ({ path, message: problem('field.fieldUnknown') })),
      'unknown_field',
    );
}

function reviewCalls(app: ApiApp, services: PageServices, kind: Kind): void {
  const schema = { params: wire.pieceParams, body: wire.reviewInput, response: { 200: wire.standing } };
  app.post(
    `/studio/${kind}/:id/submit`,
    { config: { staff: kindRules[kind].writers }, schema: { ...schema, summary: 'Send it for review' } },
    async (request) => ({
      data: await submitPiece(services, actorOf(request), { kind, id: request.params.id }, request.body),
    }),
  );
  app.post(
    `/studio/${kind}/:id/approve`,
    { config: { staff: reviewers }, schema: { ...schema, summary: 'Approve exactly this revision' } },
    async (request) => ({
      data: await approvePiece(services, actorOf(request), { kind, id: request.params.id }, request.body),
    }),
  );
  app.post(
    `/studio/${kind}/:id/request-changes`,
    {
      config: { staff: reviewers },
      schema: { ...schema, body: wire.changesInput, summary: 'Send it back, with a note' },
    },
    async (request) => ({
      data: await requestChanges(services, actorOf(request), { kind, id: request.params.id }, request.body),
    }),
  );
}

function publishingCalls(app: ApiApp, services: PageServices, kind: Kind): void {
  const { canEnd, canRemove } = kindRules[kind];
  app.post(
    `/studio/${kind}/:id/publish`,
    {
      config: { staff: publishers },
      schema: {
        summary: 'Make an approved revision live, now or at a time',
        params: wire.pieceParams,
        body: wire.publishInput,
        response: { 200: wire.published },
      },
    },
    async (request) => ({
      data: await publishPiece(services, actorOf(request), { kind, id: request.params.id }, request.body),
    }),
  );
  app.post(
    `/studio/${kind}/:id/unschedule`,
    {
      config: { staff: publishers },
      schema: {
        summary: 'Take its set time away',
        params: wire.pieceParams,
        body: noFields,
        response: { 200: wire.ended },
      },
    },
    async (request) => ({ data: await cancelSchedule(services, actorOf(request), { kind, id: request.params.id }) }),
  );
  if (canEnd)
    app.post(
      `/studio/${kind}/:id/unpublish`,
      {
        config: { staff: publishers },
        schema: {
          summary: 'Hide it from readers',
          params: wire.pieceParams,
          body: wire.endInput,
          response: { 200: wire.ended },
        },
      },
      async (request) => ({
        data: await endPiece(services, actorOf(request), { kind, id: request.params.id }, request.body.reason),
      }),
    );
  if (canRemove)
    app.post(
      `/studio/${kind}/:id/remove`,
      {
        config: { staff: admins },
        schema: {
          summary: 'Take it down for good, and erase it from every revision',
          params: wire.pieceParams,
          body: wire.removeInput,
          response: { 200: wire.removed },
        },
      },
      async (request) => ({
        data: await removeForGood(services, actorOf(request), { kind, id: request.params.id }, request.body),
      }),
    );
}
