import { z } from 'zod';
import { oneOf } from '../../../platform/wire/wire.ts';
import { refusal } from '../../../platform/wire/problem.ts';

export const heartbeatInput = z.strictObject({
  tab: z.uuid(refusal('field.id')).describe('Chosen by the browser for as long as the tab shows the piece.'),
  isTyping: z.boolean().default(false),
  isLeaving: z.boolean().default(false).describe('The tab closes: the caller is no longer here.'),
});

const person = z.object({
  name: z.string(),
  isYou: z.boolean().describe('The caller, in another tab or on another phone.'),
  since: z.iso.datetime(),
  isTyping: z.boolean(),
});
export const whoIsHere = oneOf(
  z.object({
    revision: z.int().describe('The newest that the caller may see.'),
    savedBy: z.string().describe('Name of who saved it.'),
    isSavedByYou: z.boolean(),
    here: z.array(person).describe('Who has the piece open, without this tab.'),
  }),
);
export type WhoIsHere = z.output<typeof whoIsHere>['data'];
