import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ownFolder } from './own-folder.ts';

/** Installs a tool that only benchmarks need into a temporary folder. @returns its package folder */
export function fromNpm(name: string, version: string): string {
  const folder = ownFolder();
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`],
    { stdio: 'inherit', env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' } },
  );
  if (status !== 0) {
    process.stdout.write(`SKIPPED  ${name} ${version} could not be fetched from npm.\n`);
    process.exit(0);
  }
  return join(folder, 'node_modules', name);
}
