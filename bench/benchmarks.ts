export type Benchmark = {
  measures: string;
  arguments?: string;
  /** Shown by --help, a line each. */
  options?: string[];
  /**
   * `either`: PostgreSQL where BENCH_DATABASE_URL is set, else PGlite. `own` makes databases on that server, `filled`
   * fills the one that is named.
   */
  database: 'none' | 'pglite' | 'either' | 'own' | 'filled';
  programs?: ('chromium' | 'git' | 'java' | 'npm' | 'pgbench' | 'psql' | 'wrk')[];
};

/** Printed by `npm run bench -- NAME --help`. */
export const databases: Record<Benchmark['database'], string> = {
  none: 'none',
  pglite: 'PGlite, in a temporary folder that is removed at the end; BENCH_DATABASE_URL is not read',
  either:
    'one of its own on the PostgreSQL server in BENCH_DATABASE_URL, dropped at the end; PGlite in a temporary folder where that is not set',
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
  uncached: {
    measures: 'uncached article pages, compared with an earlier commit that it builds in a temporary folder',
    arguments: '[COMMIT, 78a2787] [VISITORS, 4]',
    options: [endsWithOne],
    database: 'pglite',
    programs: ['git'],
  },
  weight: {
    measures: 'the bytes of a first visit, by kind',
    options: [endsWithOne],
    database: 'pglite',
    programs: ['chromium'],
  },
  lighthouse: {
    measures: 'every public page type by Lighthouse, which is fetched from npm',
    arguments: "[--only 'question, 20 answers'] [--lang hi] [--runs 3]",
    options: [endsWithOne],
    database: 'pglite',
    programs: ['chromium', 'npm'],
  },
  html: {
    measures: 'every page type by the Nu HTML checker, which is fetched from npm',
    database: 'pglite',
    programs: ['java', 'npm'],
  },
  search: {
    measures: 'search at several sizes',
    arguments: '[--sizes 1000,100000] [--rounds 25] [--keep] [--scripts]',
    database: 'own',
  },
  spellings: {
    measures: 'words and lines in Latin letters, found among native ones',
    arguments: '[FOLDER] [--languages hi,ta] [--words 1500] [--sentences 300]',
    database: 'own',
  },
  import: {
    measures: 'time and peak memory of an import, and of the same again',
    arguments: 'FILE…',
    database: 'pglite',
  },
  sessions: {
    measures: 'session reads and sign-ins a second',
    arguments: '[PEOPLE, 100] [SECONDS, 10]',
    database: 'either',
    programs: ['wrk'],
  },
  otp: { measures: 'codes a second, and what their timing reveals', arguments: '[SECONDS, 5]', database: 'either' },
  eligibility: {
    measures: 'profiles a second against many schemes, and one answer in the browser',
    arguments: '[--schemes 2000] [--seconds 5] [--no-browser]',
    database: 'none',
  },
  finder: {
    measures: "the finder's files, and an answer until it is painted",
    arguments: '[--schemes 4000] [--sizes]',
    database: 'pglite',
    programs: ['chromium'],
  },
  acts: {
    measures: 'from a touch to its effect on a slow phone',
    arguments: '[--times 7]',
    database: 'pglite',
    programs: ['chromium'],
  },
  checks: {
    measures: 'how well messages are judged, on the labelled ones in FOLDER/checks.jsonl',
    arguments: 'FOLDER',
    database: 'none',
  },
  community: {
    measures: 'lists and threads at several sizes, and comments posted a second',
    arguments: '[--sizes 1000,100000] [--comments 5] [--reactions 20] [--rounds 100] [--keep]',
    options: ['--rounds 0    none of the reads', 'The goals are for --sizes 1000,1000000.'],
    database: 'own',
    programs: ['wrk', 'pgbench', 'psql'],
  },
  mixed: {
    measures: 'mixed traffic on one process and on several: the most that is answered, then minutes at a share of it',
    options: [
      '--sizes 1000000      questions in the database; several: 10000,1000000',
      '--processes 1,2      of the site, over one database',
      '--minutes 10         at the steady rate; 120 for a soak',
      '--warm 2             minutes at that rate before, which do not count',
      '--share 65           of what can be answered, in percent: the steady rate',
      '--search 15          seconds for each step of looking for what can be answered',
      '--rate 200           requests a second, instead of looking',
      '--members 1000       people who are signed in',
      '--keep               leaves the database for the next run',
      'A million questions take some minutes to fill and 7 GB.',
      endsWithOne,
    ],
    database: 'own',
    programs: ['psql'],
  },
  tracking: {
    measures: 'beacons a second, what a kill loses, and what eligibility reveals of numbers',
    arguments: '[--seconds 10] [--numbers 1000]',
    database: 'own',
    programs: ['wrk'],
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
};
