import { z } from 'zod';
import type { ApiPlugin } from '../../../platform/http/api.server.ts';
import { oneOf, safeText } from '../../../platform/wire/wire.ts';
import { readProposedRules, refuseCondition } from './proposed-rules.server.ts';
import { admitStaff } from '../people/staff-hook.server.ts';
import { oneId, pieceParams } from '../studio.contract.ts';
import { kindRules } from '../studio-kinds.ts';
import { readers } from '../studio.policy.ts';

const condition = z.record(z.string(), z.unknown());
const quote = safeText(2_000).nullable();
const proposed = oneOf(
  z.object({
    conditions: z.array(
      z.object({
        condition,
        /** Null: from the record's level alone. */
        quote,
        refused: z.object({ by: z.string(), byName: z.string(), at: z.iso.datetime() }).nullable(),
      }),
    ),
    abstained: z.array(z.object({ quote: z.string(), why: z.string() })),
    partly: z.string().describe('For alsoCheck, where the text asks for more than the rules.'),
  }),
);
const refusal = z.strictObject({ condition, quote });

/** Rules proposed from the words of a record. Accepting one is a change of the piece like any other. */
export const proposedRulesApi: ApiPlugin = async (app, { services }) => {
  const call = admitStaff(app, services);
  call('GET /studio/articles/:id/proposed-rules', {
    staff: readers,
    summary: 'Conditions that the words of the record propose',
    params: pieceParams,
    one: proposed,
    run: ({ actor, params }) => readProposedRules(services, actor, params.id),
  });
  call('POST /studio/articles/:id/refuse-condition', {
    staff: kindRules.articles.writers,
    summary: 'Refuse a proposed condition, for everybody',
    params: pieceParams,
    body: refusal,
    one: oneId,
    run: ({ actor, params, body }) => refuseCondition(services, actor, params.id, body),
  });
};
