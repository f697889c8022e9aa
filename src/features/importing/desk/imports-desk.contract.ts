import { z } from 'zod';
import { oneOf } from '../../../platform/wire/wire.ts';

const blankIsNone = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const text = (most: number) => z.preprocess(blankIsNone, z.string().trim().max(most).optional());

const ticked = z
  .enum(['yes'])
  .optional()
  .transform((value) => (value === 'yes' ? true : undefined));

/** Settings of an import, as the fields of a form. */
export const importOptions = z.strictObject({
  site: text(80),
  category: text(80),
  baseUrl: text(300),
  date: z.preprocess(blankIsNone, z.iso.date().optional()),
  fetchImages: ticked,
  drafts: ticked,
});
export const jobInput = z.strictObject({ job: z.int().positive() });
export const runInput = z.strictObject({ run: z.int().positive() });

export const job = z.object({
  id: z.int(),
  task: z.enum(['check', 'import', 'undo']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  name: z.string(),
  progress: z.int(),
  counts: z.record(z.string(), z.int()),
  problem: z.string().nullable(),
});
export const run = z.object({
  id: z.int(),
  name: z.string(),
  format: z.string(),
  site: z.string(),
  state: z.enum(['running', 'finished', 'stopped', 'broken_off', 'undoing', 'undone']),
  byName: z.string(),
  startedAt: z.string(),
  counts: z.record(z.string(), z.int()),
});
export const desk = oneOf(z.object({ job: job.nullable(), runs: z.array(run) }));
export const begun = oneOf(z.object({ job: z.int() }));
