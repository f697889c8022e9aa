import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['src/testing/prepare-databases.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What the machine's settings are must not decide what a test sees.
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
  },
});
