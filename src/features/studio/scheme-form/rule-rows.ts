import { isFactId, type FactId } from '../../schemes/facts.ts';
import type { Dating, RulePath } from '../../schemes/rules.ts';
import { inOrderOf, sameJson } from './same-json.ts';
import { isRecord } from '../../../platform/wire/is-record.ts';

/** `notAny`: none of these; `notAll`: not all of these together. */
export const joints = ['all', 'any', 'notAny', 'notAll'] as const;
export type Joint = (typeof joints)[number];
/** `range`: `gte` with `lte`, which means the same as `between`. */
export type How = 'eq' | 'in' | 'gte' | 'lte' | 'between' | 'range';

type Common = {
  /** What stood there before; undefined for a new row. */
  raw?: unknown;
  because?: unknown;
  /** The sentence of a negated condition may stand outside or inside of `not`. */
  isBecauseInside?: boolean;
  /** Fields of version 2, as they were written. */
  basis: Record<string, unknown>;
};
/** One condition. Values that are not chosen yet are null. */
export type Sentence = Common & {
  kind: 'sentence';
  fact: FactId;
  how: How;
  values: unknown[];
  isNegated: boolean;
};
export type Group = Common & { kind: 'group'; joint: Joint; rows: Row[] };
/** What the form cannot show: it stays as it is. */
export type RawRow = { kind: 'kept'; raw: unknown };
export type Row = Sentence | Group | RawRow;

export const basisFields = [
  'from',
  'until',
  'quote',
  'source',
  'reviewedBy',
  'reviewedOn',
] as const satisfies readonly (keyof Dating)[];
const basisNames: readonly string[] = basisFields;
const operators = ['eq', 'in', 'gte', 'lte', 'between'];
/** Groups in groups that the form shows. */
const deepest = 2;

type Plain = Record<string, unknown>;

/** The conditions of rules as rows; null where this is no list of conditions. */
export function readRows(rules: unknown): Row[] | null {
  if (!isRecord(rules) || !Array.isArray(rules.all)) return null;
  return rules.all.map((raw: unknown) => readRow(raw, 0, rules.version === 2));
}

function readRow(raw: unknown, depth: number, mayHaveBasis: boolean): Row {
  const rawRow: RawRow = { kind: 'kept', raw };
  if (!isRecord(raw)) return rawRow;
  const basis: Plain = {};
  const own: Plain = {};
  for (const [name, value] of Object.entries(raw))
    (mayHaveBasis && basisNames.includes(name) ? basis : own)[name] = value;
  if (!('not' in own)) return readInner(own, { raw, basis, isNegated: false, depth }) ?? rawRow;
  const { not: inner, because, ...odd } = own;
  if (Object.keys(odd).length > 0 || !isRecord(inner)) return rawRow;
  const isBecauseInside = 'because' in inner;
  if (isBecauseInside && because !== undefined) return rawRow;
  return (
    readInner(
      { ...(because === undefined ? {} : { because }), ...inner },
      { raw, basis, isNegated: true, isBecauseInside, depth },
    ) ?? rawRow
  );
}

type About = { raw: unknown; basis: Plain; isNegated: boolean; isBecauseInside?: boolean; depth: number };

function readInner(own: Plain, { depth, isNegated, ...about }: About): Row | null {
  const { because, fact, all, any, ...rest } = own;
  const common = { ...about, ...(because === undefined ? {} : { because }) };
  const list = all ?? any;
  if (list !== undefined) {
    const isOdd = fact !== undefined || (all !== undefined && any !== undefined) || Object.keys(rest).length > 0;
    if (isOdd || !Array.isArray(list) || depth >= deepest) return null;
    const joint: Joint = all === undefined ? (isNegated ? 'notAny' : 'any') : isNegated ? 'notAll' : 'all';
    return { kind: 'group', ...common, joint, rows: list.map((one: unknown) => readRow(one, depth + 1, false)) };
  }
  const used = Object.keys(rest);
  if (!isFactId(fact) || used.some((name) => !operators.includes(name))) return null;
  const isRange = used.length === 2 && 'gte' in rest && 'lte' in rest;
  const how = isRange ? ('range' as const) : (used[0] as Exclude<How, 'range'> | undefined);
  if (how === undefined || (used.length > 1 && !isRange)) return null;
  const given = isRange ? [rest.gte, rest.lte] : rest[how];
  const isList = isRange || how === 'in' || how === 'between';
  if (isList && (!Array.isArray(given) || (how === 'between' && given.length !== 2))) return null;
  const values: unknown[] = isList ? (given as unknown[]) : [given];
  // An object among the values is nothing that a control can show.
  if (values.some((value) => typeof value === 'object' && value !== null)) return null;
  return { kind: 'sentence', ...common, fact, how, values, isNegated };
}

/** The rules with these rows: what was not touched is the same object as before, in the same order of keys. */
export function writeRows(rows: readonly Row[], before: unknown): Plain | undefined {
  if (rows.length === 0) return undefined;
  const was = isRecord(before) ? before : { version: 1 };
  const all = rows.map(writeRow);
  const isDated = rows.some((row) => row.kind !== 'kept' && Object.keys(row.basis).length > 0);
  const version = isDated && was.version === 1 ? 2 : was.version;
  return inOrderOf(was, { ...was, ...(version === undefined ? {} : { version }), all });
}

export function writeRow(row: Row): unknown {
  if (row.kind === 'kept') return row.raw;
  const isNegated = row.kind === 'sentence' ? row.isNegated : row.joint === 'notAny' || row.joint === 'notAll';
  const own: Plain = row.kind === 'sentence' ? { fact: row.fact, ...operatorOf(row) } : membersOf(row);
  const because = row.because === undefined || row.because === '' ? {} : { because: row.because };
  const raw = isRecord(row.raw) ? row.raw : {};
  if (!isNegated) return inOrderOf(row.raw, { ...own, ...because, ...row.basis });
  const inner = inOrderOf(raw.not, { ...own, ...(row.isBecauseInside ? because : {}) });
  return inOrderOf(row.raw, { not: inner, ...(row.isBecauseInside ? {} : because), ...row.basis });
}

const membersOf = ({ joint, rows }: Group): Plain => ({
  [joint === 'all' || joint === 'notAll' ? 'all' : 'any']: rows.map(writeRow),
});

function operatorOf({ how, values }: Sentence): Plain {
  if (how === 'range') return { gte: values[0], lte: values[1] };
  return { [how]: how === 'in' || how === 'between' ? values : values[0] };
}

/** Where the members of a group stand below its own place. */
export const membersPath = ({ joint }: Group): RulePath =>
  joint === 'all' ? ['all'] : joint === 'any' ? ['any'] : ['not', joint === 'notAll' ? 'all' : 'any'];

/** Whether something is still to be chosen. */
export const isOpenRow = (row: Row): boolean =>
  row.kind === 'sentence'
    ? row.values.length === 0 || row.values.some((value) => value === null || value === undefined || value === '')
    : row.kind === 'group' && row.rows.length === 0;

/** A check was of what stood there: who changes the condition takes the check away. */
export function withoutReview<Of extends Sentence | Group>(before: Sentence | Group, next: Of): Of {
  const bare = (row: Sentence | Group) => writeRow({ ...row, raw: undefined, because: undefined, basis: {} });
  if (sameJson(bare(before), bare(next))) return next;
  const { reviewedBy: _, reviewedOn: __, ...basis } = next.basis;
  return { ...next, basis };
}
