import { keepCompiledModules } from '../src/platform/compile-cache.server.ts';

keepCompiledModules();
const { runCommand } = await import('../src/commands/run-command.server.ts');
process.exitCode = await runCommand('check-links', process.argv.slice(2));
