import { spawnSync } from 'node:child_process';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'Usage: npm run validate   types, format, lint with import boundaries and cycles, migrations, dependencies, tests\n',
  );
  process.exit(0);
}

for (const [name, ...command] of [
  ['types', 'npm', 'run', '-s', 'types'],
  ['format', 'npx', 'prettier', '--check', '.', '--log-level', 'warn'],
  ['lint', 'npm', 'run', '-s', 'lint'],
  ['migrations', process.execPath, 'scripts/check-migrations.ts'],
  ['dependencies', process.execPath, 'scripts/audit.ts'],
  ['tests', process.execPath, 'scripts/test.ts', '--all'],
]) {
  process.stdout.write(`\n=== ${name}\n`);
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
