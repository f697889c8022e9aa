import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { benchServer } from './own-database.ts';

// R23: the random sequences of the test, ten thousand of them, on two instances over one PostgreSQL.
const [howMany = '10000', seed = '1'] = process.argv.slice(2);
const file = 'src/features/studio/pieces/sequences-at-once.test.ts';
const run = spawn('npx', ['vitest', 'run', '--maxWorkers=1', file], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'test',
    TEST_DATABASE_URL: benchServer(),
    STUDIO_SEQUENCES: howMany,
    STUDIO_SEED: seed,
  },
});
run.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
