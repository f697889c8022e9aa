import { createContext, use } from 'react';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';

/** Numbers whose check is overdue, with the day of the last one; one provider around the server-rendered page. */
export const OverdueHelplines = createContext<ReadonlyMap<string, string>>(new Map());

/** Tells readers that the check of a number beside it is overdue, once for all of them. */
export function HelplinesCheck({ numbers }: { numbers: readonly string[] }) {
  const overdue = use(OverdueHelplines);
  const days = numbers.flatMap((number) => overdue.get(number) ?? []);
  return <CheckedLongAgo on={days.toSorted()[0] ?? null} />;
}
