import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Installs a tool that only benchmarks need into a temporary folder. @returns its package folder */
export function fromNpm(name: string, version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'nagrik-tool-'));
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`],
    { stdio: 'inherit', env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' } },
  );
  if (status !== 0) throw new Error(`${name} could not be installed`);
  return join(folder, 'node_modules', name);
}
