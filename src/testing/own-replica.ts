import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, programsFolder, runAs, unprivilegedUser } from '../../scripts/own-postgres.ts';

/** Starts a streaming replica of a cluster that the test owns, on a free port of 127.0.0.1. */
export async function startOwnReplica(primaryUrl: string): Promise<{ url: string; stop(): void }> {
  const bin = programsFolder();
  if (bin === null) throw new Error('PostgreSQL is not installed.');
  const port = await freePort();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const folder = mkdtempSync('/tmp/nagrik-replica-');
  if (user) spawnSync('chown', [user, folder]);
  const data = join(folder, 'data');
  const [first = '', ...prefix] = [...runAs(user), join(bin, 'pg_basebackup')];
  const copied = spawnSync(
    first,
    [...prefix, '-d', `${primaryUrl}/postgres`, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    { encoding: 'utf8', cwd: folder },
  );
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr}`);

  const [command = '', ...rest] = [
    ...runAs(user),
    join(bin, 'postgres'),
    '-D',
    data,
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
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0;
  for (let waited = 0; !isReady(); waited += 1) {
    if (waited > 300 || server.exitCode !== null) throw new Error('The replica did not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const stop = () => {
    const [stopper = '', ...args] = [...runAs(user), join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop'];
    spawnSync(stopper, args, { cwd: '/tmp' });
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
