import { keepCompiledModules } from '../src/platform/process/compile-cache.server.ts';

// Backups hold personal data: readable by the owner only.
process.umask(0o077);
keepCompiledModules();
const { runBackup } = await import('../src/commands/backup-commands.server.ts');
process.exitCode = await runBackup(process.argv.slice(2));
