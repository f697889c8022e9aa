import { fileURLToPath } from 'node:url';
import { quickenImports } from '../src/platform/quick-imports.server.ts';

quickenImports(fileURLToPath(new URL('../node_modules/.nagrik/compiled', import.meta.url)));
const [action, ...rest] = process.argv.slice(2);
if (action === 'remove' && !rest.includes('--help')) {
  const { runCommand } = await import('../src/features/importing/run-command.server.ts');
  process.exitCode = await runCommand('remove-media', rest);
} else {
  const { runMedia } = await import('../src/features/backups/run-media.server.ts');
  process.exitCode = await runMedia(process.argv.slice(2));
}
