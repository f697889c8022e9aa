import type { Rules } from './rules.ts';

// Rules of version 2: a top-level condition may carry `from` and `until` (inclusive); without them it always holds.

type Day = string;

const dayAfter = (day: Day): Day => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const dayBefore = (day: Day): Day => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Dates on which the set of conditions in force changes, sorted; empty for version 1. */
export function changeDays({ version, all }: Rules): Day[] {
  if (version === 1) return [];
  const days = all.flatMap(({ from, until }) => [...(from ? [from] : []), ...(until ? [dayAfter(until)] : [])]);
  return [...new Set(days)].sort();
}

/** One representative date of each span between two changes, in order. */
export function daysOfEachSpan(rules: Rules): Day[] {
  const days = changeDays(rules);
  return days.length === 0 ? [] : [dayBefore(days[0]!), ...days];
}

export const isInForce = ({ from, until }: Rules['all'][number], day: Day): boolean =>
  (from === undefined || from <= day) && (until === undefined || day <= until);

const bySpan = new WeakMap<Rules, Map<number, Rules>>();

/**
 * The rules reduced to the conditions in force on a date; the same object for every date of one span.
 * `all` is empty where no condition is in force.
 */
export function rulesOn(rules: Rules, day: Day): Rules {
  const days = changeDays(rules);
  if (days.length === 0) return rules;
  const span = days.filter((one) => one <= day).length;
  let known = bySpan.get(rules);
  if (!known) bySpan.set(rules, (known = new Map()));
  let own = known.get(span);
  if (!own) known.set(span, (own = { version: rules.version, all: rules.all.filter((one) => isInForce(one, day)) }));
  return own;
}
