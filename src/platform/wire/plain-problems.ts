import { z } from 'zod';
import { problem, type Problem, type ProblemCode, type ProblemParam } from './problem.ts';

const kinds: Record<string, ProblemCode> = {
  string: 'field.text',
  number: 'field.number',
  int: 'field.wholeNumber',
  bigint: 'field.wholeNumber',
  boolean: 'field.trueOrFalse',
  array: 'field.list',
  object: 'field.group',
  record: 'field.group',
  map: 'field.group',
  date: 'field.date',
};
const formats: Record<string, ProblemCode> = {
  email: 'field.emailAddress',
  url: 'field.webAddress',
  datetime: 'field.time',
  date: 'field.day',
  time: 'field.clock',
  uuid: 'field.givenId',
};
const sizes = {
  letters: {
    least: { one: 'field.leastOneLetter', many: 'field.leastLetters' },
    most: { one: 'field.mostOneLetter', many: 'field.mostLetters' },
  },
  entries: {
    least: { one: 'field.leastOneEntry', many: 'field.leastEntries' },
    most: { one: 'field.mostOneEntry', many: 'field.mostEntries' },
  },
} as const;

const written = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value));

function sizeProblem(bound: 'least' | 'most', origin: string, limit: number | bigint): Problem {
  const counted = origin === 'string' ? 'letters' : origin === 'array' || origin === 'set' ? 'entries' : null;
  if (counted === null) return problem(`field.${bound}`, String(limit));
  const { one, many } = sizes[counted][bound];
  return Number(limit) === 1 ? { code: one } : problem(many, String(limit));
}

/** The problem of the alternative that was meant: of those of the right kind, the first. */
function closestProblem(alternatives: z.core.$ZodIssue[][]): Problem | undefined {
  const meant = alternatives
    .flat()
    .find(({ code, path }) => path.length === 0 && code !== 'invalid_type' && code !== 'invalid_value');
  return meant && problemOf(meant);
}

/** What an issue of Zod says: the schema's `refusal`, else a problem of its kind. */
export function problemOf(issue: z.core.$ZodIssue): Problem {
  if (issue.message !== '') {
    const params = issue.code === 'custom' ? (issue.params?.params as ProblemParam[] | undefined) : undefined;
    return { code: issue.message as ProblemCode, ...(params ? { params } : {}) };
  }
  switch (issue.code) {
    case 'invalid_type':
      return { code: kinds[issue.expected] ?? 'field.otherKind' };
    case 'invalid_value':
      return issue.values.length === 1
        ? problem('field.exactly', written(issue.values[0]))
        : problem('field.oneOf', issue.values.slice(0, 40).map(String).join(', '));
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? problem('field.empty')
        : sizeProblem('least', issue.origin, issue.minimum);
    case 'too_big':
      return sizeProblem('most', issue.origin, issue.maximum);
    case 'not_multiple_of':
      return problem('field.multiple', String(issue.divisor));
    case 'unrecognized_keys':
      return problem(
        issue.keys.length === 1 ? 'field.keyUnknown' : 'field.keysUnknown',
        issue.keys.map(written).join(', '),
      );
    case 'invalid_format':
      return { code: formats[issue.format] ?? 'field.badlyWritten' };
    case 'invalid_union':
      return closestProblem(issue.errors) ?? problem('field.badlyWritten');
    case 'invalid_key':
    case 'invalid_element':
      return problem('field.badlyWritten');
    default:
      return problem('field.notRight');
  }
}

const ofValues = new Set(['invalid_type', 'invalid_value', 'invalid_union', 'invalid_key', 'invalid_element']);

// Zod's error map is global to the process: importing this module sets it. Issues do not keep the input, which alone
// says that a value is missing; `problemOf` reads all else.
z.config({
  customError: ({ code, input }) =>
    input === undefined && ofValues.has(code) ? ('field.missing' satisfies ProblemCode) : '',
});
