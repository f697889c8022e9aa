import { z } from 'zod';

// The only place that words validation errors: for editors (a field of a file) and for API callers (an error's
// details).

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  map: 'a group of fields',
  date: 'a date',
};
const formats: Record<string, string> = {
  email: 'must be an email address, such as name@example.org',
  url: 'must be a full web address, such as https://example.org/',
  datetime: 'must be a time such as 2026-11-21T06:30:00Z',
  date: 'must be a day such as 2026-11-21',
  time: 'must be a time such as 06:30',
  uuid: 'must be an id as we gave it',
};

const written = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value));
const several = (count: number | bigint, one: string, many: string) => `${count} ${Number(count) === 1 ? one : many}`;

function sizeOf(origin: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${several(limit, 'letter', 'letters')}`;
  if (origin === 'array' || origin === 'set') return `have ${several(limit, 'entry', 'entries')}`;
  return `be ${limit}`;
}

/** The problem of the alternative that was meant: of those of the right kind, the first. */
const closestProblem = (alternatives: z.core.$ZodIssue[][]): string | undefined =>
  alternatives.flat().find(({ code, path }) => path.length === 0 && code !== 'invalid_type' && code !== 'invalid_value')
    ?.message;

/** A plain English message for a Zod issue; undefined for issues whose schema has its own message. */
function plainProblem(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return issue.values.length === 1
        ? `must be ${written(issue.values[0])}`
        : `must be one of: ${issue.values.slice(0, 40).map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return `must ${sizeOf(issue.origin, issue.minimum).replace(/^(have|be) /, '$1 at least ')}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin, issue.maximum).replace(/^(have|be) /, '$1 at most ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `${issue.keys.map(written).join(', ')} ${issue.keys.length === 1 ? 'is' : 'are'} not known here`;
    case 'invalid_format':
      return formats[issue.format] ?? 'is not written as it must be';
    case 'invalid_union':
      return issue.input === undefined
        ? 'is missing'
        : (closestProblem(issue.errors) ?? 'is not written as it must be');
    case 'invalid_key':
    case 'invalid_element':
      return issue.input === undefined ? 'is missing' : 'is not written as it must be';
    default:
      return 'is not right';
  }
}

// Zod's error map is global to the process: importing this module sets it.
z.config({ customError: plainProblem });
