import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { BackupError } from './backup-folder.server.ts';

// Arguments are visible to every user of the machine (ps), so the password goes through libpq's environment variables.
const parameters: Record<string, string> = {
  host: 'PGHOST',
  port: 'PGPORT',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
};

function libpqEnvironment(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const settings: Record<string, string> = { PGAPPNAME: 'nagrik-backup', PGCONNECT_TIMEOUT: '10' };
  const set = (name: string, value: string) => {
    if (value !== '') settings[name] = decodeURIComponent(value);
  };
  set('PGHOST', url.hostname.replace(/^\[|\]$/g, ''));
  set('PGPORT', url.port);
  set('PGUSER', url.username);
  set('PGPASSWORD', url.password);
  set('PGDATABASE', url.pathname.slice(1));
  for (const [name, value] of url.searchParams) if (parameters[name]) settings[parameters[name]] = value;
  return settings;
}

export type Program = 'pg_dump' | 'pg_restore' | 'psql';
export type Running = {
  child: ChildProcess;
  /** @throws BackupError with the last lines of stderr */
  done: Promise<void>;
};

/** Runs one of PostgreSQL's programs. `onWord` gets each line of stderr. */
export function runProgram(
  program: Program,
  args: string[],
  databaseUrl: string | null,
  stdio: { input?: 'pipe'; output?: 'pipe' } = {},
  onWord: (line: string) => void = () => {},
): Running {
  const child = spawn(program, args, {
    env: { ...process.env, ...(databaseUrl === null ? {} : libpqEnvironment(databaseUrl)) },
    stdio: [stdio.input ?? 'ignore', stdio.output ?? 'ignore', 'pipe'],
  });
  const printed: string[] = [];
  createInterface({ input: child.stderr as Readable, crlfDelay: Infinity }).on('line', (line) => {
    onWord(line);
    printed.push(line);
    if (printed.length > 20) printed.shift();
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new BackupError(
              `${program} is not installed. It comes with PostgreSQL's client programs: apt-get install postgresql-client`,
            )
          : error,
      ),
    );
    child.once('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            new BackupError(
              `${program} failed (${signal ?? code}): ${printed
                .filter((line) => /error|fatal|aborting|:/i.test(line))
                .slice(-4)
                .join(' / ')}`,
            ),
          ),
    );
  });
  // Marked as handled: callers that write to stdin await the pipe before this promise.
  done.catch(() => {});
  return { child, done };
}

/** Row counts by table in pg_restore's SQL output; empty tables are absent. `onLine` gets each line. */
export async function countDumpedRows(
  sql: Readable,
  onBytes: (bytes: number) => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let table: string | null = null;
  for await (const line of createInterface({ input: sql, crlfDelay: Infinity })) {
    onBytes(line.length + 1);
    if (table === null) {
      const name = /^COPY (\S+) .*FROM stdin;$/.exec(line)?.[1]?.replaceAll('"', '');
      if (name !== undefined) counts[(table = name)] = 0;
    } else if (line === '\\.') table = null;
    else counts[table]! += 1;
  }
  return counts;
}
