import { globSync, readFileSync } from 'node:fs';

/**
 * How test files run, as each says itself in its first line: `// @runs slow, on both databases, in its own process`.
 * - slow: only `npm run test:all` runs it. It takes more than four seconds on a quiet machine: it starts processes, reads
 *   whole sites, or measures the processor's time.
 * - on both databases: on PostgreSQL too, because it depends on locks, isolation, several connections or instances,
 *   notifications, collation, text search or the databases' own tools. PGlite is PostgreSQL with one connection: what
 *   one request after another reads and writes is the same there. Implied where a test asks for PostgreSQL.
 * - in its own process: all others share the processes that run them one after another, so that the app is loaded and
 *   compiled once; what such a file alters (clock, globals, prototypes) it restores. Implied by a document and by
 *   replaced modules.
 */
export function readSuites() {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']).map((name) => {
    const text = readFileSync(name, 'utf8');
    const runs = /^\/\/ @runs (.+)/.exec(text)?.[1]?.split(', ') ?? [];
    return {
      name,
      isSlow: runs.includes('slow'),
      onBoth: runs.includes('on both databases') || /runIf\(postgres|!postgresServer|connectAgain\(|urlOf\(/.test(text),
      isAlone: runs.includes('in its own process') || /@vitest-environment|vi\.(?:doM|m)ock\(/.test(text),
      unknown: runs.filter((word) => !['slow', 'on both databases', 'in its own process'].includes(word)),
    };
  });
  const mistaken = files.filter(({ unknown }) => unknown.length > 0);
  if (mistaken.length > 0)
    throw new Error(mistaken.map(({ name, unknown }) => `${name}: no suite is called '${unknown}'`).join('\n'));
  return files;
}
