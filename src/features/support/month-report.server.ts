import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { monthReports } from '../../database/schema.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { countModeration } from '../moderation/month-figures.queries.server.ts';
import { acts, reportReasons } from '../moderation/moderation.contract.ts';
import { csvLine } from './escape-csv.ts';
import { grievanceCategories } from './support.contract.ts';
import { countComplaints } from './support.queries.server.ts';

/** What the rules in India ask a site to publish each month: numbers only. */
export const reportGroups = {
  complaints: grievanceCategories,
  reports: reportReasons,
  site: ['held', 'removed', 'hidden'],
  acts: [...acts, 'MERGE', 'UNMERGE'],
  appeals: ['made', 'upheld', 'overturned'],
  median_minutes: ['complaints', 'reports', 'site'],
} as const;
const published = new Set(
  Object.entries(reportGroups).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
);
export type ReportGroup = keyof typeof reportGroups;
type MonthReport = { month: string; figures: Record<string, number> };

/** As long as what they count stays: acts on people who left for 180 days. */
const months = 6;

/** The month that runs, and five before it, the newest first. */
export function monthsReported(now: Date): string[] {
  const [year, month] = dayInIndia(now).split('-').map(Number);
  // In UTC: the month before January is December.
  return Array.from({ length: months }, (_, back) =>
    new Date(Date.UTC(year!, month! - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** @param names of months, the newest first; at least one */
async function countMonths(db: Queryable, names: string[]): Promise<MonthReport[]> {
  const since = new Date(`${names.at(-1)!}-01T00:00:00+05:30`);
  const counted = [...(await countModeration(db, since)), ...(await countComplaints(db, since))];
  // By the API a complaint may come with a category of its sender's own words.
  const figures = counted.filter(({ name }) => published.has(name));
  return names.map((name) => ({
    month: name,
    figures: Object.fromEntries(figures.filter((one) => one.month === name).map((one) => [one.name, one.value])),
  }));
}

/** Of each of `monthsReported`: as stored, or as counted now. */
export async function readMonthReports(db: Queryable, now: Date): Promise<MonthReport[]> {
  const names = monthsReported(now);
  const stored = await db.select().from(monthReports).where(inArray(monthReports.month, names));
  const counted = await countMonths(
    db,
    names.filter((name) => stored.every(({ month }) => month !== name)),
  );
  return names.map((name) => [...stored, ...counted].find(({ month }) => month === name)!);
}

/**
 * Stores the months that have been over for a day, each once: what leaves with an account later stays in what was
 * published.
 */
export async function storeMonthReports(db: Queryable, now: Date): Promise<void> {
  const over = monthsReported(new Date(now.getTime() - 86_400_000)).slice(1);
  if ((await db.$count(monthReports, inArray(monthReports.month, over))) === over.length) return;
  await db
    .insert(monthReports)
    .values(await countMonths(db, over))
    .onConflictDoNothing();
}

/** Each figure in a line, with those that are 0; of a month without any, no median. */
export function reportCsv(reports: MonthReport[]): string {
  const lines = reports.flatMap(({ month, figures }) =>
    (Object.keys(reportGroups) as ReportGroup[]).flatMap((group) =>
      reportGroups[group].flatMap((name) => {
        const value = figures[`${group}.${name}`] ?? (group === 'median_minutes' ? null : 0);
        return value === null ? [] : [csvLine([month, group, name, value])];
      }),
    ),
  );
  return [csvLine(['month', 'group', 'name', 'value']), ...lines, ''].join('\r\n');
}
