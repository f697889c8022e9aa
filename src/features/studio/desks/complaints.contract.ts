import { z } from 'zod';
import { idParam, listOf, oneOf, safeText } from '../../../platform/wire/wire.ts';
import { pagingQuery } from '../studio.contract.ts';
import { refusal } from '../../../platform/wire/problem.ts';

const written = (most: number, blank: ReturnType<typeof refusal>) =>
  safeText(most, 1).refine((text) => text.trim() !== '', blank);
const answersSeen = z.int().min(0).max(10_000).describe('How many answers the caller saw: another one since is a 409.');

export const complaintParams = z.object({ id: idParam });
export const complaintStates = ['open', 'closed', 'all'] as const;
export const complaintKinds = ['grievance', 'contact'] as const;
export const complaintsQuery = z.strictObject({
  ...pagingQuery.shape,
  state: z.enum(complaintStates).optional(),
  kind: z.enum(complaintKinds).optional(),
});

export const takeInput = z.strictObject({
  from: z.uuid().nullable().default(null).describe('Who has it so far, as the caller saw it.'),
});
export const answerInput = z.strictObject({
  text: written(20_000, refusal('studio.writeAnswer')),
  isInterim: z.boolean().describe('Leaves the message open, and its clock running; any other answer closes it.'),
  answersSeen,
});
export const closeInput = z.strictObject({ reason: written(2_000, refusal('field.sayWhy')), answersSeen });

const clock = z.object({
  name: z.enum(['acknowledge', 'decide']),
  dueAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
  mark: z.enum(['early', 'half', 'four_fifths', 'overdue', 'met', 'missed']),
});
const status = z.enum(['open', 'answered', 'closed']);
const holder = z.object({ id: z.string(), name: z.string() }).nullable();
const line = {
  id: z.int(),
  kind: z.enum(complaintKinds),
  status,
  category: z.string().describe("A grievance's category; of a message the subject, without numbers and addresses."),
  isOpen: z.boolean(),
  clocks: z.array(clock),
  takenBy: holder,
  createdAt: z.iso.datetime(),
};
export const complaintList = listOf(z.object(line));
export const oneComplaint = oneOf(
  z.object({
    ...line,
    name: z.string(),
    email: z.string().nullable(),
    phoneNo: z.string().nullable(),
    about: z.string().nullable(),
    text: z.string(),
    closeReason: z.string().nullable(),
    closedAt: z.iso.datetime().nullable(),
    answers: z.array(z.object({ text: z.string(), isInterim: z.boolean(), byName: z.string(), at: z.iso.datetime() })),
    acts: z.array(z.object({ act: z.string(), byName: z.string(), at: z.iso.datetime() })),
  }),
);
export const complaintStands = oneOf(
  z.object({ id: z.int(), status, takenBy: z.string().nullable(), answers: z.int() }),
);
export const complaintAnswered = oneOf(
  z.object({ id: z.int(), status, takenBy: z.string().nullable(), answers: z.int(), isMailed: z.boolean() }),
);
export type AnswerInput = z.infer<typeof answerInput>;
