/** A migration may hold a blocking lock only with a comment that says why it is short: `-- short lock: …`. */
const excuse = /^\s*--\s*short lock: \S/m;

type Rule = { pattern: RegExp; problem: string };

// Rolling deployment: the previous version runs beside this one on the same tables, and alone after a rollback.
const takesAway: Rule[] = [
  {
    pattern:
      /\bdrop\s+(?:table|column|schema|type|view|function|sequence|materialized)\b|\balter\s+table\b.*\bdrop\s+(?!constraint\b|default\b|not\s+null\b|expression\b)/,
    problem: 'takes away what the version before still uses',
  },
  { pattern: /\brename\b/, problem: 'renames what the version before still uses' },
  {
    pattern: /\balter\s+(?:column\s+)?\S+\s+(?:set\s+data\s+)?type\b(?! bigint$)/,
    problem: 'changes the type of a column',
  },
  {
    pattern: /\bset\s+not\s+null\b/,
    problem: 'refuses what the version before still writes, and reads the whole table under a lock',
  },
  { pattern: /\btruncate\b|\bdelete\s+from\b/, problem: 'deletes rows' },
];

const locksLong: Rule[] = [
  // The version before reads it as a string wherever no column of the schema decodes it.
  { pattern: /\btype bigint$/, problem: 'rewrites the table for wider numbers' },
  { pattern: /\bgenerated\s+(?:always|by\s+default)\s+as\b/, problem: 'rewrites the table for a generated column' },
  {
    pattern: /\bdefault\s+\(?(?:gen_random_uuid|random|clock_timestamp|nextval|uuid_generate\w*)\s*\(/,
    problem: 'rewrites the table for a default that differs from row to row',
  },
  {
    pattern:
      /\badd\s+(?:constraint\s+\S+\s+)?(?:foreign\s+key|check|unique|primary\s+key|exclude)\b(?!.*\bnot\s+valid\b)/,
    problem: 'reads the whole table under a lock for a constraint (NOT VALID first)',
  },
  { pattern: /^\s*update\b/, problem: 'writes the whole table in one go' },
];

/**
 * Checks that a migration blocks no readers and does not break the previous version, which runs concurrently.
 * @returns one line per offending statement; none where the migration only adds
 */
export function problemsOfMigration(sql: string): string[] {
  const text = withoutComments(sql);
  const isExcused = excuse.test(sql);
  const made = new Set(
    [...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([\w".]+)/g)].map(([, name]) => bare(name!)),
  );
  return text
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .flatMap((statement) => {
      const problem = problemOf(statement, made, isExcused);
      return problem ? [`${problem}: ${statement.slice(0, 120)}`] : [];
    });
}

function problemOf(statement: string, made: Set<string>, isExcused: boolean): string | null {
  // Migrations run inside a transaction.
  if (/\bconcurrently\b/.test(statement)) return 'cannot be done inside a transaction';
  const table =
    /\balter table (?:only )?(?:if exists )?([\w".]+)/.exec(statement)?.[1] ??
    /^create (?:unique )?index .*? on (?:only )?([\w".]+)/.exec(statement)?.[1] ??
    /^(?:update|delete from|truncate(?: table)?) ([\w".]+)/.exec(statement)?.[1];
  if (table !== undefined && made.has(bare(table))) return null;
  const taken = takesAway.find(({ pattern }) => pattern.test(statement));
  if (taken) return taken.problem;
  if (/\badd column\b/.test(statement) && /\bnot null\b/.test(statement) && !/\bdefault\b/.test(statement))
    return 'adds a column that the version before does not fill';
  if (isExcused) return null;
  if (/^create (?:unique )?index\b/.test(statement)) return 'keeps writers out while an index of a full table is made';
  return table === undefined ? null : (locksLong.find(({ pattern }) => pattern.test(statement))?.problem ?? null);
}

// Function bodies are not executed by the migration itself.
const withoutComments = (sql: string) =>
  sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .toLowerCase();
const bare = (name: string) => name.replaceAll('"', '').replace(/^public\./, '');

export type JournalEntry = { idx: number; when: number; tag: string };

/** The migrator compares `when` with the latest applied migration: one that is dated earlier would be skipped. */
export function problemsOfJournal(entries: JournalEntry[]): string[] {
  return entries
    .slice(1)
    .flatMap((entry, index) =>
      entry.when > entries[index]!.when && entry.idx === entries[index]!.idx + 1
        ? []
        : [`${entry.tag}: its time in the journal is not after that of ${entries[index]!.tag}; make it again`],
    );
}
