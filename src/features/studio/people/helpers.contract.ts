import { z } from 'zod';
import { hasCharacters } from '../../../platform/text/visible-text.ts';
import { refusal } from '../../../platform/wire/problem.ts';
import { listOf, oneOf, orNothing, paging, pagingInQuery, safeText } from '../../../platform/wire/wire.ts';
import { states } from '../../schemes/facts.ts';
import { nameText, publicUser } from '../../users/users.contract.ts';

const person = orNothing(safeText(320));

/** The fields beside the proof. `person` or `userId`: an id, a number or an address; no `state`: all India. */
export const helperFields = z
  .strictObject({
    person,
    userId: person,
    field: nameText.refine((text) => hasCharacters(text, 2), refusal('field.write')),
    state: orNothing(z.enum(states)),
    until: z.iso.date(),
  })
  .transform(({ person, userId, ...rest }) => ({ ...rest, person: person ?? userId ?? '' }))
  .refine(({ person }) => person !== '', { path: ['person'], ...refusal('field.missing') });
export type HelperInput = z.output<typeof helperFields>;

export const helper = z.object({
  id: z.int(),
  user: publicUser,
  field: z.string(),
  state: z.string().nullable(),
  /** The last day, in India. */
  until: z.iso.date(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type Helper = z.infer<typeof helper>;
export const oneHelper = oneOf(helper);
export const helperList = listOf(helper);
export const helpersQuery = z.strictObject({ ...pagingInQuery, cursor: paging.cursor });
