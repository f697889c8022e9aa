import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Role } from '../../database/schema.ts';
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
import { type Actor, admins, publishers, readers, reviewers } from './studio.policy.ts';
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
    actCalls(app, services, kind);
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

/** Acts on a piece, each a POST below its address. */
function actCalls(app: ApiApp, services: PageServices, kind: Kind): void {
  type Act<Body extends z.ZodType, Data> = {
    staff: readonly Role[];
    summary: string;
    body: Body;
    answer: z.ZodType<unknown, { data: Data }>;
    run(
      services: PageServices,
      actor: Actor,
      piece: { kind: Kind; id: number },
      input: z.output<Body>,
    ): Promise<NoInfer<Data>>;
  };
  const act = <Body extends z.ZodType, Data>(name: string, { staff, summary, body, answer, run }: Act<Body, Data>) =>
    app.post(
      `/studio/${kind}/:id/${name}`,
      { config: { staff }, schema: { summary, params: wire.pieceParams, body, response: { 200: answer } } },
      async (request) => {
        const piece = { kind, id: request.params.id };
        return { data: await run(services, actorOf(request), piece, request.body as z.output<Body>) };
      },
    );
  const { writers, canEnd, canRemove } = kindRules[kind];
  const review = { body: wire.reviewInput, answer: wire.standing };
  act('submit', { ...review, staff: writers, summary: 'Send it for review', run: submitPiece });
  act('approve', { ...review, staff: reviewers, summary: 'Approve exactly this revision', run: approvePiece });
  act('request-changes', {
    staff: reviewers,
    summary: 'Send it back, with a note',
    body: wire.changesInput,
    answer: wire.standing,
    run: requestChanges,
  });
  act('publish', {
    staff: publishers,
    summary: 'Make an approved revision live, now or at a time',
    body: wire.publishInput,
    answer: wire.published,
    run: publishPiece,
  });
  act('unschedule', {
    staff: publishers,
    summary: 'Take its set time away',
    body: noFields,
    answer: wire.ended,
    run: cancelSchedule,
  });
  if (canEnd)
    act('unpublish', {
      staff: publishers,
      summary: 'Hide it from readers',
      body: wire.endInput,
      answer: wire.ended,
      run: (all, actor, piece, { reason }) => endPiece(all, actor, piece, reason),
    });
  if (canRemove)
    act('remove', {
      staff: admins,
      summary: 'Take it down for good, and erase it from every revision',
      body: wire.removeInput,
      answer: wire.removed,
      run: removeForGood,
    });
}
