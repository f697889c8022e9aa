import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { onBothDatabases } from './src/testing/both-databases.ts';
import { inOwnProcess } from './src/testing/own-process.ts';

const { TEST_DATABASE_URL, MUTATION_FOLDER } = process.env;
const files = TEST_DATABASE_URL ? onBothDatabases : ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];
const all = new Set(globSync(files));
const own = globSync(inOwnProcess).filter((file) => all.has(file));
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
    ...(MUTATION_FOLDER
      ? { include: files, execArgv }
      : {
          // A busy machine needs more than a second for what a test waits for; a trial of a mutant must fail soon.
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
        }),
  },
});
