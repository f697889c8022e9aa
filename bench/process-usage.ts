import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * CPU seconds since the process started, user and system; with `children`, including all of its descendants. Linux
 * counts in hundredths.
 */
export function cpuSeconds(pid: number, { children = false } = {}): number {
  const fields = statOf(pid);
  if (!fields) return 0;
  const ticks = (from: number, to: number) => fields.slice(from, to).reduce((sum, text) => sum + Number(text), 0);
  if (!children) return ticks(11, 13) / 100;
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))?.[1]) === pid)
    .reduce((sum, name) => sum + cpuSeconds(Number(name)), 0);
  return ticks(11, 15) / 100 + living;
}

/** Fields of /proc/PID/stat after the name: state, parent, … */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return null;
  }
}

export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** The PID of a local PostgreSQL's postmaster; null where the database runs elsewhere. */
export async function postmasterOf(databaseUrl: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]!.pid;
  const isHere = commandOf(pid).startsWith('postgres');
  const parent = isHere ? Number(statOf(pid)?.[1]) : null;
  await client.end();
  return parent;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * For equidistant samples: means of the first and the last third, and the slope of a linear fit in per cent of the mean
 * per ten minutes.
 */
export function growthOf(samples: number[], secondsApart: number): { first: number; last: number; slope: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const third = Math.max(1, Math.floor(samples.length / 3));
  const [overall, middle] = [mean(samples), (samples.length - 1) / 2];
  const spread = samples.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  const rise =
    spread === 0 ? 0 : samples.reduce((sum, value, index) => sum + (index - middle) * (value - overall), 0) / spread;
  return {
    first: mean(samples.slice(0, third)),
    last: mean(samples.slice(-third)),
    slope: (((rise / secondsApart) * 600) / overall) * 100,
  };
}
