import { z } from 'zod';
import { listOf, oneOf } from '../../../platform/wire/wire.ts';
import { question } from '../../communities/communities.contract.ts';
import { officeHour } from '../../communities/office-hours.contract.ts';
import { moment, pagingQuery } from '../studio.contract.ts';

export const clocks = ['late', 'due', 'early'] as const;
export const questionsQuery = z.strictObject({
  ...pagingQuery.shape,
  clock: z.enum(clocks).optional().describe('late: after 48 hours; due: after 24; early: before. All when absent.'),
});
export const openQuestions = listOf(question.extend({ clock: z.enum(clocks) }));

/** Times without a zone are Indian time. */
export const officeHourInput = z.strictObject({
  helperId: z.uuid(),
  categoryId: z.int().min(1).max(2_147_483_647),
  startsAt: moment,
  endsAt: moment,
});
export const officeHourList = z.object({ data: z.array(officeHour) });
export const oneOfficeHour = oneOf(officeHour);
