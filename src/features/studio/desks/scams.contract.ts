import { z } from 'zod';
import { oneOf } from '../../../platform/wire/wire.ts';

export const scamDesk = oneOf(
  z.object({
    told: z.array(
      z.object({
        id: z.int(),
        text: z.string(),
        at: z.iso.datetime(),
        like: z.object({ title: z.string(), score: z.number() }).nullable().describe('The nearest known scam.'),
      }),
    ),
    more: z.int().describe('Messages behind these.'),
    counts: z.array(z.object({ id: z.int(), title: z.string(), today: z.int(), week: z.int(), month: z.int() })),
  }),
);
export const settleInput = z.strictObject({
  as: z.enum(['begin', 'known', 'none']).describe('`begin` makes a draft of a known scam from the message.'),
});
export const settled = oneOf(
  z.object({ id: z.int(), pieceId: z.int().nullable().describe('The draft that was begun.') }),
);
