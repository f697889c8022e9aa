import { keepCompiledModules } from '../src/platform/process/compile-cache.server.ts';

const [command = '', ...args] = process.argv.slice(2);
const known = ['publish', 'unpublish', 'remove', 'stale'];

if (known.includes(command)) {
  keepCompiledModules();
  const { runCommand } = await import('../src/commands/run-command.server.ts');
  process.exitCode = await runCommand(command, args);
} else {
  process.stdout.write(`What shall be done? One of: ${known.map((name) => `npm run ${name} -- --help`).join(', ')}\n`);
  process.exitCode = command === '--help' || command === '-h' ? 0 : 2;
}
