import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const knowsCommit = (commit: string) =>
  spawnSync('git', ['-C', root, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`]).status === 0;

/** Writes a commit into `folder`, with its own packages, and builds it. Says SKIPPED and exits where npm has none. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder);
  execFileSync('sh', ['-c', `git -C "$1" archive "$2" | tar x -C "$3"`, 'sh', root, commit, folder]);
  const lock = (path: string) => execFileSync('git', ['-C', root, 'hash-object', path], { encoding: 'utf8' });
  if (lock(join(folder, 'package-lock.json')) === lock(join(root, 'package-lock.json')))
    cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  else installPackages(commit, folder);
  process.stdout.write(`Building ${commit} …\n`);
  for (const script of [['node_modules/@react-router/dev/bin.cjs', 'build'], ['scripts/compress-assets.mjs']])
    execFileSync(process.execPath, script, { cwd: folder, stdio: 'ignore' });
}

function installPackages(commit: string, folder: string): void {
  process.stdout.write(`Installing the packages of ${commit} …\n`);
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  if (status === 0) return;
  process.stdout.write(`SKIPPED  npm could not install the packages of ${commit}.\n`);
  process.exit(0);
}
