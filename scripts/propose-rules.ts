import { keepCompiledModules } from '../src/platform/process/compile-cache.server.ts';

keepCompiledModules();
const { runProposeRules } = await import('../src/commands/propose-rules-command.server.ts');
const { terminal } = await import('../src/platform/process/command.ts');
process.exitCode = await runProposeRules(process.argv.slice(2), terminal);
