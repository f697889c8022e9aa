export type Benchmark = {
  measures: string;
  arguments?: string;
  /** Shown by --help, a line each. */
  options?: string[];
  /** `own` makes databases on the server in BENCH_DATABASE_URL, `filled` fills the one that is named. */
  database: 'none' | 'pglite' | 'own' | 'filled';
  programs?: ('chromium' | 'npm' | 'pgbench' | 'psql' | 'wrk')[];
};

/** Printed by `npm run bench -- NAME --help`. */
export const databases: Record<Benchmark['database'], string> = {
  none: 'none',
  pglite: 'PGlite, in a temporary folder that is removed at the end; BENCH_DATABASE_URL is not read',
  own: 'one of its own on the PostgreSQL server in BENCH_DATABASE_URL (postgres://postgres@127.0.0.1:5432/postgres where that is not set), dropped at the end',
  filled: 'the empty PostgreSQL database that BENCH_DATABASE_URL names; it stays filled for the next run',
};

const endsWithOne = 'Ends with 1 where a goal is missed.';

export const benchmarks: Record<string, Benchmark> = {
  pages: {
    measures: 'cached and uncached article pages, compared with bare servers (and with nginx, where installed)',
    options: [endsWithOne],
    database: 'pglite',
  },
  weight: {
    measures: 'the bytes of a first visit, by kind',
    options: [endsWithOne],
    database: 'pglite',
    programs: ['chromium'],
  },
  search: {
    measures: 'search at several sizes',
    arguments: '[--sizes 1000,100000] [--rounds 25] [--keep]',
    database: 'own',
  },
  spam: {
    measures: 'what new members push on readers that is held, by family, and posts of real people held with it',
    arguments: '[FOLDER of Stack Exchange dumps | FILE.jsonl] [--spam bench/spam.jsonl] [--most 3000] [--list]',
    database: 'none',
  },
  'message-check': {
    measures: 'scams found, and genuine messages called one, among labelled messages',
    arguments: '[FILE.jsonl, bench/messages.jsonl] [--list]',
    options: ['--list    the messages that were judged wrong'],
    database: 'none',
  },
  proposals: {
    measures: 'proposed rules of schemes, compared with rules written by hand',
    arguments: 'FOLDER',
    options: ['FOLDER    with schemes.jsonl.gz and gold.jsonl'],
    database: 'none',
  },
  digest: {
    measures: 'the digests of one morning, or a newsletter, by two processes that are killed once each',
    arguments: '[--people 100000] [--questions 1000000] [--seconds 600] [--newsletter]',
    options: ['--newsletter    to an SMTP server that counts, without questions', endsWithOne],
    database: 'own',
  },
  import: {
    measures: 'time and peak memory of an import, and of the same again',
    arguments: 'FILE…',
    database: 'pglite',
  },
  community: {
    measures: 'lists and threads at several sizes, and comments posted a second',
    arguments: '[--sizes 1000,100000] [--comments 5] [--reactions 20] [--rounds 100] [--keep]',
    options: ['--rounds 0    none of the reads', 'The goals are for --sizes 1000,1000000.'],
    database: 'own',
    programs: ['wrk', 'pgbench', 'psql'],
  },
  studio: {
    measures: 'random sequences of studio operations on two instances: rules that they break',
    arguments: '[SEQUENCES, 10000] [SEED, 1]',
    database: 'own',
    programs: ['npm'],
  },
  'studio-lists': {
    measures: "the studio's lists, searches and desk over many pieces",
    arguments: '[PIECES, 100000] [REVISIONS, 20] [ROUNDS, 60]',
    database: 'filled',
  },
  notify: {
    measures: 'what a notification to many instances costs the writers, and how late it comes',
    arguments: '[LISTENERS…, 1 10 30 80]',
    database: 'own',
  },
};
