import { boundedMap } from '../../platform/process/bounded-map.ts';

/** Quotas for 24 hours: rows for an IPv4 address or /64, rows for a /48, and views of one item for the former. */
const mostRows = { own: 2_000, by48: 20_000 };
export const mostViews = 20;

const dayMs = 24 * 3_600_000;

/**
 * The sender's networks, as keyed hashes (no IP address is stored). `ofDay`: of the IPv4 address or /48 and this day,
 * so that nobody can follow a network from one day to the next.
 */
export type BeaconNetworks = { own: string; by48: string | null; ofDay?: string };

export const shareKeys = ({ own, by48 }: BeaconNetworks): [key: string, most: number][] => [
  [`beacons:${own}`, mostRows.own],
  ...(by48 === null ? [] : [[`beacons-48:${by48}`, mostRows.by48] as [string, number]]),
];

/** In-memory mirror of the quotas, so that a flood never reaches the database, which stays authoritative. */
export function createShares(now: () => number = Date.now) {
  const known = boundedMap<string, { rows: number; endsAt: number }>(20_000);
  const rowsOf = (key: string) => {
    const share = known.get(key);
    return share === undefined || share.endsAt <= now() ? 0 : share.rows;
  };
  const set = (key: string, rows: number) => {
    const share = known.get(key);
    known.set(key, { rows, endsAt: share === undefined || share.endsAt <= now() ? now() + dayMs : share.endsAt });
  };
  return {
    /** Reserves quota. @returns how many of `rows` fit */
    take(networks: BeaconNetworks, rows: number): number {
      const keys = shareKeys(networks);
      const fits = Math.max(0, Math.min(rows, ...keys.map(([key, most]) => most - rowsOf(key))));
      if (fits > 0) for (const [key] of keys) set(key, rowsOf(key) + fits);
      return fits;
    },
    /** Merges the database's counts, which include all instances. */
    note(counts: Map<string, number>): void {
      for (const [key, rows] of counts) if (rows > rowsOf(key)) set(key, rows);
    },
  };
}
