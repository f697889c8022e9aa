import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Role } from '../../database/schema.ts';
import { type ApiPlugin, errorLanguageOf } from '../../platform/http/api.server.ts';
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
import { admitStaff } from './people/staff-hook.server.ts';
import * as wire from './studio.contract.ts';
import { anyFeedSchema, draftSchema, kindRules } from './studio-kinds.ts';
import { cancelSchedule, endPiece, removeForGood } from './pieces/withdraw-piece.server.ts';
import { beginPiece, changePiece, type Sent } from './pieces/write-piece.server.ts';
import { type Actor, admins, publishers, readers, reviewers } from './studio.policy.ts';
import { problem } from '../../platform/wire/problem.ts';

type Kind = (typeof wire.studioKinds)[number];

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
  const call = admitStaff(app, services);
  for (const kind of wire.studioKinds) {
    readingCalls(call, services, kind);
    writingCalls(call, services, kind);
    actCalls(call, services, kind);
  }
};

type Declare = ReturnType<typeof admitStaff>;

function readingCalls(call: Declare, services: PageServices, kind: Kind): void {
  const one = { staff: readers, params: wire.pieceParams };
  call(`GET /studio/${kind}`, {
    staff: readers,
    summary: `Pieces of the kind ${kind}`,
    query: wire.listQuery,
    list: wire.pieceList,
    run: ({ actor, query }) => listPieces(services.connection.db, actor, kind, query),
  });
  call(`GET /studio/${kind}/:id`, {
    ...one,
    variesByLanguage: true,
    summary: 'The working copy',
    one: wire.onePiece,
    run: ({ request, actor, params: { id } }) =>
      inLanguage(errorLanguageOf(request), () => readPiece(services, actor, { kind, id })),
  });
  call(`GET /studio/${kind}/:id/revisions`, {
    ...one,
    summary: 'All revisions, the newest first',
    query: wire.pagingQuery,
    list: wire.revisionList,
    run: ({ actor, params: { id }, query }) => readRevisions(services, actor, { kind, id }, query),
  });
  call(`GET /studio/${kind}/:id/revisions/:n`, {
    staff: readers,
    summary: 'One revision',
    params: wire.revisionParams,
    one: wire.oneRevision,
    run: ({ actor, params: { id, n } }) => readRevision(services, actor, { kind, id }, n),
  });
  call(`GET /studio/${kind}/:id/acts`, {
    ...one,
    summary: 'Who did what to it, the newest first',
    query: wire.pagingQuery,
    list: wire.actList,
    run: ({ actor, params: { id }, query }) => readActs(services, actor, { kind, id }, query),
  });
}

function writingCalls(call: Declare, services: PageServices, kind: Kind): void {
  const staff = kindRules[kind].writers;
  const route = { bodyLimit: longestPiece, preValidation: keepWritten };
  const draft = kind === 'feed' ? anyFeedSchema : draftSchema(kind);
  if (kindRules[kind].canBegin)
    call(`POST /studio/${kind}`, {
      staff,
      config: { isIdempotent: true },
      route,
      summary: 'Begin a draft',
      body: draft,
      made: wire.standing,
      run: ({ request, actor }) => beginPiece(services, actor, kind, sentIn(request)),
    });
  call(`PUT /studio/${kind}/:id`, {
    staff,
    route,
    summary: 'Change the working copy; 409 with what stands there now where somebody else was first',
    params: wire.pieceParams,
    body: draft.extend({ baseRevision: wire.baseRevision }),
    one: wire.changed,
    async run({ request, actor, params: { id } }) {
      const { baseRevision, ...sent } = sentIn(request);
      if (kind === 'feed') insistOnPart(id, sent);
      const saved = await changePiece(services, actor, { kind, id }, Number(baseRevision), sent);
      const { db } = services.connection;
      const copy = await findRevision(db, { kind, id }, saved.revision);
      const problems = copy ? await oldNumbers(db, { kind, id }, copy) : [];
      const worded = inLanguage(errorLanguageOf(request), () => problems.map(wordPieceProblem));
      return { ...saved, problems: worded };
    },
  });
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
function actCalls(call: Declare, services: PageServices, kind: Kind): void {
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
  const act = <Body extends z.ZodType, Data>(name: string, { answer, run, ...rest }: Act<Body, Data>) =>
    call(`POST /studio/${kind}/:id/${name}`, {
      ...rest,
      params: wire.pieceParams,
      one: answer,
      run: ({ actor, params: { id }, body }) => run(services, actor, { kind, id }, body),
    });
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
