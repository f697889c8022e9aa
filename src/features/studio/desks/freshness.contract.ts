import { z } from 'zod';
import { listOf, oneOf, safeText } from '../../../platform/wire/wire.ts';
import { pagingQuery } from '../studio.contract.ts';
import { refusal } from '../../../platform/wire/problem.ts';

export const pieceKinds = ['articles', 'videos', 'webstories', 'pages', 'ctas'] as const;
export const checkedAs = ['scheme', 'article', 'video', 'webstory', 'page', 'cta'] as const;
export const freshnessStates = ['overdue', 'all'] as const;
export const freshnessQuery = z.strictObject({
  ...pagingQuery.shape,
  state: z.enum(freshnessStates).optional(),
  kind: z.enum(checkedAs).optional(),
});
const source = z.object({ title: z.string(), url: z.string() }).nullable();
export const freshnessList = listOf(
  z.object({
    kind: z.enum(pieceKinds),
    id: z.int(),
    title: z.string(),
    lang: z.string(),
    checkedAs: z.enum(checkedAs),
    author: z.string().nullable(),
    editedBy: z.string().describe("Who changed it last: a name, or 'system'."),
    source,
    checkedOn: z.string().nullable(),
    nextOn: z.string(),
    isOverdue: z.boolean(),
  }),
);
export const factList = z.object({
  data: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(['helpline', 'fee', 'paper', 'letter']),
      title: z.string(),
      source: z.string(),
      checkedOn: z.string().nullable(),
      nextOn: z.string().nullable(),
      isOverdue: z.boolean(),
      owner: z.object({ id: z.string(), name: z.string() }).nullable(),
    }),
  ),
});
export const factInput = z.strictObject({
  key: safeText(500, 1),
  owner: z.uuid(refusal('field.id')).nullable().optional().describe('Absent: the fact was checked today.'),
});
export const factNoted = oneOf(z.object({ key: z.string() }));
export const brokenLinks = z.object({
  data: z.array(
    z.object({
      url: z.string(),
      outcome: z.enum([
        'ok',
        'gone',
        'server_error',
        'refused',
        'unreachable',
        'too_slow',
        'redirects',
        'not_public',
        'not_asked',
      ]),
      status: z.int().nullable(),
      firstBrokenAt: z.iso.datetime(),
      lastOkAt: z.iso.datetime().nullable(),
      pieces: z.array(z.object({ kind: z.string(), id: z.int(), title: z.string() })),
    }),
  ),
});
export const checkInput = z.strictObject({ kind: z.enum(pieceKinds), id: z.int().min(1).max(2_147_483_647) });
export const checkNoted = oneOf(z.object({ kind: z.enum(pieceKinds), id: z.int(), checkedOn: z.string() }));
export type CheckInput = z.infer<typeof checkInput>;
