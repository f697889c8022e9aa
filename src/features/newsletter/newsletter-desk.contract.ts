import { z } from 'zod';
import { refusal } from '../../platform/wire/problem.ts';
import { line, listOf, oneOf, safeText } from '../../platform/wire/wire.ts';
import { states } from '../schemes/facts.ts';
import { publishInput } from '../studio/studio.contract.ts';
import { categoryIds, language } from './newsletter.contract.ts';

const newsletterStates = ['draft', 'in_review', 'approved', 'scheduled', 'sending', 'stopped', 'sent'] as const;
/** In these states nothing of it can change. */
export const hasLeft = (state: (typeof newsletterStates)[number]): boolean =>
  ['sending', 'stopped', 'sent'].includes(state);
export const mostItems = 30;

export const newsletterInput = z.strictObject({
  lang: language,
  subject: line(150),
  introduction: safeText(5_000, 1).refine((text) => text.trim() !== '', refusal('field.notBlank')),
  items: z
    .array(safeText(400, 1))
    .max(mostItems)
    .describe(
      'In this order: the address of a page or of a question with an answer, or its kind and number (article 12).',
    ),
  states: z
    .array(z.enum(states))
    .max(states.length)
    .transform((names) => [...new Set(names)])
    .describe('For whom; empty: all.'),
  categoryIds: categoryIds.describe('For whom; empty: all. Who chose no subjects gets all.'),
});
export type NewsletterInput = z.output<typeof newsletterInput>;

const revision = z.int().min(1).describe('The one that the caller saw: another one since is a 409.');
export const changeInput = newsletterInput.extend({ revision });
export const actInput = z.strictObject({ revision });
export const sendInput = z.strictObject({ revision, at: publishInput.shape.at });

const person = z.object({ id: z.string(), name: z.string() }).nullable();
const moment = z.iso.datetime().nullable();
const summary = {
  id: z.int(),
  lang: z.string(),
  subject: z.string(),
  state: z.enum(newsletterStates),
  updatedAt: z.iso.datetime(),
  sendAt: moment,
};
export const newsletterList = listOf(z.object(summary));
const progress = z
  .object({
    sent: z.int(),
    refused: z.int(),
    gone: z.int().describe('Ended meanwhile, or not reached before it ended.'),
    left: z.int(),
  })
  .nullable();
export const newsletter = z.object({
  ...summary,
  introduction: z.string(),
  items: z.array(
    z.object({
      type: z.enum(['ARTICLE', 'VIDEO', 'QUESTION']),
      id: z.int(),
      title: z.string(),
      canonicalUrl: z.string().nullable().describe('Null: readers no longer see it, so it is left out.'),
    }),
  ),
  states: z.array(z.string()),
  categoryIds: z.array(z.int()),
  revision: z.int(),
  updatedBy: person,
  askedBy: person,
  approvedBy: person,
  approvedAt: moment,
  startedAt: moment,
  endedAt: moment,
  recipients: z.int().describe('How many people would get it now.'),
  progress,
  html: z.string(),
  text: z.string(),
});
export type Newsletter = z.infer<typeof newsletter>;
export const oneNewsletter = oneOf(newsletter);
export const newsletterReaders = oneOf(
  z.object({
    byLanguage: z.array(z.object({ lang: z.string(), readers: z.int() })),
    bounced: z.int().describe('Ended within 180 days because the mail server refused the address for good.'),
    stopped: z.int().describe('Stopped by their readers within 180 days.'),
  }),
);
export const discarded = oneOf(z.object({ id: z.int() }));
export const tested = oneOf(z.object({ id: z.int(), isQueued: z.boolean() }));
