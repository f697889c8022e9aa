import { keepCompiledModules } from '../src/platform/process/compile-cache.server.ts';

// Restored files hold personal data: readable by the owner only.
process.umask(0o077);
keepCompiledModules();
const { runDrill } = await import('../src/commands/backup-commands.server.ts');
process.exitCode = await runDrill(process.argv.slice(2));
