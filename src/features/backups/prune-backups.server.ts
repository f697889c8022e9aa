import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How many days, weeks and months keep their newest backup. */
export type Retention = { days: number; weeks: number; months: number };

const whole = /^nagrik-(\d{4})-(\d\d)-(\d\d)T[\d-]{8}Z$/;
const dayMs = 24 * 3_600_000;

/** Names of whole backups in the folder, oldest first. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => whole.test(name)).sort();

/**
 * The newest backup of each of the last days, weeks (from Monday) and months that have one stays: after a long pause
 * nothing is removed for its age alone.
 */
export function backupsToRemove(names: string[], { days, weeks, months }: Retention): string[] {
  const newestFirst = names
    .filter((name) => whole.test(name))
    .sort()
    .toReversed();
  const keep = new Set<string>();
  const periods: [number, (name: string) => string | number][] = [
    [days, (name) => name.slice(0, 17)],
    // 1 January 1970 was a Thursday.
    [weeks, (name) => Math.floor((Date.parse(name.slice(7, 17)) / dayMs + 3) / 7)],
    [months, (name) => name.slice(0, 14)],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string | number>();
    for (const name of newestFirst) {
      const period = periodOf(name);
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      keep.add(name);
    }
  }
  return newestFirst.filter((name) => !keep.has(name)).toReversed();
}

/** @returns the names of those that are gone */
export async function pruneBackups(folder: string, retention: Retention): Promise<string[]> {
  const names = backupsToRemove(await backupsIn(folder), retention);
  for (const name of names) await rm(join(folder, name), { recursive: true });
  return names;
}
