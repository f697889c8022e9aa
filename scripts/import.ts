import { fileURLToPath } from 'node:url';
import { quickenImports } from '../src/platform/quick-imports.server.ts';

quickenImports(fileURLToPath(new URL('../node_modules/.nagrik/compiled', import.meta.url)));
const { runCommand } = await import('../src/features/importing/run-command.server.ts');
process.exitCode = await runCommand('import', process.argv.slice(2));
