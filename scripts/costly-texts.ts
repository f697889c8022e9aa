import { spawnSync } from 'node:child_process';

if (process.argv.includes('--help')) {
  process.stdout.write(`Usage: npm run costly-texts
Sends every text that is costly to read to every field of every route (npm test sends one text to each field), reads
what was stored of them, and fails where one holds the serving thread. Database: PGlite in a temporary folder.
`);
  process.exit(0);
}
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...['text', 'fields', 'stored-posts', 'stored-pieces'].map((name) => `src/costly-${name}.test.ts`),
    'src/features/importing/desk/costly-uploads.test.ts',
    'src/features/studio/translation/costly-translations.test.ts',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, COSTLY_TEXTS: 'all' },
  },
);
process.exit(status ?? 1);
