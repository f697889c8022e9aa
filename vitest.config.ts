import { defineConfig } from 'vitest/config';
import { onBothDatabases } from './src/testing/both-databases.ts';
import { inSharedProcess } from './src/testing/shared-process.ts';

const files = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];
const { TEST_DATABASE_URL, MUTATION_FOLDER } = process.env;
// A test's PGlite lives for seconds: optimizing more than its busiest functions takes longer than it saves.
const execArgv = ['--wasm-tiering-budget=200000000'];

export default defineConfig({
  test: {
    globalSetup: ['src/testing/prepare-databases.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // What the machine's settings are must not decide what a test sees.
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    // Mutation testing says itself what its trials share. Projects add their lists to these ones.
    ...(TEST_DATABASE_URL || MUTATION_FOLDER
      ? { include: TEST_DATABASE_URL ? onBothDatabases : files, execArgv }
      : {
          projects: [
            {
              extends: true,
              test: { name: 'shared', include: inSharedProcess, isolate: false, sequence: { groupOrder: 1 } },
            },
            {
              extends: true,
              test: { name: 'own', include: files, exclude: inSharedProcess, execArgv, sequence: { groupOrder: 2 } },
            },
          ],
        }),
  },
});
