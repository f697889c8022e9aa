import { type ChildProcess, spawn } from 'node:child_process';
import { relative } from 'node:path';
import { watch } from 'chokidar';
import { databaseNow } from '../src/platform/settings/database-place.server.ts';
import { isServerSource } from '../src/server-sources.ts';

const help = `Usage: npm run dev
Serves the site from the sources. A page that is open in the browser follows what you save; the server starts anew when its own code changes.`;

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(`${help}\n\n${databaseNow()}\n`);
  process.exit(0);
}

let server: ChildProcess | undefined;
let isStopping = false;
let isRestarting = false;

function start(): void {
  isRestarting = false;
  server = spawn(process.execPath, ['src/main.server.ts', '--dev'], { stdio: 'inherit' });
  server.once('exit', (code) => {
    server = undefined;
    if (isStopping) process.exit(code ?? 1);
    if (isRestarting) start();
    else process.stdout.write('The server has ended. It starts again with the next change.\n');
  });
}

// Not `node --watch`: it also watches the temporary files through which Vite reads its config, and restarts for ever.
watch('src', { ignoreInitial: true }).on('all', (_event, path) => {
  if (isStopping || !isServerSource(relative('.', path))) return;
  if (!isRestarting) process.stdout.write(`${path} has changed: the server starts anew …\n`);
  if (!server) return start();
  isRestarting = true;
  server.kill('SIGTERM');
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true;
    if (server) server.kill(signal);
    else process.exit(0);
  });
}
start();
