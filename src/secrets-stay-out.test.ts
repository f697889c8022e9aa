import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

describe('what may hold secrets stays out', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const secrets = [
    'deploy/nagrik.env',
    'nagrik.env',
    '.env',
    '.env.production',
    'deploy/certificates/privkey.pem',
    'deploy/certificates/fullchain.pem',
    'deploy/site.key',
    'data/auth-secret',
    'data/pglite/base/1/2',
    'auth-secret',
    'backups/2026-11-22/database.dump',
    'deploy/backups/a.tar.gz',
    'nagrik.dump',
    'site.sql.gz',
    'id_ed25519',
  ];
  const needed = ['package.json', 'src/main.server.ts', 'src/features/backups/run-backup.server.ts', 'public/sw.js'];

  it('of git', () => {
    const ignored = (path: string) =>
      spawnSync('git', ['check-ignore', '-q', '--no-index', path], { cwd: root }).status;
    // A copy without its git history.
    if (!existsSync(join(root, '.git'))) return;
    expect(secrets.filter((path) => ignored(path) !== 0)).toEqual([]);
    expect(needed.filter((path) => ignored(path) === 0)).toEqual([]);
  });

  /** Docker's matching: relative to the root, `**` for any folders; a folder's name matches everything in it. */
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(
      (line) =>
        new RegExp(
          `^${line
            .split(/(\*\*\/|\*)/)
            .map((part) =>
              part === '**/' ? '(?:.*/)?' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
            )
            .join('')}(?:/.*)?$`,
        ),
    );
  const isSent = (path: string) => !patterns.some((pattern) => pattern.test(path));

  it('of what Docker is sent', () => {
    expect(secrets.filter(isSent)).toEqual([]);
    expect(needed.filter((path) => !isSent(path))).toEqual([]);
    const { stdout } = spawnSync('git', ['ls-files', 'src', 'public', 'content', 'scripts'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout.split('\n').filter((path) => path !== '' && !isSent(path))).toEqual([]);
  });

  it('of the image, which is copied by name', () => {
    const copied = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(copied.filter((path) => ['.', './', '..', 'deploy', 'data'].includes(path) || path.includes('*'))).toEqual(
      [],
    );
  });
});
