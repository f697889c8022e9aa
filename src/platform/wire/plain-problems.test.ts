import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemOf } from './plain-problems.ts';
import { refusal } from './problem.ts';
import { wordProblem } from './word-problem.ts';

const worded = (issue: z.core.$ZodIssue) => wordProblem(problemOf(issue));

const schema = z.strictObject({
  title: z.string().min(3).max(5),
  count: z.int().min(2),
  state: z.enum(['draft', 'published']),
  tags: z.array(z.string()).max(1),
  email: z.email(),
  own: z.string().refine(() => false, refusal('field.oneLine')),
});

test('a refusal by alternatives is that of the one that was meant', () => {
  const mobile = z.union([z.literal(''), z.string().regex(/^\d{10}$/, refusal('field.tenDigits'))]);
  const said = (input: unknown) => mobile.safeParse(input).error!.issues.map(worded);
  expect(said('12')).toEqual(['Enter a 10-digit Indian mobile number.']);
  expect(said(12)).toEqual(['is not written as it must be']);
  expect(said(undefined)).toEqual(['is missing']);
});

test('every refusal is in plain words; those of a schema of ours stay', () => {
  const said = (input: unknown) =>
    Object.fromEntries(schema.safeParse(input).error!.issues.map((issue) => [issue.path.join('.'), worded(issue)]));
  expect(said({})).toEqual({
    title: 'is missing',
    count: 'is missing',
    state: 'is missing',
    tags: 'is missing',
    email: 'is missing',
    own: 'is missing',
  });
  expect(said({ title: 'a', count: 1.5, state: 'x', tags: ['a', 'b'], email: 'x', own: 'y', colour: 1 })).toEqual({
    title: 'must have at least 3 letters',
    count: 'must be a whole number',
    state: 'must be one of: draft, published',
    tags: 'must have at most 1 entry',
    email: 'must be an email address, such as name@example.org',
    own: 'must be on one line',
    '': '"colour" is not known here',
  });
  expect(said({ title: 7, count: 1, state: 'draft', tags: 'x', email: 'a@b.in', own: '' })).toMatchObject({
    title: 'must be text',
    count: 'must be at least 2',
    tags: 'must be a list',
  });
});
