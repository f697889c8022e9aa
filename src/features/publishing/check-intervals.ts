/** After how many days something is checked again, and why so soon. The only table of these. */
export const checkIntervals = {
  // Somebody in danger dials it; numbers move with contracts and elections.
  helpline: 90,
  // Fees change with budgets and notifications, twice a year at most.
  fee: 180,
  // Amounts, limits and last days change with budgets, of the Union and of the States.
  scheme: 180,
  // Explains a law or a procedure, which lasts.
  article: 365,
  video: 365,
  webstory: 365,
  page: 365,
  cta: 365,
  // Lists of papers and the days of the law stand in rules that are amended once in some years.
  paper: 365,
  letter: 365,
} as const;
export type CheckedKind = keyof typeof checkIntervals;

const day = 86_400_000;

/** @param checkedOn a day, '2026-11-22'; null: never, so it is due */
export function nextCheckOn(kind: CheckedKind, checkedOn: string | null): string | null {
  if (checkedOn === null) return null;
  return new Date(Date.parse(checkedOn) + checkIntervals[kind] * day).toISOString().slice(0, 10);
}

/** @param today the day in India */
export const isOverdue = (kind: CheckedKind, checkedOn: string | null, today: string): boolean =>
  checkedOn === null || nextCheckOn(kind, checkedOn)! < today;

/** The oldest of the overdue days; null where none is. What was never compared says so itself. */
export function overdueSince(kind: CheckedKind, days: (string | null)[], today: string): string | null {
  const overdue = days.filter((day) => day !== null).filter((day) => isOverdue(kind, day, today));
  return overdue.toSorted()[0] ?? null;
}
