import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, programsFolder, runAs, unprivilegedUser } from '../../scripts/own-postgres.ts';
import { wait } from './site.ts';

export type Cluster = {
  url: string;
  folder: string;
  /** SIGKILL to every process of the cluster, as on a power failure. */
  kill(): Promise<void>;
  /** @returns once it accepts connections */
  start(): Promise<void>;
  /** Sends SIGSTOP or SIGCONT to every process of the cluster. */
  signal(signal: NodeJS.Signals): void;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** A standby of it, which streams. */
  makeStandby(): Promise<Cluster>;
};

/**
 * A durable PostgreSQL cluster (fsync, checksums) of our own for fault tests; null where PostgreSQL is not installed.
 */
export async function makeCluster(parent = '/tmp'): Promise<Cluster | null> {
  const bin = programsFolder();
  return bin === null ? null : openCluster(bin, parent);
}

async function openCluster(bin: string, parent: string, primary?: string): Promise<Cluster> {
  const port = await freePort();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const folder = mkdtempSync(join(parent, 'nagrik-faults-'));
  if (user) spawnSync('chown', [user, folder]);
  const run = (program: string, args: string[]) => {
    const [command = '', ...rest] = [...runAs(user), join(bin, program), ...args];
    return spawnSync(command, rest, { encoding: 'utf8', cwd: folder });
  };
  const made = primary
    ? run('pg_basebackup', ['-D', join(folder, 'data'), '-d', primary, '-R', '-c', 'fast'])
    : run('initdb', [
        '-D',
        join(folder, 'data'),
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--data-checksums',
      ]);
  if (made.status !== 0) throw new Error(`The cluster was not made: ${made.stderr}`);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;

  const cluster: Cluster = {
    url,
    folder,
    async start() {
      const [command = '', ...rest] = [
        ...runAs(user),
        join(bin, 'postgres'),
        '-D',
        join(folder, 'data'),
        '-p',
        String(port),
        '-k',
        folder,
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'max_connections=300',
        '-c',
        'shared_buffers=32MB',
        '-c',
        'max_wal_size=64MB',
        '-c',
        'min_wal_size=32MB',
      ];
      server = spawn(command, rest, { cwd: folder, stdio: 'ignore' });
      for (;;) {
        if (run('pg_isready', ['-h', '127.0.0.1', '-p', String(port)]).status === 0) return;
        if (server.exitCode !== null) throw new Error('PostgreSQL did not start.');
        await wait(50);
      }
    },
    async kill() {
      const ended = new Promise((resolve) => server?.once('exit', resolve));
      for (const pid of processesOf(server)) send(pid, 'SIGKILL');
      await ended;
      rmSync(join(folder, 'data/postmaster.pid'), { force: true });
    },
    signal(signal) {
      for (const pid of processesOf(server)) send(pid, signal);
    },
    async query(sql) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client
        .query(sql)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    },
    makeStandby: () => openCluster(bin, parent, url),
  };
  process.once('exit', () => {
    cluster.signal('SIGCONT');
    for (const pid of processesOf(server)) send(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await cluster.start();
  return cluster;
}

/** Postmaster first: if a child died first, the postmaster would start crash recovery. */
function processesOf(server: ChildProcess | null): number[] {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return [];
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server.pid);
  return [server.pid, ...children.map(Number)];
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has exited meanwhile.
  }
}
