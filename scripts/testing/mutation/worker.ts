import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import { type Mutant, withMutant } from './make-mutants.ts';

/** What the parent sends: a mutant to try, or null for the code as it is. */
export type Trial = { file: string; mutant: Mutant } | null;

const tests = JSON.parse(process.env.MUTATION_TESTS ?? '[]') as string[];
let current: Trial = null;

// One vitest for all mutants: only the changed module is transformed anew, and template databases are built once.
const vitest = await createVitest(
  {
    watch: false,
    // It would answer with the module as it was before the change.
    fsModuleCache: false,
    reporters: [{}],
    bail: 1,
    maxWorkers: 1,
    isolate: process.env.MUTATION_ISOLATE !== 'no',
    fileParallelism: false,
    silent: true,
    onConsoleLog: () => false,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform(_code, id) {
          const path = id.split('?', 1)[0];
          if (!current || path !== resolve(current.file)) return undefined;
          return withMutant(readFileSync(current.file, 'utf8'), current.mutant);
        },
      },
    ],
  },
);
const specifications = await vitest.globTestSpecifications(tests);

process.on('message', (trial: Trial) => void run(trial));
process.on('disconnect', () => process.exit(0));
process.send!({ isReady: true, files: specifications.length });

async function run(trial: Trial): Promise<void> {
  const changed = [current, trial].map((each) => each?.file).filter((file) => file !== undefined);
  current = trial;
  for (const file of changed) vitest.invalidateFile(resolve(file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  const isKilled = unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
  process.send!({ isKilled, tests: testModules.length });
}
