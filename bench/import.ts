import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connect } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { seedIfEmpty } from '../src/features/importing/seed.server.ts';
import { readConfig } from '../src/platform/settings/config.server.ts';
import { ownFolder } from './own-folder.ts';

// Imports the given files into a freshly seeded PGlite, as `npm run import` does; then again, which must change
// nothing.
const files = process.argv.slice(2);
const absent = files.filter((file) => !existsSync(file));
if (files.length === 0 || absent.length > 0) {
  process.stderr.write(
    `${absent.map((file) => `There is no ${file}.\n`).join('')}Usage: npm run bench -- import FILE…\n`,
  );
  process.exit(2);
}
const dataDir = ownFolder();
const config = readConfig({ DATA_DIR: dataDir });
const connection = await connect({ dataDir });
await applyMigrations(connection);
await seedIfEmpty(connection, config, () => {});
await connection.close();

for (const run of ['first run', 'second run']) {
  const { seconds, peakMegabytes, lines } = await timedImport();
  process.stdout.write(
    `${run}: ${seconds.toFixed(1)} s with start-up, peak memory ${peakMegabytes} MB\n${lines.map((line) => `  ${line}\n`).join('')}`,
  );
}

function timedImport(): Promise<{ seconds: number; peakMegabytes: number; lines: string[] }> {
  const started = performance.now();
  const script = fileURLToPath(new URL('../scripts/import.ts', import.meta.url));
  const child = spawn(process.execPath, ['--liftoff-only', script, ...files, '--site', 'bench'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  // VmHWM, the kernel's peak resident set size, disappears with the process, so it is polled.
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    try {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      peakMegabytes = Math.max(peakMegabytes, Math.round(Number(peak ?? 0) / 1_000));
    } catch {
      /* the process has exited */
    }
  }, 50);
  return new Promise((resolve) => {
    child.on('exit', () => {
      clearInterval(watch);
      resolve({
        seconds: (performance.now() - started) / 1_000,
        peakMegabytes,
        lines: output
          .split('\n')
          .filter((line) => /entries in|^\s+[\d,]+ {2}(new|changed|unchanged|left|NOT)/.test(line)),
      });
    });
  });
}
