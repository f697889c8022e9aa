import { defineConfig } from 'vitest/config';
import { readSuites } from './src/testing/suites.ts';

const { TEST_DATABASE_URL, SLOW_TESTS } = process.env;
const chosen = readSuites().filter(
  ({ isSlow, onBoth }) => (onBoth || !TEST_DATABASE_URL) && !(isSlow && SLOW_TESTS === 'off'),
);
const named = (isAlone: boolean) => chosen.filter((file) => file.isAlone === isAlone).map(({ name }) => name);
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
          include: named(false),
          isolate: false,
          env: { NODE_ENV: 'production' },
        },
      },
      { extends: true, test: { name: 'its own process', include: named(true), execArgv } },
    ],
  },
});
