import { fileURLToPath } from 'node:url';
import { quickenImports } from '../src/platform/quick-imports.server.ts';

// What this writes holds personal data: it is the owner's alone.
process.umask(0o077);
quickenImports(fileURLToPath(new URL('../node_modules/.nagrik/compiled', import.meta.url)));
const { runBackup } = await import('../src/features/backups/run-backup.server.ts');
process.exitCode = await runBackup(process.argv.slice(2));
