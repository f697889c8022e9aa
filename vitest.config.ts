import { defineConfig } from 'vitest/config';
import { onBothDatabases } from './src/testing/both-databases.ts';

const files = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];
export default defineConfig({
  test: {
    include: process.env.TEST_DATABASE_URL ? onBothDatabases : files,
    globalSetup: ['src/testing/prepare-databases.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A test's PGlite lives for seconds: optimizing more than its busiest functions takes longer than it saves.
    execArgv: ['--wasm-tiering-budget=200000000'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // What the machine's settings are must not decide what a test sees.
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
  },
});
