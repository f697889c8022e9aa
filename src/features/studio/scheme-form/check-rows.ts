import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { isDay } from '../../schemes/days.ts';
import { describeAnswer } from '../../schemes/evaluate.ts';
import { factOf } from '../../schemes/facts.ts';
import { contradictionsOf, readRules, type RulePath, type Rules } from '../../schemes/rules.ts';
import { fitsFact, describeRow } from './row-sentence.ts';
import { isOpenRow, type Group, membersPath, type Row, type Sentence, writeRow } from './rule-rows.ts';
import { sameJson } from './same-json.ts';

/** `isWarning`: it can be saved like this. `path` is that of the row in the rules, without the field. */
export type RowProblem = { path: RulePath; field?: string; message: string; isWarning?: boolean };

/** Everything wrong with the conditions, in words for the place where it is shown. */
export function checkRows(rows: readonly Row[], rules: unknown): RowProblem[] {
  const version = (rules as { version?: unknown } | undefined)?.version === 2 ? 2 : 1;
  const problems = rows.flatMap((row, at) => problemsOfRow(row, ['all', at], version));
  return [...problems, ...acrossRows(rows, ['all'], version, problems)];
}

const alone = (row: Row, version: 1 | 2) => readRules({ version, all: [writeRow(row)] });

function problemsOfRow(row: Row, path: RulePath, version: 1 | 2): RowProblem[] {
  if (row.kind === 'kept') {
    const [problem] = alone(row, version).problems;
    return problem ? [{ path, message: words.wrong.other }] : [];
  }
  const found = problemsOfBasis(row, path);
  if (row.kind === 'sentence') return [...found, ...problemsOfValues(row, path)];
  if (isOpenRow(row)) return [...found, { path, message: words.wrong.empty }];
  const inner = [...path, ...membersPath(row)];
  const members = row.rows.flatMap((member, at) => problemsOfRow(member, [...inner, at], 1));
  return [...found, ...members, ...withinGroup(row, path, inner, members)];
}

function problemsOfValues(row: Sentence, path: RulePath): RowProblem[] {
  const fact = factOf(row.fact);
  const wrong = { path, field: 'value' };
  const [low, high] = row.values as number[];
  if (!row.values.every((value) => fitsFact(row.fact, value)) || row.values.length === 0)
    return [
      fact.type === 'number'
        ? {
            ...wrong,
            message: words.wrong.number(describeAnswer(row.fact, fact.min), describeAnswer(row.fact, fact.max)),
          }
        : { ...wrong, message: words.wrong.open },
    ];
  if ((row.how === 'between' || row.how === 'range') && low! > high!) return [{ ...wrong, message: words.wrong.order }];
  const { rules } = alone({ ...row, basis: {} }, 1);
  if (rules === null) return [{ path, message: words.wrong.other }];
  return contradictionsOf(rules).length > 0 ? [{ path, message: words.wrong.never }] : [];
}

function problemsOfBasis({ basis }: Exclude<Row, { kind: 'kept' }>, path: RulePath): RowProblem[] {
  const { from, until, reviewedBy, reviewedOn } = basis;
  const days = (['from', 'until', 'reviewedOn'] as const).filter((name) => name in basis && !isDay(basis[name]));
  return [
    ...days.map((field) => ({ path, field, message: words.wrong.day })),
    ...(days.length === 0 && from !== undefined && until !== undefined && String(from) > String(until)
      ? [{ path, field: 'until', message: words.wrong.untilFirst }]
      : []),
    ...(reviewedBy !== undefined && reviewedOn === undefined
      ? [{ path, field: 'reviewedOn', message: words.wrong.reviewedOn }]
      : []),
  ];
}

/** In a group of alternatives contradictions are no mistake, unless none of them can hold. */
function withinGroup(group: Group, path: RulePath, inner: RulePath, members: RowProblem[]): RowProblem[] {
  if (group.joint === 'all') return acrossRows(group.rows, inner, 1, members);
  const twice = duplicates(group.rows, inner);
  if (members.some(({ isWarning }) => !isWarning)) return twice;
  const { rules } = alone({ ...group, basis: {} }, 1);
  return rules && contradictionsOf(rules).length > 0 ? [...twice, { path, message: words.wrong.never }] : twice;
}

/** Pairs that exclude each other, and what stands there twice. */
function acrossRows(rows: readonly Row[], path: RulePath, version: 1 | 2, known: RowProblem[]): RowProblem[] {
  const isWrong = (at: number) =>
    known.some((one) => !one.isWarning && one.path.length > path.length && one.path[path.length] === at);
  const usable = rows
    .map((row, at) => ({ row, at, own: alone(row, version).rules }))
    .filter(({ own, at }) => own && !isWrong(at));
  const found: RowProblem[] = [];
  for (const [index, { at, own }] of usable.entries()) {
    const other = usable.slice(0, index).find((one) => excludes([...one.own!.all, ...own!.all], version));
    if (other) found.push({ path: [...path, at], message: words.wrong.neverWith(describeRow(other.row)) });
  }
  const all = usable.flatMap(({ own }) => own!.all);
  if (found.length === 0 && usable.length > 2 && excludes(all, version))
    found.push({ path, message: words.wrong.neverAll });
  return [...found, ...duplicates(rows, path)];
}

const excludes = (all: Rules['all'], version: 1 | 2) => contradictionsOf({ version, all }).length > 0;

function duplicates(rows: readonly Row[], path: RulePath): RowProblem[] {
  const meanings = rows.map(meaningOf);
  return rows.flatMap((row, at) => {
    const first = rows.findIndex(
      (other, index) => index < at && sameJson(meanings[index], meanings[at]) && meets(other, row),
    );
    return first < 0
      ? []
      : [{ path: [...path, at], message: words.wrong.twice(describeRow(rows[first]!)), isWarning: true }];
  });
}

/** What a row asks for, without its sentence and its sources. */
const meaningOf = (row: Row): unknown =>
  row.kind === 'kept' ? row.raw : writeRow({ ...row, raw: undefined, because: undefined, basis: {} });

/** The same condition before and after a change of the law is no duplicate. */
function meets(one: Row, other: Row): boolean {
  if (one.kind === 'kept' || other.kind === 'kept') return true;
  const from = (row: typeof one) => String(row.basis.from ?? '0');
  const until = (row: typeof one) => String(row.basis.until ?? '9');
  return from(one) <= until(other) && from(other) <= until(one);
}
