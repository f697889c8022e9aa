import { z } from 'zod';
import { listOf } from '../../../platform/wire/wire.ts';
import { question } from '../../communities/communities.contract.ts';
import { pagingQuery } from '../studio.contract.ts';

export const clocks = ['late', 'due', 'early'] as const;
export const questionsQuery = z.strictObject({
  ...pagingQuery.shape,
  clock: z.enum(clocks).optional().describe('late: after 48 hours; due: after 24; early: before. All when absent.'),
});
export const openQuestions = listOf(question.extend({ clock: z.enum(clocks) }));
