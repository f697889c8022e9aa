import { keepCompiledModules } from '../src/platform/process/compile-cache.server.ts';

keepCompiledModules();
const [action, ...rest] = process.argv.slice(2);
if (action === 'remove' && !rest.includes('--help')) {
  const { runCommand } = await import('../src/commands/run-command.server.ts');
  process.exitCode = await runCommand('remove-media', rest);
} else {
  const { runMedia } = await import('../src/commands/media-command.server.ts');
  process.exitCode = await runMedia(process.argv.slice(2));
}
