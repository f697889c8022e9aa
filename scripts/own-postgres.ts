import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export type OwnPostgres = { url: string; stop(): void };

/** A temporary PostgreSQL cluster on a free port of 127.0.0.1; null where PostgreSQL is not installed. */
export async function startOwnPostgres(): Promise<OwnPostgres | null> {
  const bin = programsFolder();
  if (bin === null) return null;
  const port = await freePort();
  // initdb refuses to run as root.
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  removeAbandoned(bin, user);
  const folder = mkdtempSync('/tmp/nagrik-postgres-');
  writeFileSync(join(folder, 'owner'), String(process.pid));
  if (user) spawnSync('chown', ['-R', user, folder]);
  const prefix = runAs(user);
  const run = (program: string, args: string[]) => {
    const [command = '', ...rest] = [...prefix, join(bin, program), ...args];
    return spawnSync(command, rest, { encoding: 'utf8', cwd: folder });
  };

  const made = run('initdb', [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const [command = '', ...rest] = [
    ...prefix,
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
    'fsync=off',
    '-c',
    'max_connections=200',
  ];
  const server = spawn(command, rest, { cwd: folder, stdio: 'ignore' });
  const isReady = () => run('pg_isready', ['-h', '127.0.0.1', '-p', String(port)]).status === 0;
  for (let waited = 0; !isReady(); waited += 1) {
    if (waited > 100 || server.exitCode !== null) throw new Error('PostgreSQL did not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }

  const stop = () => {
    run('pg_ctl', ['-D', join(folder, 'data'), '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    stop: () => {
      process.removeListener('exit', stop);
      stop();
    },
  };
}

export const runAs = (user: string | null) =>
  user ? ['setpriv', `--reuid=${user}`, `--regid=${group(user)}`, '--clear-groups', '--'] : [];
const group = (user: string) => spawnSync('id', ['-gn', user], { encoding: 'utf8' }).stdout.trim();

/** Stops and removes the clusters of killed test runs. */
function removeAbandoned(bin: string, user: string | null): void {
  for (const name of readdirSync('/tmp').filter((entry) => entry.startsWith('nagrik-postgres-'))) {
    const folder = join('/tmp', name);
    try {
      const owner = Number(readFileSync(join(folder, 'owner'), 'utf8'));
      if (!Number.isInteger(owner) || owner < 2 || existsSync(`/proc/${owner}`)) continue;
      const [command = '', ...rest] = [
        ...runAs(user),
        join(bin, 'pg_ctl'),
        '-D',
        join(folder, 'data'),
        '-m',
        'immediate',
        'stop',
      ];
      spawnSync(command, rest, { cwd: '/tmp' });
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It belongs to another user, or to a run that is just starting.
    }
  }
}

export function programsFolder(): string | null {
  const home = '/usr/lib/postgresql';
  const newest = existsSync(home)
    ? readdirSync(home)
        .sort((a, b) => Number(b) - Number(a))
        .find((version) => existsSync(join(home, version, 'bin/initdb')))
    : undefined;
  if (newest) return join(home, newest, 'bin');
  const found = spawnSync('sh', ['-c', 'command -v initdb'], { encoding: 'utf8' }).stdout.trim();
  return found === '' ? null : found.replace(/\/initdb$/, '');
}

export const unprivilegedUser = () => (spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody');

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() =>
          address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
        );
      });
  });
}
