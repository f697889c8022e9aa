import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const files = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];
// What needs no database gives the same answer twice, so it runs with PGlite alone.
const needsDatabase = (file: string) =>
  /database|postgres|build-test-app|run-process/i.test(readFileSync(file, 'utf8'));

export default defineConfig({
  test: {
    include: process.env.TEST_DATABASE_URL ? globSync(files).filter(needsDatabase) : files,
    globalSetup: ['src/testing/prepare-databases.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What the machine's settings are must not decide what a test sees.
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
  },
});
