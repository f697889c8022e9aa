import { keepCompiledModules } from '../src/platform/process/compile-cache.server.ts';

keepCompiledModules();
const { runCommand } = await import('../src/commands/run-command.server.ts');
process.exitCode = await runCommand('rotate-secret', process.argv.slice(2));
