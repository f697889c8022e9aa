import { readFileSync } from 'node:fs';
import { type JournalEntry, problemsOfJournal, problemsOfMigration } from '../src/database/migration-rules.ts';

const help = `Usage: node scripts/check-migrations.ts
  Refuses a migration that the version before could not live with, or that locks a full table for long (docs/decisions/0014).
  A lock that is short all the same, because the table is small: say so in the file, -- short lock: WHY`;

// Earlier migrations were written for empty databases.
const firstChecked = 7;

if (process.argv.includes('--help')) {
  process.stdout.write(`${help}\n`);
  process.exit(0);
}
const folder = new URL('../src/database/migrations/', import.meta.url);
const { entries } = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
  entries: JournalEntry[];
};
const problems = [
  ...problemsOfJournal(entries),
  ...entries
    .filter(({ idx }) => idx >= firstChecked)
    .flatMap(({ tag }) =>
      problemsOfMigration(readFileSync(new URL(`${tag}.sql`, folder), 'utf8')).map((problem) => `${tag}: ${problem}`),
    ),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0)
  process.stdout.write(`${entries.length} migrations: each only adds, and none locks for long.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
