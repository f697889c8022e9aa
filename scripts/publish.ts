import { fileURLToPath } from 'node:url';
import { quickenImports } from '../src/platform/quick-imports.server.ts';

const [command = '', ...args] = process.argv.slice(2);
const known = ['publish', 'unpublish', 'remove', 'stale'];

if (known.includes(command)) {
  quickenImports(fileURLToPath(new URL('../node_modules/.nagrik/compiled', import.meta.url)));
  const { runCommand } = await import('../src/features/importing/run-command.server.ts');
  process.exitCode = await runCommand(command, args);
} else {
  process.stdout.write(`What shall be done? One of: ${known.map((name) => `npm run ${name} -- --help`).join(', ')}\n`);
  process.exitCode = command === '--help' || command === '-h' ? 0 : 2;
}
