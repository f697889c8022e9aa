// Search at 1,000 and at 100,000 articles, alternating, so that noise of the machine affects both equally. Needs
// PostgreSQL, 1.2 GB of disk and about 10 minutes; NAGRIK_DATA adds the schemes to the
// texts.
//   node bench/search.ts [--sizes=1000,100000] [--rounds=25] [--keep]
// Its databases are dropped at the end, unless --keep leaves them for the next run.
import { parseArgs } from 'node:util';
import { type Connection, connect } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { searchArticles } from '../src/features/search/search.queries.server.ts';
import { suggest } from '../src/features/search/suggest.queries.server.ts';
import { databaseUrlOf, dropAtEnd, onServer } from './own-database.ts';
import { fillWithArticles } from './search-fill.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000' },
    rounds: { type: 'string', default: '25' },
    keep: { type: 'boolean', default: false },
  },
});
const sizes = options.sizes.split(',').map(Number);
const rounds = Number(options.rounds);

type Query = Parameters<typeof searchArticles>[1];
const texts = (...all: string[]): Query[] => all.map((articleText) => ({ articleText }));
const mix: Record<string, Query[]> = {
  'common word': texts('scheme', 'application', 'pension', 'government', 'card'),
  'two words': texts('pension scheme', 'aadhar card', 'bank account', 'income certificate'),
  'three words and more': texts(
    'application form documents',
    'how to apply for ration card',
    'scholarship for students with disability',
  ),
  Hindi: texts('पेंशन योजना', 'किसानों', 'राशन कार्ड', 'शिकायत'),
  typo: texts('pesnion', 'scolarship', 'aplication form', 'goverment scheme'),
  prefix: texts('agricultu', 'pension sch', 'scholarsh', 'handicra'),
  filtered: [
    { articleText: 'scheme', articleCategories: [3] },
    { articleText: 'pension', articleTags: [7] },
    { articleText: 'application', articleCategories: [1], articleTags: [12] },
  ],
  'page 5, fifty at a time': [
    { articleText: 'scheme', page: 5, pageSize: 50 },
    { articleText: 'pension', page: 5, pageSize: 50 },
  ],
  'no hit': texts('xqzvvkw', 'zzyzzx qwrtpl', 'क्षत्ज्ञट'),
};
const typed = ['s', 'pe', 'pens', 'scholarship f', 'pesnion', 'यो', 'kisan cre'];

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
const nameOf = (size: number) => `nagrik_bench_search_${size}`;

async function open(size: number): Promise<Connection> {
  const { length } = await onServer(`select 1 from pg_database where datname = '${nameOf(size)}'`);
  if (length === 0) await onServer(`create database ${nameOf(size)}`);
  if (!options.keep) dropAtEnd(nameOf(size));
  const connection = await connect({ databaseUrl: databaseUrlOf(nameOf(size)), dataDir: '' });
  await applyMigrations(connection);
  const { rows } = await connection.pool.query('select count(*)::int as count from articles');
  if (rows[0].count === size) return connection;
  console.log(`filling ${nameOf(size)}`);
  await fillWithArticles(connection, size);
  return connection;
}

async function measure(connections: Connection[]): Promise<void> {
  const kinds: [string, ((connection: Connection) => Promise<unknown>)[]][] = [
    ...Object.entries(mix).map(([name, queries]): [string, ((connection: Connection) => Promise<unknown>)[]] => [
      name,
      queries.map(
        (query) =>
          ({ db }) =>
            searchArticles(db, query),
      ),
    ]),
    [
      'suggestions',
      typed.map(
        (text) =>
          ({ db }) =>
            suggest(db, text),
      ),
    ],
  ];
  const times = new Map(kinds.map(([name]) => [name, connections.map((): number[] => [])]));
  // The minimum of each query's runs, to exclude noise by other processes.
  const quickest = new Map(kinds.map(([name, calls]) => [name, connections.map(() => calls.map(() => Infinity))]));
  for (let round = -5; round < rounds; round++) {
    for (const [name, calls] of kinds) {
      for (const [number, call] of calls.entries()) {
        for (const [index, connection] of connections.entries()) {
          const start = performance.now();
          await call(connection);
          if (round < 0) continue;
          const taken = performance.now() - start;
          times.get(name)![index]!.push(taken);
          quickest.get(name)![index]![number] = Math.min(quickest.get(name)![index]![number]!, taken);
        }
      }
    }
  }
  const searches = kinds.slice(0, -1).map(([name]) => name);
  const pooled = (from: Map<string, number[][]>) =>
    connections.map((_, index) => searches.flatMap((name) => from.get(name)![index]!));
  const line = (name: string, taken: number[][], least: number[][]) => {
    const sorted = [taken, least].map((lists) => lists.map((list) => list.toSorted((a, b) => a - b)));
    const ratio = (lists: number[][]) =>
      `x${(quantile(lists.at(-1)!, 0.95) / quantile(lists[0]!, 0.95)).toFixed(2)}`.padStart(7);
    const cell = (value: number) => value.toFixed(1).padStart(7);
    console.log(
      name.padEnd(24),
      ...sorted[0]!.map((list) => `${cell(quantile(list, 0.5))} ${cell(quantile(list, 0.95))}`),
      ratio(sorted[0]!),
      ' |',
      ...sorted[1]!.map((list) => cell(quantile(list, 0.95))),
      ratio(sorted[1]!),
    );
  };
  console.log(
    `ms, ${rounds} rounds: p50 and p95 at ${sizes.join(' and ')} articles, ratio of p95 | p95 of each query's quickest run, ratio`,
  );
  for (const [name] of kinds) line(name, times.get(name)!, quickest.get(name)!);
  line('ALL SEARCHES', pooled(times), pooled(quickest));
}

const connections: Connection[] = [];
try {
  for (const size of sizes) connections.push(await open(size));
  await measure(connections);
} finally {
  await Promise.all(connections.map((connection) => connection.close()));
}
