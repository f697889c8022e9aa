import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { onBothDatabases } from './src/testing/both-databases.ts';
import { inOwnProcess } from './src/testing/own-process.ts';
import { slowTests } from './src/testing/slow-tests.ts';

const { TEST_DATABASE_URL, SLOW_TESTS } = process.env;
const chosen = TEST_DATABASE_URL ? onBothDatabases : ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];
const left = new Set(SLOW_TESTS === 'off' ? globSync(slowTests) : []);
const files = globSync(chosen).filter((file) => !left.has(file));
const own = globSync(inOwnProcess).filter((file) => files.includes(file));
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
    // A busy machine needs more than a second for what a test waits for.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        // The built pages choose their React by NODE_ENV; the site's is this one.
        oxc: { jsx: { development: false } },
        test: {
          name: 'a shared process',
          include: files,
          exclude: inOwnProcess,
          isolate: false,
          env: { NODE_ENV: 'production' },
        },
      },
      { extends: true, test: { name: 'its own process', include: own, execArgv } },
    ],
  },
});
